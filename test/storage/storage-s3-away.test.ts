import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { createS3Store } from '#server/storage/blobs/s3-store.ts'
import { mayMount } from '../support/may-mount.ts'
import { PART, random, type StorageApp, startStorage } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

const BUCKET = 'encrypted-files'
const SILENCE_MS = 300

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void
const stores: Answer = (request, response) => {
  request.resume().once('end', () => response.writeHead(200, { etag: '"1"' }).end())
}
const isBusy: Answer = (request, response) => {
  const body = '<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>'
  request.resume().once('end', () => response.writeHead(503, { 'content-type': 'application/xml' }).end(body))
}
const saysNothing: Answer = (request) => void request.resume()

let server: TestServer
let s3: http.Server
let answer: Answer = stores
let storage: StorageApp
let folder: string
let sent = 0
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'silent' })
  s3 = http.createServer((request, response) => {
    if (request.method === 'PUT') sent += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => s3.listen(0, '127.0.0.1', resolve))
  folder = path.join(server.config.dataDir, 's3-away')
  storage = await startOn(folder)
})
beforeEach(() => {
  answer = stores
  sent = 0
})
afterAll(async () => {
  await storage.stop()
  s3.closeAllConnections()
  s3.close()
  await server.stop()
})

async function startOn(directory: string): Promise<StorageApp> {
  fs.mkdirSync(path.join(directory, 'blobs'), { recursive: true })
  const endpoint = `http://127.0.0.1:${(s3.address() as AddressInfo).port}`
  const settings = {
    endpoint,
    region: 'us-east-1',
    bucket: 'vault',
    accessKeyId: 'test',
    secretAccessKey: 'test',
    sharesUploads: true,
  }
  const store = await createS3Store(directory, settings, { silenceMs: SILENCE_MS })
  return startStorage(server, { folder: directory, store })
}

const target = ({ myId }: StorageApp, name: string) => `/storage/v1/object/${BUCKET}/${myId}/${name}`
const upload = (name: string) => storage.request(target(storage, name), { method: 'PUT', body: random(PART) })

test.each([
  ['answers 503', isBusy],
  ['takes the request and says nothing', saysNothing],
])('a bucket that %s is an outage: the bytes are sent three times, and nothing is stored', async (_, how) => {
  answer = how
  const refused = await upload('away.bin')
  expect([refused.status, await refused.json()]).toEqual([
    503,
    {
      statusCode: '503',
      error: 'StorageUnavailable',
      message: 'The server cannot reach its storage at the moment. Try again shortly.',
      code: 'StorageUnavailable',
    },
  ])
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(sent).toBe(3)
  expect(storage.staged()).toEqual([])

  answer = stores
  expect((await upload('away.bin')).status).toBe(200)
})

test('a part of a resumable upload says the same and does not count; sent again, it completes the upload', async () => {
  const location = await storage.createParts('parts.bin', 2 * PART)
  expect((await storage.patch(location, 0, random(PART))).status).toBe(204)
  answer = isBusy
  const refused = await storage.patch(location, PART, random(PART))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  answer = stores
  expect(await storage.parts(location)).toBe('0')
  expect((await storage.patch(location, PART, random(PART))).status).toBe(204)
  expect((await storage.request(location, { method: 'HEAD' })).headers.get('tus-complete')).toBe('1')
})

test('a download that the bucket does not serve is an outage as well', async () => {
  expect((await upload('down.bin')).status).toBe(200)
  answer = isBusy
  const refused = await storage.request(`/storage/v1/object/authenticated/${BUCKET}/${storage.myId}/down.bin`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
})

test(
  'a full disk before the bucket is an outage: there is room again when other uploads have gone on',
  needs(mayMount, 'root, to mount a small disk'),
  async () => {
    const small = fs.mkdtempSync('/tmp/quantumshield-staging-')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small])
    const there = await startOn(small)
    try {
      const send = () => there.request(target(there, 'full.bin'), { method: 'POST', body: random(2 * PART) })
      fs.writeFileSync(path.join(small, 'of others'), random(3 * PART))
      const refused = await send()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      fs.rmSync(path.join(small, 'of others'))
      expect((await send()).status).toBe(200)
    } finally {
      await there.stop()
      execFileSync('umount', [small])
      fs.rmdirSync(small)
    }
  },
)

test('a staging folder that somebody removed is made again', async () => {
  fs.rmSync(path.join(folder, 'staging'), { recursive: true })
  expect((await upload('again.bin')).status).toBe(200)
})
