import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { BlobPage, BlobStore } from '#server/storage/blobs/blob-store.ts'
import { collectGarbage } from '#server/storage/blobs/collector.ts'
import { createS3Store } from '#server/storage/blobs/s3-store.ts'
import { sweepContent } from '#server/storage/upkeep/sweep.ts'
import { type S3Server, startS3 } from '../support/counterparts/s3-server.ts'
import { PART, type StorageApp, startStorage } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { expectSameBytes } from '../support/same-bytes.ts'

const BUCKET = 'encrypted-files'
const MiB = 1024 * 1024

let server: TestServer
let s3: S3Server
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

test('an object that replaces another is a blob of its own, and the former goes with the collector', async () => {
  const [older, newer] = [new Uint8Array(randomBytes(1000)), new Uint8Array(randomBytes(2000))]
  await store1('replaced.bin', older)
  const former = await blobOf('replaced.bin')
  const refused = await storage.request(target('replaced.bin'), { method: 'POST', body: newer })
  expect(refused.status).toBe(400)
  const replaced = await storage.request(target('replaced.bin'), {
    method: 'POST',
    body: newer,
    headers: { 'x-upsert': 'true' },
  })
  expect(replaced.status).toBe(200)

  const present = await blobOf('replaced.bin')
  expect(present.Key).not.toBe(former.Key)
  expectSameBytes(await storage.download('replaced.bin'), newer)
  // A backup that began before still finds it.
  const { Body } = await s3.client.send(new GetObjectCommand(former))
  expectSameBytes(Buffer.from((await Body?.transformToByteArray()) ?? []), older)

  await server.database.owner(`update storage.orphan_blobs set orphaned_at = now() - interval '2 days'`)
  await collectGarbage(server.database, storage.store)
  await expect(s3.client.send(new HeadObjectCommand(former))).rejects.toThrow()
  expectSameBytes(await storage.download('replaced.bin'), newer)
})

test('a whole copy replaces the damaged bytes of a blob', async () => {
  const bytes = new Uint8Array(randomBytes(5000))
  await store1('mended.bin', bytes)
  const { Bucket, Key } = await blobOf('mended.bin')
  await s3.client.send(new PutObjectCommand({ Bucket, Key, Body: randomBytes(5000) }))
  const upload = randomUUID()
  await storage.store.write(upload, 0, Readable.from([Buffer.from(bytes)]), { limit: bytes.length, idleMs: 10_000 })
  await storage.store.replace(upload, path.basename(Key))
  await storage.store.discard(upload)
  expectSameBytes(await storage.download('mended.bin'), bytes)
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

test('content that is missing from the bucket, or has another size there, is said to be lost', async () => {
  await store1('lost.bin', new Uint8Array(10))
  await store1('short.bin', new Uint8Array(10))
  await store.remove(path.basename((await blobOf('lost.bin')).Key))
  await s3.client.send(new PutObjectCommand({ ...(await blobOf('short.bin')), Body: new Uint8Array(9) }))

  for (const name of ['lost.bin', 'short.bin']) {
    const response = await storage.request(target(name))
    expect(await response.json()).toMatchObject({ statusCode: '500', code: 'ContentLost' })
  }
  const { rows } = await server.database.owner(
    `select event_type, details ->> 'found_by' as found_by from system_audit_log where event_type like 'content.%' order by 1`,
  )
  expect(rows).toEqual([
    { event_type: 'content.damaged', found_by: 'read' },
    { event_type: 'content.missing', found_by: 'read' },
  ])
})

test('the bucket is listed page by page in the order of the ids, past what is not ours', async () => {
  const { Bucket } = await blobOf('small.bin')
  const own = Array.from({ length: 1003 }, () => `ab${randomUUID().slice(2)}`).sort()
  const keys = [...own.map((id) => `blobs/ab/${id}`), 'blobs/ab/zz-not-ours', 'blobs/readme.txt', 'elsewhere/file']
  const left = [...keys]
  const putSome = async (): Promise<void> => {
    for (let Key = left.pop(); Key !== undefined; Key = left.pop()) {
      await s3.client.send(new PutObjectCommand({ Bucket, Key, Body: new Uint8Array(3) }))
    }
  }
  await Promise.all(Array.from({ length: 8 }, putSome))

  const pages: BlobPage[] = []
  for (let page: BlobPage | undefined; !page?.isLast; pages.push(page)) page = await store.list(page?.upTo)

  const listed = pages.flatMap(({ blobs }) => blobs)
  const ids = listed.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted())
  expect(ids.filter((id) => own.includes(id))).toEqual(own)
  expect(pages.length).toBeGreaterThan(1)
  expect(Math.max(...pages.map(({ blobs }) => blobs.length))).toBeLessThanOrEqual(1000)
  expect(listed.find(({ id }) => id === own[0])).toMatchObject({ sizeBytes: 3 })
  const known = path.basename((await blobOf('small.bin')).Key)
  expect(listed.find(({ id }) => id === known)).toMatchObject({ sizeBytes: 3 * MiB })

  // Nothing is an hour old, so nothing is left over; and nothing that has a row is missed.
  await server.database.owner('delete from storage.lost_content')
  await server.database.owner(`delete from storage.objects where name like '%lost.bin' or name like '%short.bin'`)
  const swept = { database: server.database, store, lost: server.lost, settings: server.config.upkeep }
  expect(await sweepContent(swept)).toBe(true)
  const { rows } = await server.database.owner<{ blobs: string; losses: string }>(
    'select blobs, losses from storage.sweep',
  )
  expect(rows).toEqual([{ blobs: String(listed.length), losses: '0' }])
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

  expect((await other.patch(location, 0, bytes)).status).toBe(204)
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
