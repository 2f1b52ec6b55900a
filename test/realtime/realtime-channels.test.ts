/** Broadcast, presence and private channels, as unmodified clients use them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { Heard, Windows, joined, refusalOf } from '../support/realtime.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

type Sent = { event: string; payload?: unknown }

let server: TestServer
let alice: Person
let bob: Person
let windows: Windows
beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal' })
  windows = new Windows(server)
  alice = await signedInPerson(server)
  bob = await signedInPerson(server)
  await server.database.owner(`
    create policy members_read on realtime.messages for select to authenticated
      using (realtime.topic() = 'club' and extension in ('broadcast', 'presence'));
    create policy members_write on realtime.messages for insert to authenticated
      with check (topic = 'club' and auth.email() = '${alice.email}');`)
})
afterAll(async () => {
  await Promise.all([alice.client, bob.client].map((client) => client.removeAllChannels()))
  await windows.close()
  await server.stop()
})

describe('broadcast', () => {
  test.each(['1.0.0', '2.0.0'])('reaches the others of a channel, not the sender, over version %s', async (vsn) => {
    const [one, other] = [await windows.of(alice, { vsn }), await windows.of(bob, { vsn })]
    const heard = new Heard<Sent>()
    const own = new Heard<Sent>()
    const sender = await joined(
      one
        .channel(`room-${vsn}`, { config: { broadcast: { ack: true } } })
        .on('broadcast', { event: '*' }, (m) => own.add(m)),
    )
    await joined(other.channel(`room-${vsn}`).on('broadcast', { event: 'hello' }, (m) => heard.add(m)))

    expect(await sender.send({ type: 'broadcast', event: 'hello', payload: { text: 'Grüße 🙂' } })).toBe('ok')

    expect(await heard.first(1)).toMatchObject([{ event: 'hello', payload: { text: 'Grüße 🙂' } }])
    expect(own.all).toEqual([])
  })

  test('comes back to the sender where the channel says so, as JSON and as bytes', async () => {
    const client = await windows.of(alice)
    const heard = new Heard<Sent>()
    const channel = await joined(
      client
        .channel('echo', { config: { broadcast: { self: true } } })
        .on('broadcast', { event: '*' }, (m) => heard.add(m)),
    )
    await channel.send({ type: 'broadcast', event: 'text', payload: { n: 1 } })
    await channel.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([1, 2, 255]).buffer })

    const [text, bytes] = await heard.first(2)
    expect(text?.payload).toEqual({ n: 1 })
    expect([...new Uint8Array(bytes?.payload as ArrayBuffer)]).toEqual([1, 2, 255])
  })

  test('passes between clients of both versions', async () => {
    const [older, newer] = [await windows.of(undefined, { vsn: '1.0.0' }), await windows.of()]
    const [heardByOlder, heardByNewer] = [new Heard<Sent>(), new Heard<Sent>()]
    const first = await joined(older.channel('mixed').on('broadcast', { event: '*' }, (m) => heardByOlder.add(m)))
    const second = await joined(newer.channel('mixed').on('broadcast', { event: '*' }, (m) => heardByNewer.add(m)))

    await first.send({ type: 'broadcast', event: 'a', payload: { n: 1 } })
    await second.send({ type: 'broadcast', event: 'b', payload: { n: 2 } })

    expect(await heardByNewer.first(1)).toMatchObject([{ event: 'a', payload: { n: 1 } }])
    expect(await heardByOlder.first(1)).toMatchObject([{ event: 'b', payload: { n: 2 } }])
  })

  test('goes out over HTTP', async () => {
    const [listener, sender] = [await windows.of(), await windows.of()]
    const heard = new Heard<Sent>()
    await joined(listener.channel('http').on('broadcast', { event: '*' }, (m) => heard.add(m)))

    const sent = await sender.channel('http').httpSend('one', { n: 1 })
    const bytes = await sender.channel('http').httpSend('two', new Uint8Array([7]))
    const many = await server.fetch('/realtime/v1/api/broadcast', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: 'http', event: 'three', payload: { n: 3 } }] }),
    })

    expect([sent.success, bytes.success, many.status]).toEqual([true, true, 202])
    expect((await heard.first(3)).map(({ event }) => event)).toEqual(['one', 'two', 'three'])
  })
})

describe('presence', () => {
  test('shows who is there, who comes and who leaves', async () => {
    const [one, other] = [await windows.of(alice), await windows.of(bob)]
    const events = new Heard<{ event: string; key?: string }>()
    const channel = one.channel('lobby', { config: { presence: { key: 'alice' } } })
    channel
      .on('presence', { event: 'sync' }, () => events.add({ event: 'sync' }))
      .on('presence', { event: 'join' }, ({ key }) => events.add({ event: 'join', key }))
      .on('presence', { event: 'leave' }, ({ key }) => events.add({ event: 'leave', key }))
    await joined(channel)
    expect(await channel.track({ mood: 'calm' })).toBe('ok')
    await events.find(({ event, key }) => event === 'join' && key === 'alice')

    const second = other.channel('lobby', { config: { presence: { key: 'bob', enabled: true } } })
    await joined(second)
    await second.track({ mood: 'busy' })
    await events.find(({ event, key }) => event === 'join' && key === 'bob')
    expect(channel.presenceState()).toMatchObject({ alice: [{ mood: 'calm' }], bob: [{ mood: 'busy' }] })

    await second.track({ mood: 'gone in a minute' })
    await events.find(() => JSON.stringify(channel.presenceState()).includes('gone in a minute'))
    await second.untrack()
    await events.find(({ event, key }) => event === 'leave' && key === 'bob' && !('bob' in channel.presenceState()))
    await other.removeChannel(second)
    expect(Object.keys(channel.presenceState())).toEqual(['alice'])
  })

  test('ends with the connection', async () => {
    const [one, other] = [await windows.of(alice), await windows.of(bob)]
    const left = new Heard<string>()
    const channel = one.channel('hall')
    await joined(channel.on('presence', { event: 'leave' }, ({ key }) => left.add(key)))
    const second = other.channel('hall', { config: { presence: { key: '__proto__', enabled: true } } })
    await joined(second)
    await second.track({})
    await other.realtime.disconnect()

    expect(await left.first(1)).toEqual(['__proto__'])
  })
})

describe('private channels', () => {
  test('are for whom a policy admits', async () => {
    const config = { private: true, broadcast: { ack: true } }
    const [writer, reader, stranger] = [await windows.of(alice), await windows.of(bob), await windows.of()]
    const heard = new Heard<Sent>()
    const channel = await joined(writer.channel('club', { config }))
    const listening = await joined(
      reader.channel('club', { config }).on('broadcast', { event: '*' }, (m) => heard.add(m)),
    )

    expect(await refusalOf(stranger, stranger.channel('club', { config }))).toContain('You do not have permissions')
    expect(await refusalOf(writer, writer.channel('other', { config }))).toContain('You do not have permissions')
    // Bob reads and may not write: nobody hears him, and he gets no answer.
    expect(await listening.send({ type: 'broadcast', event: 'no', payload: {} }, { timeout: 300 })).toBe('timed out')
    expect(await listening.track({ mood: 'quiet' })).toBe('error')
    expect(await channel.send({ type: 'broadcast', event: 'yes', payload: {} })).toBe('ok')
    expect(await channel.track({ mood: 'calm' })).toBe('ok')
    await bob.client.channel('club', { config }).httpSend('no', {})
    await alice.client.channel('club', { config }).httpSend('over HTTP', {})
    expect((await heard.first(2)).map(({ event }) => event)).toEqual(['yes', 'over HTTP'])
  })

  test('and public ones of the same name do not hear each other', async () => {
    const [inside, outside] = [await windows.of(alice), await windows.of()]
    const heard = new Heard<Sent>()
    await joined(outside.channel('club').on('broadcast', { event: '*' }, (m) => heard.add(m)))
    const channel = await joined(inside.channel('club', { config: { private: true, broadcast: { ack: true } } }))
    await channel.send({ type: 'broadcast', event: 'inside', payload: {} })
    await outside.channel('club').httpSend('outside', {})
    expect((await heard.first(1))[0]?.event).toBe('outside')
  })

  test('leave no rows behind', async () => {
    const { rows } = await server.database.owner('select from realtime.messages')
    expect(rows).toEqual([])
  })
})
