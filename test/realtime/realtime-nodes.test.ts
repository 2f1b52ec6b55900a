import { GONE_AFTER_MS } from '#server/realtime/nodes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { Heard, joined, listenTo } from '../support/realtime.ts'
import { startNode, startServer, type TestNode, type TestServer } from '../support/server/test-server.ts'

type Sent = { event: string; payload?: unknown }

/** Ends a test that hangs; it says nothing about speed. */
const PATIENCE = { timeout: 60_000 }

let server: TestServer
let other: TestNode
let alice: Person
beforeAll(async () => {
  server = await startServer()
  other = await startNode(server)
  alice = await signedInPerson(server)
})
afterAll(async () => {
  await other.stop()
  await server.stop()
})

test('a broadcast reaches clients of another server, a long one too, in order', async () => {
  const heard = new Heard<Sent>()
  await joined(
    other
      .client()
      .channel('room')
      .on('broadcast', { event: '*' }, (message) => heard.add(message)),
  )
  const sender = await joined(server.client().channel('room', { config: { broadcast: { ack: true } } }))

  const long = 'ü'.repeat(50_000)
  await expect
    .poll(async () => {
      await sender.send({ type: 'broadcast', event: 'warm', payload: {} })
      return heard.all.length
    }, PATIENCE)
    .toBeGreaterThan(0)
  await sender.send({ type: 'broadcast', event: 'one', payload: { long } })
  await sender.send({ type: 'broadcast', event: 'two', payload: new Uint8Array([1, 2]).buffer })
  await sender.send({ type: 'broadcast', event: 'three', payload: { n: 3 } })

  await heard.find(({ event }) => event === 'three')
  const events = heard.all.filter(({ event }) => event !== 'warm')
  expect(events.map(({ event }) => event)).toEqual(['one', 'two', 'three'])
  expect(events[0]?.payload).toEqual({ long })
  expect([...new Uint8Array(events[1]?.payload as ArrayBuffer)]).toEqual([1, 2])
})

test('people on two servers see each other, and a server that goes takes its people along', async () => {
  const third = await startNode(server)
  const here = server.client().channel('lobby', { config: { presence: { key: 'here', enabled: true } } })
  await joined(here)
  await here.track({ at: 1 })
  const there = third.client().channel('lobby', { config: { presence: { key: 'there', enabled: true } } })
  await joined(there)
  await there.track({ at: 2 })

  await expect.poll(() => Object.keys(here.presenceState()).sort(), PATIENCE).toEqual(['here', 'there'])
  await expect.poll(() => Object.keys(there.presenceState()).sort(), PATIENCE).toEqual(['here', 'there'])
  await third.stop()
  await expect.poll(() => Object.keys(here.presenceState()), PATIENCE).toEqual(['here'])
})

test('a server that dies without a farewell takes its people along as well', async () => {
  const dying = await startNode(server)
  const here = server.client().channel('hall', { config: { presence: { key: 'here', enabled: true } } })
  await joined(here)
  const there = dying.client().channel('hall', { config: { presence: { key: 'there', enabled: true } } })
  await joined(there)
  await there.track({ at: 2 })
  await expect.poll(() => Object.keys(here.presenceState()), PATIENCE).toEqual(['there'])

  await dying.kill()
  server.clock.advance(GONE_AFTER_MS / 1000 + 1)
  await expect.poll(() => Object.keys(here.presenceState()), PATIENCE).toEqual([])
})

test('a change is heard on every server', async () => {
  const client = other.client()
  await client.realtime.setAuth(alice.session.access_token)
  const heard = await listenTo(client, { table: 'tags' })
  const { error } = await alice.client.from('tags').insert({ name: 'sealed' })
  expect(error).toBeNull()
  expect((await heard.first(1))[0]).toMatchObject({ eventType: 'INSERT', table: 'tags' })
})
