import { once } from 'node:events'
import http2 from 'node:http2'
import net from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { limitBodyTime, streamsBodies } from './body-deadline.ts'
import { endIdleSessions, limitConnections } from './connection-limits.ts'

let app: FastifyInstance
afterEach(() => app.close())

async function listen(): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as net.AddressInfo).port
}

/** Sends the head of a request and the first byte of its body, and waits for what comes. */
async function dawdle(port: number, path: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{`)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  await once(socket, 'close')
  return answer
}

test('a body that does not arrive in time is answered and its connection closed; routes that stream watch by themselves', async () => {
  app = Fastify()
  limitBodyTime(app, { afterMs: 100, everyMs: 20, leastBytesPerSecond: 1000 })
  app.post('/parsed', async () => 'never')
  const streamed = Promise.withResolvers<void>()
  await app.register(async (scope) => {
    streamsBodies(scope)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.post('/streamed', async ({ raw }) => {
      raw.resume()
      streamed.resolve()
      await once(raw, 'end')
      return 'read'
    })
  })
  const port = await listen()
  const slow = net.connect(port, '127.0.0.1')
  slow.write(
    'POST /streamed HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: 2\r\nconnection: close\r\n\r\n1',
  )
  await streamed.promise

  expect(await dawdle(port, '/parsed')).toMatch(/^HTTP\/1\.1 408 /)
  slow.write('2')
  const [answer] = (await once(slow, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
})

test('a slow line that keeps its pace is waited for, and ended when it loses it', async () => {
  app = Fastify()
  limitBodyTime(app, { afterMs: 100, everyMs: 20, leastBytesPerSecond: 1000 })
  app.post('/parsed', async ({ body }) => String(JSON.stringify(body).length))
  const port = await listen()
  const slow = async (stopsAt: number): Promise<string> => {
    const socket = net.connect(port, '127.0.0.1')
    socket.write(`POST /parsed HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`)
    socket.write(`content-type: application/json\r\ncontent-length: 6002\r\n\r\n"`)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    let sent = 0
    const timer = setInterval(() => {
      if (sent === stopsAt) return
      sent += 200
      socket.write(sent === 6000 ? `${'a'.repeat(200)}"` : 'a'.repeat(200))
      if (sent === 6000) clearInterval(timer)
    }, 20)
    await once(socket, 'close')
    clearInterval(timer)
    return answer
  }
  expect(await slow(6000)).toMatch(/^HTTP\/1\.1 200 .*6002$/s)
  expect(await slow(600)).toMatch(/^HTTP\/1\.1 408 /)
})

test('a connection of HTTP/2 that begins a request and says no more is ended; one that waits for its answer gets it', async () => {
  const served = Fastify({ http2: true })
  app = served as unknown as FastifyInstance
  endIdleSessions(served.server, 100)
  const answer = Promise.withResolvers<string>()
  served.get('/', () => answer.promise)
  const port = await listen()
  const client = http2.connect(`http://127.0.0.1:${port}`)
  const asked = client.request({ ':path': '/' })
  const half = net.connect(port, '127.0.0.1')
  half.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  // Settings, then headers that have not ended.
  half.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0x82]))
  half.resume()

  await once(half, 'close')
  answer.resolve('late')
  const [chunk] = (await once(asked, 'data')) as [Buffer]
  expect(chunk.toString()).toBe('late')
  client.close()
})

test('one address opens so many connections and no more, until one is closed', async () => {
  app = Fastify()
  app.get('/', async () => 'here')
  limitConnections(app.server, { factor: 2 / 512, isBehindProxy: false })
  const port = await listen()
  const open = () => net.connect(port, '127.0.0.1')
  const ask = async (socket: net.Socket): Promise<string> => {
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const answer = await Promise.race([once(socket, 'data'), once(socket, 'close')])
    return String(answer[0]).slice(0, 12)
  }
  const [first, second] = [open(), open()]
  expect(await ask(first)).toBe('HTTP/1.1 200')
  expect(await ask(second)).toBe('HTTP/1.1 200')
  expect(await ask(open())).not.toBe('HTTP/1.1 200')
  first.destroy()
  await expect.poll(() => ask(open())).toBe('HTTP/1.1 200')
  second.destroy()
})
