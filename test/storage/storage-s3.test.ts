import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { CreateBucketCommand, HeadObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { collectGarbage } from '#server/storage/blobs/collector.ts'
import { type S3Settings, createS3Store } from '#server/storage/blobs/s3-store.ts'
import { PART, type StorageApp, startStorage } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { expectSameBytes } from '../support/same-bytes.ts'

const BUCKET = 'encrypted-files'
const MiB = 1024 * 1024

let server: TestServer
let s3: { settings: S3Settings; client: S3Client; stop: () => Promise<void> }
let storage: StorageApp
let store: BlobStore

beforeAll(async () => {
  server = await startServer()
  s3 = await startS3()
  const folder = path.join(server.config.dataDir, 's3')
  store = await createS3Store(folder, s3.settings)
  // The helper lists local blobs, of which there must be none.
  fs.mkdirSync(path.join(folder, 'blobs'))
  storage = await startStorage(server, { folder, store })
})
afterAll(async () => {
  await storage.stop()
  await s3.stop()
  await server.stop()
})

/**
 * A server of the protocol from npm; or another one, named by the settings of the real server: `S3_ENDPOINT`, `S3_BUCKET`,
 * `S3_ACCESS_KEY_ID`, `S3_SECRET_ACCESS_KEY`.
 */
async function startS3(): Promise<typeof s3> {
  const named = process.env['S3_ENDPOINT'] ? readConfig(process.env).s3 : undefined
  const own = named ? undefined : await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  const settings = named ?? {
    endpoint: `http://127.0.0.1:${own?.port}`,
    region: 'us-east-1',
    bucket: 'vault',
    accessKeyId: 'test',
    secretAccessKey: 'test',
  }
  const { accessKeyId, secretAccessKey, endpoint, region } = settings
  const client = new S3Client({
    region,
    endpoint: endpoint ?? '',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }))
  return { settings, client, stop: async () => own?.stop() }
}

const target = (name: string) => `/storage/v1/object/${BUCKET}/${storage.myId}/${name}`

async function blobOf(name: string): Promise<{ Bucket: string; Key: string }> {
  const { rows } = await server.database.owner<{ blob_id: string }>(
    'select blob_id from storage.objects where name = $1',
    [`${storage.myId}/${name}`],
  )
  const id = rows[0]?.blob_id ?? ''
  return { Bucket: s3.settings.bucket, Key: `blobs/${id.slice(0, 2)}/${id}` }
}

async function store1(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const response = await storage.request(target(name), { method: 'POST', body: bytes })
  expect(response.status).toBe(200)
}

test('an object lies in the bucket, nothing of it on the disk, and comes back whole', async () => {
  const bytes = new Uint8Array(randomBytes(3 * MiB))
  await store1('small.bin', bytes)

  const { ContentLength } = await s3.client.send(new HeadObjectCommand(await blobOf('small.bin')))

  expect(ContentLength).toBe(bytes.length)
  expect([storage.staged(), storage.blobs()]).toEqual([[], []])
  expectSameBytes(await storage.download('small.bin'), bytes)
})

test('an empty object is stored as well', async () => {
  await store1('empty.bin', new Uint8Array())

  expect(await storage.download('empty.bin')).toHaveLength(0)
})

