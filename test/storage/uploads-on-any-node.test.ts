import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { BlobStoreError } from '#server/blob-store-error.ts'
import type { SharedPieces } from '#server/storage/blobs/blob-store.ts'
import { collectGarbage } from '#server/storage/blobs/collector.ts'
import { createS3Store } from '#server/storage/blobs/s3-store.ts'
import { type S3Server, startS3 } from '../support/counterparts/s3-server.ts'
import type { Person } from '../support/people/people.ts'
import { expectSameBytes } from '../support/same-bytes.ts'
import { PART, type StorageApp, random, startStorage } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

/** Two nodes: each with a disk of its own, over one database and one bucket. */
let server: TestServer
let s3: S3Server
let first: StorageApp
let second: StorageApp

beforeAll(async () => {
  server = await startServer()
  s3 = await startS3()
  first = await startNode('first')
  second = await startNode('second', first.me)
})
afterAll(async () => {
  await first.stop()
  await second.stop()
  await s3.stop()
  await server.stop()
})

async function startNode(name: string, me?: Person): Promise<StorageApp> {
  const folder = path.join(server.config.dataDir, name)
  const store = await createS3Store(folder, s3.settings)
  return startStorage(server, { folder, store, ...(me ? { me } : {}) })
}

const partOf = (bytes: Uint8Array<ArrayBuffer>, part: number) => bytes.slice(part * PART, (part + 1) * PART)
const head = (node: StorageApp, location: string) => node.request(location, { method: 'HEAD' })

function piecesIn(node: StorageApp): SharedPieces {
  if (!node.store.pieces) throw new Error('the store shares nothing')
  return node.store.pieces
}

/** Keys of the pieces of an upload. */
async function piecesOf(location: string): Promise<string[]> {
  const Prefix = `staging/${path.basename(location)}/`
  const { Contents = [] } = await s3.client.send(new ListObjectsV2Command({ Bucket: s3.settings.bucket, Prefix }))
  return Contents.map(({ Key = '' }) => Key)
}

test('parts that arrive on two nodes make one file, and nothing else is left of them', async () => {
  const bytes = random(3 * PART + 100)
  const location = await first.createParts('both.bin', bytes.length)
  for (const [part, node] of [first, second, first, second].entries())
    expect((await node.patch(location, part * PART, partOf(bytes, part))).status).toBe(204)

  expect((await head(first, location)).headers.get('tus-complete')).toBe('1')
  expectSameBytes(await first.download('both.bin'), bytes)
  expect(await piecesOf(location)).toEqual([])
  expect(second.staged()).toEqual([])
})

test('one that is sent in sequence continues on the other node, at the offset that it says', async () => {
  const bytes = random(2 * PART + 7)
  const location = await first.createSequential('sequence.bin', bytes.length)
  expect((await first.patch(location, 0, bytes.slice(0, PART + 3))).status).toBe(204)
  expect((await head(second, location)).headers.get('upload-offset')).toBe(String(PART + 3))
  expect((await second.patch(location, PART + 3, bytes.slice(PART + 3, 2 * PART))).status).toBe(204)
  expect((await first.patch(location, PART + 3, bytes.slice(PART + 3))).status).toBe(409)
  expect((await first.patch(location, 2 * PART, bytes.slice(2 * PART))).status).toBe(204)
  expectSameBytes(await second.download('sequence.bin'), bytes)
})

test('a node that never heard of an upload says what arrived, and deletes nothing', async () => {
  const location = await first.createParts('asked.bin', 2 * PART)
  await first.patch(location, 0, random(PART))
  expect(await second.parts(location)).toBe('0')
  expect(await first.parts(location)).toBe('0')
})

