import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createS3Store } from '#server/storage/blobs/s3-store.ts'
import { PART, random, type StorageApp, startStorage } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

/** A request that waits is asked about after so long. The client itself would give up after a minute only. */
const SOON = { afterMs: 300, everyMs: 50, askMs: 500 }
const LONG_MS = 1500

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

let server: TestServer
let storage: StorageApp
let sent = 0
const isThere: Answer = (request, response) => void request.resume().once('end', () => response.end())
const saysNothing: Answer = (request) => void request.resume()
let answer: Answer = isThere
const s3 = http.createServer((request, response) => {
  if (request.method === 'PUT') sent += 1
  answer(request, response)
})

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'silent' })
  await new Promise<void>((resolve) => s3.listen(0, '127.0.0.1', resolve))
  const address = s3.address()
  const endpoint = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
  const keys = { accessKeyId: 'test', secretAccessKey: 'test' }
  const settings = { endpoint, region: 'us-east-1', bucket: 'vault', ...keys, sharesUploads: true }
  const folder = path.join(server.config.dataDir, 's3-silent')
  storage = await startStorage(server, { folder, store: await createS3Store(folder, settings, { watch: SOON }) })
})
beforeEach(() => {
  answer = isThere
  sent = 0
})
afterAll(async () => {
  await storage.stop()
  s3.closeAllConnections()
  s3.close()
  await server.stop()
})

const target = (name: string) => `/storage/v1/object/encrypted-files/${storage.myId}/${name}`
const upload = (name: string) => storage.request(target(name), { method: 'PUT', body: random(PART) })

test('a bucket that is out of reach is an outage at once: nothing is sent again, and nothing is stored', async () => {
  answer = saysNothing
  const refused = await upload('cut.bin')
  expect([refused.status, refused.headers.get('retry-after'), sent]).toEqual([503, '5', 1])
  expect(storage.staged()).toEqual([])
  answer = isThere
  expect((await upload('cut.bin')).status).toBe(200)
})

test('one that only takes long to store is waited for', async () => {
  answer = (request, response) => {
    const waitMs = request.method === 'PUT' ? LONG_MS : 0
    request.resume().once('end', () => setTimeout(() => response.end(), waitMs))
  }
  expect([(await upload('slow.bin')).status, sent]).toEqual([200, 1])
})

test('so is one that says no to the question, as where keys may store and not ask', async () => {
  answer = (request, response) => {
    const [status, waitMs] = request.method === 'PUT' ? [200, LONG_MS] : [403, 0]
    request.resume().once('end', () => setTimeout(() => response.writeHead(status).end(), waitMs))
  }
  expect([(await upload('asked.bin')).status, sent]).toEqual([200, 1])
})

test('a download breaks off where the bucket falls silent in the middle of it', async () => {
  expect((await upload('half.bin')).status).toBe(200)
  let asked = 0
  answer = (request, response) => {
    if (asked > 1) return
    asked += 1
    response.writeHead(request.method === 'GET' ? 206 : 200, { 'content-length': PART })
    if (request.method === 'GET') response.write(random(PART / 2))
    else response.end()
  }
  const download = await storage.request(target('half.bin'))
  await expect(download.arrayBuffer()).rejects.toThrow()
  expect(asked).toBe(2)
})
