import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { ROOT } from '../support/server/server-process.ts'
import { type TestNode, type TestServer, startNode, startServer } from '../support/server/test-server.ts'

const BUCKET = 'encrypted-files'
const FAILS = path.join(ROOT, 'test/support/server/fails-on-signal.mjs')

let server: TestServer
let me: Person
let node: TestNode
beforeAll(async () => {
  server = await startServer()
  me = await signedInPerson(server)
})
afterEach(() => node.kill())
afterAll(() => server.stop())

const ask = (target: string) => fetch(`http://127.0.0.1:${node.port}${target}`)

/** An upload of which half has arrived. */
async function begin(): Promise<{ finish: () => Promise<number>; broken: Promise<unknown> }> {
  const request = http.request({
    host: '127.0.0.1',
    port: node.port,
    method: 'POST',
    path: `/storage/v1/object/${BUCKET}/${me.session.user.id}/${crypto.randomUUID()}`,
    headers: { authorization: `Bearer ${me.session.access_token}`, 'content-length': '20' },
  })
  const answered = new Promise<number>((resolve, reject) => {
    request.once('response', (response) => resolve(response.resume().statusCode ?? 0)).once('error', reject)
  })
  const broken = answered.catch((error: unknown) => error)
  request.write('0123456789')
  await expect.poll(() => fs.readdirSync(path.join(node.folder, 'storage/staging'))).toHaveLength(1)
  return {
    finish: () => {
      request.end('0123456789')
      return answered
    },
    broken,
  }
}

describe('a stop', () => {
  test('takes readiness away first, and keeps its port open until what was begun is answered: a balancer must not take it for gone', async () => {
    node = await startNode(server, { STOP_DELAY_SECONDS: '1' })
    expect([(await ask('/readyz')).status, (await ask('/readyz?otherwise=404')).status]).toEqual([200, 200])
    const upload = await begin()
    node.process.kill('SIGTERM')
    await expect.poll(async () => (await ask('/readyz')).status).toBe(503)
    expect(await (await ask('/readyz')).json()).toEqual({ status: 'stopping' })
    expect((await ask('/livez')).status).toBe(200)
    await sleep(2000)
    expect([(await ask('/readyz?otherwise=404')).status, (await ask('/readyz?otherwise=200')).status]).toEqual([
      404, 503,
    ])
    expect(await upload.finish()).toBe(200)
    expect(await node.process.ended).toBe(0)
  })

  test('answers what was begun, also while a client keeps its connection busy, and ends with 0', async () => {
    node = await startNode(server)
    const upload = await begin()
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const statuses: (number | undefined)[] = []
    const over = new AbortController()
    const busy = (async () => {
      while (!over.signal.aborted) {
        const status = await new Promise<number | undefined>((resolve) => {
          http
            .get({ host: '127.0.0.1', port: node.port, path: '/readyz', agent }, (response) => {
              response.resume().once('end', () => resolve(response.statusCode))
            })
            .once('error', () => resolve(undefined))
        })
        statuses.push(status)
      }
    })()
    await expect.poll(() => statuses.length).toBeGreaterThan(5)
    node.process.kill('SIGTERM')
    await expect.poll(() => statuses.at(-1)).not.toBe(200)
    expect(await upload.finish()).toBe(200)
    expect(await node.process.ended).toBe(0)
    over.abort()
    await busy
    agent.destroy()
    expect(node.process.log()).not.toContain('Not stopped within')
  })

  test('waits for no connection that began a request and says no more', async () => {
    node = await startNode(server, { STOP_LIMIT_SECONDS: '8' })
    const half = net.connect(node.port, '127.0.0.1')
    half.on('error', () => undefined)
    await new Promise((resolve) => half.write('GET /readyz HTTP/1.1\r\nhost: x\r\n', resolve))
    expect((await ask('/readyz')).status).toBe(200)
    node.process.kill('SIGTERM')
    expect(await node.process.ended).toBe(0)
    half.destroy()
  })

  test('says what hung after its limit, ends the rest in order, and ends with 1', async () => {
    node = await startNode(server, { STOP_LIMIT_SECONDS: '1' })
    const upload = await begin()
    node.process.kill('SIGTERM')
    expect(await node.process.ended).toBe(1)
    expect(node.process.log()).toMatch(
      /Not stopped within 1 s: cut off POST \/storage\/v1\/object\/:bucket\/\* for 1 s/,
    )
    expect(node.process.log()).not.toContain(me.session.user.id)
    expect(node.process.log()).not.toContain('Given up')
    expect(await upload.broken).toBeInstanceOf(Error)
  })

  test('is one at once with the second signal', async () => {
    node = await startNode(server, { STOP_LIMIT_SECONDS: '3600' })
    await begin().then(({ broken }) => void broken)
    node.process.kill('SIGTERM')
    await expect.poll(node.process.log).toContain('Stopping: SIGTERM')
    // npm repeats a signal within half a second.
    await sleep(700)
    node.process.kill('SIGTERM')
    expect(await node.process.ended).toBe(1)
  })

  test('closes WebSockets with a code after which clients connect again', async () => {
    node = await startNode(server)
    const apikey = server.secrets.publishableKeys[0]
    const socket = new WebSocket(`ws://127.0.0.1:${node.port}/realtime/v1/websocket?apikey=${apikey}&vsn=1.0.0`)
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    node.process.kill('SIGTERM')
    expect(await closed).toBe(1001)
    expect(await node.process.ended).toBe(0)
  })
})

describe('an error that nothing caught', () => {
  test.each([
    ['is thrown', 'SIGUSR2', 'uncaughtException'],
    ['is of a promise that nobody looks at', 'SIGHUP', 'unhandledRejection'],
  ] as const)(
    'and %s is a line of the log without secrets, counted, and the process ends in order with 1',
    async (_, signal, origin) => {
      node = await startNode(server, {}, FAILS)
      const upload = await begin()
      node.process.kill(signal)
      await expect.poll(node.process.log).toContain('Stopping: an error that nothing caught')
      expect(await upload.finish(), 'what was begun is answered').toBe(200)
      expect(await node.process.ended).toBe(1)

      const line =
        node.process
          .log()
          .split('\n')
          .find((one) => one.includes('E_PLANTED')) ?? ''
      expect(JSON.parse(line)).toMatchObject({
        level: 60,
        origin,
        msg: 'an error that nothing caught ends the process',
        error: { type: 'Error', code: 'E_PLANTED', stack: expect.stringContaining('fails-on-signal.mjs') },
      })
      expect(node.process.log()).not.toMatch(/of-somebody|ada@example/)
      const counted = fs.readFileSync(path.join(node.folder, 'crashes.jsonl'), 'utf8')
      expect(counted).toMatch(/^\{"at":"[^"]+","type":"Error","code":"E_PLANTED"\}\n$/)
    },
  )
})
