import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { collectGarbage } from '../support/collect-garbage.ts'
import { signedInPerson } from '../support/people/people.ts'
import { addressOf, join, open, type Raw } from '../support/raw-realtime.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const CHANNELS = 100

/** Opens a connection that counts what it hears and keeps nothing of it. */
async function openForgetful(): Promise<{ socket: WebSocket; heard: (count: number) => Promise<void> }> {
  const socket = new WebSocket(addressOf(server))
  await new Promise((resolve) => socket.once('open', resolve))
  const heard = (count: number): Promise<void> =>
    new Promise((resolve) => {
      let left = count
      const onMessage = (): void => {
        if (--left > 0) return
        socket.off('message', onMessage)
        resolve()
      }
      socket.on('message', onMessage)
    })
  return { socket, heard }
}

function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('a join has a size, and a channel keeps nothing of what its client wrote into it', async () => {
  const { socket, frames } = await open(server)
  socket.send(join('realtime:large', '1', { more: 'x'.repeat(33_000) }))
  expect(JSON.stringify(await frames.first(1))).toContain('InvalidJoinPayload')
  socket.terminate()

  const select = Array.from({ length: 200 }, (_, i) => `${i}`.padEnd(120, 'x'))
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'nowhere', select }] }
  const opened = await Promise.all([openForgetful(), openForgetful(), openForgetful(), openForgetful()])
  const before = heapBytes()
  for (const { socket, heard } of opened) {
    // The reply and why there are no changes.
    const done = heard(2 * CHANNELS)
    for (let i = 0; i < CHANNELS; i++) socket.send(join(`realtime:r${i}`, `${i}`, config))
    await done
  }
  const sentBytes = opened.length * CHANNELS * JSON.stringify(config).length
  expect(sentBytes).toBeGreaterThan(9_000_000)
  expect(heapBytes() - before).toBeLessThan(sentBytes / 2)
  for (const { socket } of opened) socket.terminate()
})

test('all presences of an address have a size together, and what is given back is free again', async () => {
  const opened: Raw[] = []
  const track = async (raw: Raw, n: number): Promise<string> => {
    const topic = `realtime:crowd-${opened.length}-${n}`
    raw.socket.send(join(topic, `j${n}`, { presence: { key: 'k'.repeat(4_000) } }))
    const isReply = (ref: string) => (frame: unknown[]) => frame[1] === ref && frame[3] === 'phx_reply'
    const joined = JSON.stringify(await raw.frames.find(isReply(`j${n}`)))
    if (joined.includes('error')) return joined
    const payload = { event: 'track', payload: { text: 'p'.repeat(4_000) } }
    raw.socket.send(JSON.stringify([`j${n}`, `t${n}`, topic, 'presence', payload]))
    return JSON.stringify(await raw.frames.find(isReply(`t${n}`)))
  }
  const trackAll = async (): Promise<string[]> => {
    const raw = await open(server)
    opened.push(raw)
    return Promise.all(Array.from({ length: CHANNELS }, (_, n) => track(raw, n)))
  }
  const answers: string[] = []
  // 8 MiB, and each takes 12 000 bytes.
  for (let i = 0; i < 8; i++) answers.push(...(await trackAll()))
  const count = answers.filter((answer) => answer.includes('"ok"')).length
  expect(count).toBeGreaterThan(600)
  expect(count).toBeLessThan(700)
  expect(answers.join()).toMatch(/too many are present|Too much is kept/)

  for (const { socket } of opened) socket.close()
  await Promise.all(opened.map(({ closed }) => closed))
  await expect.poll(async () => (await trackAll())[0]).toContain('"ok"')
  for (const { socket } of opened) socket.terminate()
})

test('joins of one address have a rate over all its connections', async () => {
  const few = await startServer({ RATE_LIMIT_FACTOR: '0.2' })
  const answers: unknown[] = []
  // 24 for each connection, 200 for the address, and 10 a second.
  for (let i = 0; i < 14; i++) {
    const { socket, frames } = await open(few)
    for (let n = 0; n < 20; n++) socket.send(join(`realtime:r${n}`, `${n}`))
    answers.push(...(await frames.first(20)))
    socket.terminate()
  }
  expect(JSON.stringify(answers)).toContain('ClientJoinRateLimitReached')
  await few.stop()
})

test('a connection counts for the person whose token comes after the join', async () => {
  const few = await startServer({ RATE_LIMIT_FACTOR: '0.05' })
  const { access_token } = (await signedInPerson(few)).session
  const opened: Raw[] = []
  // Two of them, at a twentieth.
  for (let i = 0; i < 3; i++) {
    const raw = await open(few)
    opened.push(raw)
    raw.socket.send(join('realtime:room', '1'))
    await raw.frames.first(1)
    raw.socket.send(JSON.stringify(['1', '2', 'realtime:room', 'access_token', { access_token }]))
  }
  expect(await Promise.race(opened.map(({ closed }) => closed))).toBe(1008)
  for (const { socket } of opened) socket.terminate()
  await few.stop()
})
