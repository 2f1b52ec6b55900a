import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Refusal, refuseWith } from './refusal.ts'
import { sendFile } from './send-file.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-send-file-'))
/** More than the buffers of a connection hold, and no smaller when packed: the server still reads when the client leaves. */
const content = randomBytes(32 * 1024 * 1024)
const large = path.join(folder, 'large')
/** Several pieces of a stream. */
const small = content.subarray(0, 1024 * 1024)
const lines: string[] = []
let app: FastifyInstance
let late = ''

beforeAll(async () => {
  fs.writeFileSync(large, content)
  fs.writeFileSync(path.join(folder, 'small'), small)
  fs.mkdirSync(path.join(folder, 'unreadable'))
  app = Fastify({ logger: { level: 'error', stream: { write: (line) => void lines.push(line) } } })
  app.setErrorHandler(
    refuseWith('the file was not sent', { unforeseen: () => new Refusal(500, 'internal', 'Try again.') }),
  )
  app.get('/:name', async (request, reply) => {
    const file = path.join(folder, (request.params as { name: string }).name)
    return sendFile(request, reply, { file, headers: { 'content-type': 'text/plain', 'cache-control': 'immutable' } })
  })
  app.get('/late/:name', async (request, reply) => {
    late = 'waiting'
    await once(reply.raw, 'close')
    await sendFile(request, reply, { file: large, headers: {} })
    late = 'sent'
    return reply
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(() => void lines.splice(0))
afterAll(async () => {
  await app.close()
  fs.rmSync(folder, { recursive: true })
})

const ask = (name: string, encoding: string) =>
  app.inject({ url: `/${name}`, headers: { 'accept-encoding': encoding } })

test.each([
  ['gzip', true],
  ['deflate, GZIP;q=0.5, br', true],
  ['gzip;q=0', false],
  ['gzip;q=0.000, br', false],
  ['x-gzip', false],
  ['', false],
])('to who takes "%s" it is packed: %s', async (encoding, isPacked) => {
  const answer = await ask('small', encoding)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain',
    'cache-control': 'immutable',
    vary: 'accept-encoding',
  })
  expect(answer.headers['content-encoding']).toBe(isPacked ? 'gzip' : undefined)
  const body = isPacked ? gunzipSync(answer.rawPayload) : answer.rawPayload
  expect(body.equals(small)).toBe(true)
  expect(answer.headers['content-length']).toBe(isPacked ? undefined : String(small.length))
})

test.each([
  ['absent', 'gzip'],
  ['absent', 'identity'],
  ['unreadable', 'gzip'],
  ['unreadable', 'identity'],
])('a file that is %s is a failure that is answered and logged, to who takes %s', async (name, encoding) => {
  const answer = await ask(name, encoding)
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ code: 'internal', message: 'Try again.' })
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(answer.headers).not.toHaveProperty('cache-control')
  expect(lines.join('')).toContain('the file was not sent')
})

/** Linux lists what a process has open. */
const openCount = () =>
  fs.readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${fd}`) === large
    } catch {
      return false
    }
  }).length

test.skipIf(process.platform !== 'linux').each(['gzip', 'identity'])(
  'a client that leaves in the middle leaves no file open, %s',
  async (encoding) => {
    const { port } = app.server.address() as AddressInfo
    const whileSent = await new Promise<number>((resolve, reject) => {
      const request = http.get({ port, path: '/large', headers: { 'accept-encoding': encoding } }, (answer) => {
        answer.once('data', () => {
          const count = openCount()
          answer.once('close', () => resolve(count)).once('error', () => undefined)
          request.destroy()
        })
      })
      request.once('error', reject)
    })
    expect(whileSent).toBe(1)
    await expect.poll(openCount).toBe(0)
  },
)

test.skipIf(process.platform !== 'linux')('a client that left before it is answered leaves no file open', async () => {
  const { port } = app.server.address() as AddressInfo
  const request = http.get({ port, path: '/late/large', headers: { 'accept-encoding': 'gzip' } })
  request.once('error', () => undefined)
  await expect.poll(() => late).toBe('waiting')
  request.destroy()
  await expect.poll(() => late).toBe('sent')
  await expect.poll(openCount).toBe(0)
})