test('a resumable upload in parts goes to the bucket in several requests', async () => {
  const bytes = new Uint8Array(randomBytes(40 * MiB + 11))
  const location = await storage.createParts('large.bin', bytes.length)
  const border = 80 * PART
  expect((await storage.patch(location, border, bytes.slice(border))).status).toBe(204)
  expect((await storage.patch(location, 0, bytes.slice(0, border))).status).toBe(204)

  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')
  expect(sha256(await storage.download('large.bin'))).toBe(sha256(bytes))
  const { ETag } = await s3.client.send(new HeadObjectCommand(await blobOf('large.bin')))
  // The tag of a multipart upload ends with the number of its parts.
  expect(ETag).toMatch(/-6"?$/)
  expect(storage.staged()).toEqual([])
})

test.each([
  ['bytes=0-0', 0, 1],
  ['bytes=100-199999', 100, 200_000],
  ['bytes=-5', 299_995, 300_000],
])('a range of %s is read from the bucket', async (range, start, end) => {
  const bytes = new Uint8Array(randomBytes(300_000))
  await storage.request(target('range.bin'), { method: 'PUT', body: bytes })

  const response = await storage.request(target('range.bin'), { headers: { range } })

  expect(response.status).toBe(206)
  expectSameBytes(Buffer.from(await response.arrayBuffer()), bytes.subarray(start, end))
})

test('a reader who goes away does not hold the next one up', async () => {
  const bytes = new Uint8Array(randomBytes(20 * MiB))
  await store1('left.bin', bytes)
  const left = new AbortController()
  const response = await storage.request(target('left.bin'), { signal: left.signal })
  await response.body?.getReader().read()
  left.abort()

  expect((await storage.download('left.bin')).length).toBe(bytes.length)
})

test('the collector removes from the bucket what no object uses any more', async () => {
  await store1('removed.bin', new Uint8Array(10))
  const { Bucket, Key } = await blobOf('removed.bin')
  expect((await storage.request(target('removed.bin'), { method: 'DELETE' })).status).toBe(200)
  await server.database.owner(`update storage.orphan_blobs set orphaned_at = now() - interval '25 hours'`)

  expect((await collectGarbage(server.database, store)).blobs).toBeGreaterThanOrEqual(1)

  const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket }))
  expect(Contents?.map((object) => object.Key)).not.toContain(Key)
  expect(Contents?.map((object) => object.Key)).toContain((await blobOf('small.bin')).Key)
})

test('a blob that is missing from the bucket is a missing object', async () => {
  await store1('lost.bin', new Uint8Array(10))
  await store.remove(path.basename((await blobOf('lost.bin')).Key))

  const response = await storage.request(target('lost.bin'))

  expect(await response.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
})

test('while the bucket cannot be reached, uploads and downloads say 503 and keep what they had', async () => {
  const relay = await startRelay(Number(new URL(s3.settings.endpoint ?? '').port))
  const folder = path.join(server.config.dataDir, 's3-relay')
  fs.mkdirSync(path.join(folder, 'blobs'), { recursive: true })
  const throughRelay = await createS3Store(folder, { ...s3.settings, endpoint: `http://127.0.0.1:${relay.port}` })
  const other = await startStorage(server, { folder, store: throughRelay })
  onTestFinished(() => other.stop())
  const bytes = new Uint8Array(randomBytes(PART))
  const location = await other.createParts('later.bin', bytes.length)

  await relay.stop()
  const refused = await other.request(`/storage/v1/object/${BUCKET}/${other.myId}/now.bin`, {
    method: 'POST',
    body: bytes,
  })
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'StorageUnavailable' }])
  expect((await other.patch(location, 0, bytes)).status).toBe(503)
  await relay.start()

  // All parts are there: the upload completes as soon as the bucket is back.
  expect((await other.request(location, { method: 'HEAD' })).headers.get('tus-complete')).toBe('1')
  expectSameBytes(await other.download('later.bin'), bytes)
})

test('a bucket that cannot be used is reported at the start', async () => {
  const folder = path.join(server.config.dataDir, 's3-none')
  await expect(createS3Store(folder, { ...s3.settings, bucket: 'no-such-bucket' })).rejects.toThrow(
    /^The bucket no-such-bucket at http.* cannot be used \(HTTP 404\)\. Check S3_ENDPOINT/,
  )
})

test('half of the settings are refused', () => {
  expect(() => readConfig({ S3_BUCKET: 'vault' })).toThrow(/belong together/)
  expect(readConfig({}).s3).toBeUndefined()
})

/** Forwards connections to a port of this machine, and can be away for a while. */
async function startRelay(to: number) {
  const sockets = new Set<net.Socket>()
  const relay = net.createServer((socket) => {
    const onward = net.connect(to, '127.0.0.1')
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => one.destroy()).on('close', () => sockets.delete(one))
    }
    socket.pipe(onward).pipe(socket)
  })
  let port = 0
  const start = () =>
    new Promise<void>((resolve) => {
      relay.listen(port, '127.0.0.1', () => {
        const address = relay.address()
        if (address && typeof address === 'object') port = address.port
        resolve()
      })
    })
  await start()
  onTestFinished(() => void relay.close())
  return {
    get port() {
      return port
    },
    start,
    stop: () =>
      new Promise<void>((resolve) => {
        relay.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