test('of two nodes that take the same part at once one counts, and both answer with success', async () => {
  for (let round = 0; round < 6; round++) {
    const [older, newer] = [random(2 * PART), random(2 * PART)]
    const name = `same-${round}.bin`
    const location = await first.createParts(name, 2 * PART)
    const answers = await Promise.all([
      first.patch(location, 0, partOf(older, 0)),
      second.patch(location, 0, partOf(newer, 0)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect((await (round % 2 ? first : second).patch(location, PART, partOf(older, 1))).status).toBe(204)

    const stored = await first.download(name)
    expect([partOf(older, 0), partOf(newer, 0)].some((part) => stored.subarray(0, PART).equals(part))).toBe(true)
    expectSameBytes(stored.subarray(PART), partOf(older, 1))
  }
})

test('both nodes that take a last part at once complete one object', async () => {
  for (let round = 0; round < 4; round++) {
    const bytes = random(2 * PART)
    const location = await first.createParts(`last-${round}.bin`, bytes.length)
    const answers = await Promise.all(
      [first, second].map((node, part) => node.patch(location, part * PART, partOf(bytes, part))),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expectSameBytes(await second.download(`last-${round}.bin`), bytes)
  }
})

test('a bucket that fails while the pieces are read leaves nothing on the disk, and the upload completes later', async () => {
  const bytes = random(3 * PART)
  const location = await first.createParts('failing.bin', bytes.length)
  for (const part of [0, 1]) await first.patch(location, part * PART, partOf(bytes, part))
  const fetches = vi.spyOn(piecesIn(second), 'fetch').mockRejectedValueOnce(new BlobStoreError('away'))
  onTestFinished(() => fetches.mockRestore())
  const before = second.staged()
  expect((await second.patch(location, 2 * PART, partOf(bytes, 2))).status).toBe(503)
  expect(second.staged().filter((name) => !before.includes(name))).toEqual([path.basename(location)])
  expect((await head(second, location)).headers.get('tus-complete')).toBe('1')
  expectSameBytes(await first.download('failing.bin'), bytes)
})

test('an upload in very many small bodies is refused before more of it is taken', async () => {
  const location = await first.createSequential('dust.bin', 20_000)
  await server.database.owner(
    `insert into storage.upload_pieces (upload_id, start_bytes, end_bytes, piece, piece_start)
     select $1, n, n + 1, gen_random_uuid(), n from generate_series(0, 9999) as n`,
    [path.basename(location)],
  )
  expect((await first.patch(location, 10_000, random(10_000))).status).toBe(400)
  expect(await piecesOf(location)).toEqual([])
})

test('a node that lost its disk completes what it had taken', async () => {
  const bytes = random(2 * PART)
  const location = await first.createParts('lost.bin', bytes.length)
  await first.patch(location, 0, partOf(bytes, 0))
  fs.rmSync(path.join(first.folder, 'staging', path.basename(location)))
  expect((await first.patch(location, PART, partOf(bytes, 1))).status).toBe(204)
  expectSameBytes(await first.download('lost.bin'), bytes)
})

test('a node that is started again completes what it had taken, whatever its disk holds', async () => {
  const bytes = random(2 * PART)
  const location = await first.createParts('again.bin', bytes.length)
  await first.patch(location, 0, partOf(bytes, 0))
  fs.writeFileSync(path.join(first.folder, 'staging', path.basename(location)), random(2 * PART))
  const again = await startNode('first', first.me)
  expect((await again.patch(location, PART, partOf(bytes, 1))).status).toBe(204)
  expectSameBytes(await again.download('again.bin'), bytes)
  await again.stop()
})

test('an upload in one body is not copied to the bucket twice', async () => {
  const share = vi.spyOn(piecesIn(first), 'share')
  onTestFinished(() => share.mockRestore())
  const bytes = random(2 * PART)
  const inParts = await first.createParts('whole parts.bin', bytes.length)
  expect((await first.patch(inParts, 0, bytes)).status).toBe(204)
  const inSequence = await first.createSequential('whole.bin', bytes.length)
  expect((await first.patch(inSequence, 0, bytes)).status).toBe(204)
  expect(share).not.toHaveBeenCalled()
  expectSameBytes(await second.download('whole parts.bin'), bytes)
  expectSameBytes(await second.download('whole.bin'), bytes)
})

test('a part that one node still takes when another cancels the upload is refused, and its copy removed', async () => {
  const location = await first.createParts('cancelled.bin', 2 * PART)
  const pieces = piecesIn(first)
  const isCancelled = Promise.withResolvers<void>()
  const { share } = pieces
  const shares = vi.spyOn(pieces, 'share').mockImplementation(async (...which) => {
    await share(...which)
    await isCancelled.promise
  })
  onTestFinished(() => shares.mockRestore())
  const answer = first.patch(location, 0, random(PART))
  await expect.poll(() => piecesOf(location)).toHaveLength(1)
  expect((await second.request(location, { method: 'DELETE' })).status).toBe(204)
  isCancelled.resolve()
  expect((await answer).status).toBe(410)
  expect(await piecesOf(location)).toEqual([])
  expect((await first.patch(location, PART, random(PART))).status).toBe(404)
})

test('the collector removes pieces that a crash left of an upload that is gone', async () => {
  const location = `/${randomUUID()}`
  const Key = `staging${location}/${randomUUID()}`
  await s3.client.send(new PutObjectCommand({ Bucket: s3.settings.bucket, Key, Body: 'x' }))
  expect(await collectGarbage(server.database, second.store)).toMatchObject({ leftovers: 0 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60 * 1000 })
  await collectGarbage(server.database, second.store).finally(() => vi.useRealTimers())
  expect(await piecesOf(location)).toEqual([])
})

test('an upload whose pieces are gone from the bucket is given up, not completed with holes', async () => {
  const bytes = random(2 * PART)
  const location = await first.createParts('gone.bin', bytes.length)
  await first.patch(location, 0, partOf(bytes, 0))
  for (const Key of await piecesOf(location))
    await s3.client.send(new DeleteObjectCommand({ Bucket: s3.settings.bucket, Key }))
  expect((await second.patch(location, PART, partOf(bytes, 1))).status).toBe(410)
  expect((await head(first, location)).status).toBe(404)
})

test('the collector removes pieces of uploads that nobody finished, and leaves those that may continue', async () => {
  const [ended, alive] = [
    await first.createParts('ended.bin', 2 * PART),
    await first.createParts('alive.bin', 2 * PART),
  ]
  for (const location of [ended, alive]) await first.patch(location, 0, random(PART))
  await server.database.owner(`update storage.uploads set expires_at = now() - interval '2 hours' where id = $1`, [
    path.basename(ended),
  ])
  await collectGarbage(server.database, second.store)
  expect([(await piecesOf(ended)).length, (await piecesOf(alive)).length]).toEqual([0, 1])
})
