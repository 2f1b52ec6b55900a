import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { signedInPerson } from '../support/people/people.ts'
import { BASELINE_HEADERS } from '#contract/delivery/document-headers.ts'
import { joined, refusalOf } from '../support/realtime.ts'
import { addressOf, join, open, type Raw, refusalAt, refusedWith, textOf } from '../support/raw-realtime.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
/** Everything at a thousandth of what tests usually have. */
let strict: TestServer
/** Of a person there. */
let strictToken: string
beforeAll(async () => {
  server = await startServer({ CORS_ORIGINS: 'https://app.example.test' })
  strict = await startServer({
    RATE_LIMIT_FACTOR: '0.05',
    TRUST_PROXY: 'true',
    REALTIME_PUBLIC_CHANNELS: 'false',
    REALTIME_MAX_CONNECTIONS: '12',
  })
  strictToken = (await signedInPerson(strict)).session.access_token
})
afterAll(() => Promise.all([server.stop(), strict.stop()]))

describe('who may connect', () => {
  test('pages of other origins that the operator has not named may not', async () => {
    expect(await refusedWith(addressOf(server), { origin: 'https://elsewhere.example.test' })).toBe(403)
    expect(await refusedWith(addressOf(server), { origin: 'https://app.example.test' })).toBeUndefined()
    expect(await refusedWith(addressOf(server), { origin: server.url })).toBeUndefined()
  })

  test('a wrong key may not, nor the secret key from a page', async () => {
    const secretKey = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
    const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=`
    expect(await refusedWith(`${address}sb_publishable_wrong`)).toBe(401)
    expect(await refusedWith(`${address}${secretKey}`, { origin: server.url })).toBe(401)
    expect(await refusedWith(addressOf(server).replace('2.0.0', '3.0.0'))).toBe(400)
  })

  test('a refusal has the headers of every answer, and its text', async () => {
    const refused = await refusalAt(addressOf(server), { origin: 'https://elsewhere.example.test' })
    expect(refused?.headers).toMatchObject({ ...BASELINE_HEADERS, 'cache-control': 'no-store' })
    const length = Number(refused?.headers['content-length'])
    expect(length).toBe(JSON.stringify({ message: 'pages of this origin may not connect' }).length)
  })

  test('only this address takes WebSockets; others answer as if nothing were asked', async () => {
    expect(await refusedWith(`${server.url.replace('http', 'ws')}/livez`)).toBe(200)
    expect(await refusedWith(`${server.url.replace('http', 'ws')}/rest/v1/`)).toBe(200)
    expect((await server.fetch('/realtime/v1/websocket')).status).toBe(426)
  })

  test('an address has so many connections, the server so many in all', async () => {
    const opened: Raw[] = []
    const from = (address: string) => ({ 'x-forwarded-for': address })
    for (let i = 0; i < 10; i++) opened.push(await open(strict, from('192.0.2.1')))
    expect(await refusedWith(addressOf(strict), from('192.0.2.1'))).toBe(429)
    for (let i = 2; i < 4; i++) opened.push(await open(strict, from(`192.0.2.${i}`)))
    expect(await refusedWith(addressOf(strict), from('192.0.2.9'))).toBe(503)
    for (const { socket } of opened) socket.terminate()
  })
})

describe('what a connection may send', () => {
  test('joins have a rate, and a connection that ignores it ends', async () => {
    const { socket, frames, closed } = await open(strict)
    for (let i = 0; i < 8; i++) socket.send(join(`realtime:r${i}`, String(i)))
    expect(await closed).toBe(1008)
    expect(JSON.stringify(frames.all)).toContain('ClientJoinRateLimitReached')
  })

  test('so do messages: the channel ends', async () => {
    const { socket, frames } = await open(server)
    socket.send(join('realtime:chat', '1'))
    await frames.first(1)
    const limited = await open(strict)
    const postgres_changes = [{ event: '*', schema: 'public', table: 'tags' }]
    limited.socket.send(join('realtime:chat', '1', { postgres_changes }, strictToken))
    await limited.frames.first(1)
    for (let i = 0; i < 12; i++) {
      limited.socket.send(
        JSON.stringify(['1', String(i + 2), 'realtime:chat', 'broadcast', { type: 'broadcast', event: 'x' }]),
      )
    }
    await limited.frames.find(([, , , event]) => event === 'phx_close')
    expect(JSON.stringify(limited.frames.all)).toContain('Too many messages per second')
    socket.terminate()
    limited.socket.terminate()
  })

  test('a connection has a hundred channels', async () => {
    const { socket, frames } = await open(server)
    for (let i = 0; i < 101; i++) socket.send(join(`realtime:many-${i}`, String(i)))
    const refused = await frames.find((frame) => JSON.stringify(frame).includes('ChannelRateLimitReached'))
    expect(refused[2]).toBe('realtime:many-100')
    socket.terminate()
  })

  test('a broadcast has a size; a frame beyond reason ends the connection', async () => {
    const client = server.client()
    const channel = await joined(client.channel('large', { config: { broadcast: { ack: true } } }))
    const payload = { text: 'x'.repeat(300_000) }
    expect(await channel.send({ type: 'broadcast', event: 'large', payload })).toBe('error')
    await expect(client.channel('large').httpSend('large', payload)).rejects.toThrow('too large')
    await client.removeAllChannels()

    const { socket, closed } = await open(server)
    socket.send('x'.repeat(1_100_000))
    expect(await closed).toBe(1009)
  })

  test.each([
    ['no JSON', 'hello'],
    ['no topic', '[]'],
    ['a ref of the wrong kind', '[{},{},"phoenix","heartbeat",{}]'],
    ['an unknown kind of bytes', Buffer.from([9, 0, 0, 0, 0, 0, 0])],
    ['bytes that end too early', Buffer.from([3, 255, 0, 0, 0, 0, 1])],
  ])('%s ends the connection as a broken protocol', async (_, frame) => {
    const { socket, closed } = await open(server)
    socket.send(frame)
    expect(await closed).toBe(1002)
  })

  test('what is nested beyond reason does not end the server', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    for (const event of ['broadcast', 'presence', 'phx_join', 'access_token', 'heartbeat']) {
      const { socket } = await open(server)
      socket.send(join('realtime:deep', '1'))
      const payload = `{"type":"x","event":"track","access_token":${deep},"config":${deep},"payload":${deep}}`
      socket.send(`["1","2","realtime:deep","${event}",${payload}]`)
      socket.send(`["1","3","realtime:deep","phx_join",{"config":{"postgres_changes":[{"more":${deep}}]}}]`)
      socket.terminate()
    }
    const { socket, frames } = await open(server)
    socket.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]))
    await frames.first(1)
    socket.terminate()
  })

  test.each([
    ['realtime:', 'TopicNameRequired'],
    ['room', 'TopicNameRequired'],
    [`realtime:${'x'.repeat(300)}`, 'TopicNameRequired'],
  ])('the topic %s is refused', async (topic, reason) => {
    const { socket, frames } = await open(server)
    socket.send(join(topic, '1'))
    expect(JSON.stringify(await frames.first(1))).toContain(reason)
    socket.terminate()
  })

  test('a join that cannot be read is refused, and the connection stays', async () => {
    const { socket, frames } = await open(server)
    socket.send(join('realtime:a', '1', { private: 'perhaps' }))
    socket.send(JSON.stringify(['2', '2', 'realtime:b', 'broadcast', {}]))
    socket.send(JSON.stringify([null, '3', 'phoenix', 'heartbeat', {}]))
    const answerTo = (ref: string) => frames.find((frame) => frame[1] === ref)
    expect(JSON.stringify(await answerTo('1'))).toContain('InvalidJoinPayload')
    expect(JSON.stringify(await answerTo('2'))).toContain('unmatched topic')
    expect(await answerTo('3')).toEqual([null, '3', 'phoenix', 'phx_reply', { status: 'ok', response: {} }])
    socket.terminate()
  })
})

describe('a client that does not read', () => {
  test('is let go, and the others stay', async () => {
    const [slow, quick] = [await open(server), await open(server)]
    for (const { socket, frames } of [slow, quick]) {
      socket.send(join('realtime:flood', '1', { broadcast: { ack: true } }))
      await frames.first(1)
    }
    slow.socket.pause()
    const flood = { type: 'broadcast', event: 'flood', payload: { text: 'x'.repeat(200_000) } }
    for (let n = 1; n <= 120; n++) {
      quick.socket.send(JSON.stringify(['1', `${n}`, 'realtime:flood', 'broadcast', flood]))
      await quick.frames.find(([, ref, , event]) => ref === `${n}` && event === 'phx_reply')
    }
    slow.socket.resume()
    expect([1013, 1006]).toContain(await slow.closed)
    expect(quick.socket.readyState).toBe(WebSocket.OPEN)
    quick.socket.terminate()
  })
})

describe('without public channels', () => {
  test('nobody broadcasts or is present in one, and changes of tables are heard all the same', async () => {
    const client = strict.client()
    expect(await refusalOf(client, client.channel('room'))).toContain('PrivateOnly')
    await expect(client.channel('room').httpSend('x', {})).rejects.toThrow('only allows private')
    const channel = () =>
      client.channel('changes').on('postgres_changes', { event: '*', schema: 'public' }, () => undefined)
    // Nothing is announced that a stranger may read: nothing would be left of the channel.
    expect(await refusalOf(client, channel())).toContain('RealtimeDisabledForConfiguration')
    await client.realtime.setAuth(strictToken)
    await joined(channel())
    await client.removeAllChannels()
  })
})

test('a server that speaks HTTP/2 takes WebSockets over TLS as well', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-tls-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...made, '-subj', '/CN=localhost', '-days', '2'], { stdio: 'ignore' })
  const secure = await startServer({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key })
  const socket = new WebSocket(addressOf(secure).replace('ws:', 'wss:'), { rejectUnauthorized: false })
  const answer = new Promise((resolve) => socket.once('message', (data) => resolve(JSON.parse(textOf(data)))))
  socket.once('open', () => socket.send(join('realtime:secure', '1')))
  expect(await answer).toMatchObject(['1', '1', 'realtime:secure', 'phx_reply', { status: 'ok' }])
  await secure.stop()
  fs.rmSync(folder, { recursive: true })
})

test('a server that stops closes its connections, for clients to come back', async () => {
  const stopping = await startServer()
  const { closed } = await open(stopping)
  await stopping.stop()
  expect(await closed).toBe(1001)
})
