import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { startFauxqs } from 'fauxqs'
import { expect, onTestFinished, test } from 'vitest'
import { repairContent } from '#server/backup/repair-content.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { createS3Store } from '#server/storage/blobs/s3-store.ts'
import { openPlace } from '#server/storage/places/open-place.ts'
import { describeScrub, scrubContent } from '#server/storage/upkeep/scrub.ts'
import { sweepContent } from '#server/storage/upkeep/sweep.ts'
import { BackupStage, flipBit } from '../backup/backup-stage.ts'
import {
  SETTINGS,
  command,
  eventsOf,
  fileOf,
  folder,
  incidents,
  keeper,
  losses,
  many,
  put,
  scrub,
  server,
  services,
  store,
  useScrubStage,
} from './scrub-stage.ts'

useScrubStage()

test('a bit that changed on the disk is found, and said like content that is lost', async () => {
  const [, damaged, missing] = [
    await put(randomBytes(300_000)),
    await put(randomBytes(2_000_000), { objects: 2 }),
    await put(randomBytes(9)),
  ]
  flipBit(fileOf(damaged))
  fs.rmSync(fileOf(missing))

  const { outcome, read } = await scrub()

  expect([outcome, read]).toMatchObject(['finished', { blobs: 3, bytes: 2_300_009, lost: 2, unknown: 0 }])
  expect(await losses()).toEqual([
    { blob: damaged, problem: 'damaged', found_by: 'scrub' },
    { blob: damaged, problem: 'damaged', found_by: 'scrub' },
    { blob: missing, problem: 'missing', found_by: 'scrub' },
  ])
  expect((await eventsOf('content.%')).toSorted()).toEqual(['content.damaged', 'content.damaged', 'content.missing'])
  const { data } = await keeper.client.from('notifications').select('kind,details')
  expect(data).toEqual([{ kind: 'content_lost', details: { count: 3 } }])
  expect(await incidents()).toEqual([{ status: 'investigating' }])
})

test('the daily comparison of sizes does not take damage back that only reading shows, until it is whole', async () => {
  const bytes = randomBytes(1000)
  const blob = await put(bytes)
  flipBit(fileOf(blob))
  await scrub()

  await sweepContent(services())
  expect(await losses()).toHaveLength(1)

  fs.writeFileSync(fileOf(blob), bytes)
  await server.database.owner(`update storage.sweep set begun_at = '-infinity'`)
  await sweepContent(services())
  expect(await losses()).toEqual([])
  expect(await eventsOf('content.%')).toEqual(['content.damaged', 'content.found'])
  expect(await incidents()).toEqual([{ status: 'resolved' }])
})

test('what a single reading gets wrong is no damage', async () => {
  const blob = await put(randomBytes(1000))
  let opened = 0
  const flickering: BlobStore = {
    ...store,
    open: async (id) => {
      const reader = await store.open(id)
      if (opened++ > 0) return reader
      return {
        ...reader,
        sendTo: async (sink, range) => {
          sink.write(Buffer.alloc(range.end - range.start))
        },
      }
    },
  }

  expect((await scrub({}, flickering)).read).toMatchObject({ blobs: 1, lost: 0 })
  expect(opened).toBe(2)
  expect(await losses()).toEqual([])
  flipBit(fileOf(blob))
  expect((await scrub({ isForced: true }, flickering)).read).toMatchObject({ lost: 1 })
})

test('content without a known SHA-256 is compared by its size', async () => {
  const [changed, cut] = [await put(randomBytes(100), { checksum: '' }), await put(randomBytes(100), { checksum: '' })]
  flipBit(fileOf(changed))
  fs.truncateSync(fileOf(cut), 99)

  expect((await scrub()).read).toMatchObject({ blobs: 2, unknown: 2, lost: 1 })
  expect(await losses()).toEqual([{ blob: cut, problem: 'damaged', found_by: 'scrub' }])
})

/** A store that stops the reading when it opens the blob with this place in the order. */
function stopping(at: number): { of: BlobStore; signal: AbortSignal; opened: string[] } {
  const stop = new AbortController()
  const opened: string[] = []
  const open: BlobStore['open'] = async (id) => {
    if (opened.push(id) === at) stop.abort()
    return store.open(id)
  }
  return { of: { ...store, open }, signal: stop.signal, opened }
}

test('a reading that was stopped continues where it was, and begins again after thirty days', async () => {
  const blobs = await many(5)
  const first = stopping(3)
  expect(await scrub({ signal: first.signal }, first.of)).toMatchObject({ outcome: 'stopped', read: { blobs: 2 } })
  expect(await describeScrub(server.database)).toMatchObject({
    isRunning: true,
    isClaimed: false,
    blobs: 2,
    finishedAt: null,
  })

  const second = stopping(9)
  expect(await scrub({}, second.of)).toMatchObject({ outcome: 'finished', read: { blobs: 3 } })
  expect(second.opened).toEqual(blobs.slice(2))
  expect(await describeScrub(server.database)).toMatchObject({ isRunning: false, blobs: 5 })

  await server.database.owner(`update storage.scrub set begun_at = begun_at - interval '29 days'`)
  expect(await scrub()).toMatchObject({ outcome: 'not due' })
  await server.database.owner(`update storage.scrub set begun_at = begun_at - interval '2 days'`)
  expect(await scrub()).toMatchObject({ outcome: 'finished', read: { blobs: 5 } })
})

test('reading is as slow as the settings say, and a stop does not wait for it', async () => {
  await put(randomBytes(1_000_000))
  const { of, opened } = stopping(0)
  const slow = { ...services(of), settings: { ...SETTINGS, scrubBytesPerSecond: 1 } }
  const stop = new AbortController()
  const reading = scrubContent(slow, { signal: stop.signal })
  await expect.poll(() => opened).toHaveLength(1)
  // Time enough to read it, many times over.
  for (let n = 0; n < 100; n++) await describeScrub(server.database)
  stop.abort()
  expect(await reading).toMatchObject({ outcome: 'stopped', read: { blobs: 0 } })
})

test('one process reads at a time, and the claim of one that died ends', async () => {
  await many(2)
  await server.database.owner(
    `update storage.scrub set is_running = true, claimed_by = gen_random_uuid(), claimed_until = now() + interval '1 minute'`,
  )
  expect(await scrub({ isForced: true })).toMatchObject({ outcome: 'not due' })
  await server.database.owner(`update storage.scrub set claimed_until = now() - interval '1 second'`)
  expect(await scrub()).toMatchObject({ outcome: 'finished' })
})

test('a bucket is read as well', async () => {
  const s3 = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  onTestFinished(() => s3.stop())
  const settings = {
    endpoint: `http://127.0.0.1:${s3.port}`,
    region: 'us-east-1',
    bucket: 'read',
    accessKeyId: 'test',
    secretAccessKey: 'test',
    sharesUploads: true,
  }
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new S3Client({
    region: settings.region,
    endpoint: settings.endpoint,
    forcePathStyle: true,
    credentials,
  })
  await client.send(new CreateBucketCommand({ Bucket: 'read' }))
  const bucket = await createS3Store(path.join(server.config.dataDir, 'read'), settings)
  const bytes = randomBytes(3_000_000)
  const [damaged] = [await put(bytes, { into: bucket }), await put(randomBytes(10), { into: bucket })]
  bytes[1_500_000] = (bytes[1_500_000] ?? 0) ^ 1
  await client.send(
    new PutObjectCommand({ Bucket: 'read', Key: `blobs/${damaged.slice(0, 2)}/${damaged}`, Body: bytes }),
  )

  expect((await scrub({}, bucket)).read).toMatchObject({ blobs: 2, lost: 1 })
  expect(await losses()).toEqual([{ blob: damaged, problem: 'damaged', found_by: 'scrub' }])

  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'read' }))
  for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: 'read', Key }))
  await client.send(new DeleteBucketCommand({ Bucket: 'read' }))
  await expect(scrub({ isForced: true }, bucket)).rejects.toThrow('The store does not answer (the S3 server')
  expect(await losses()).toHaveLength(1)
})

const lostIn = (output: string) => (output.match(/^\S+ is (missing|damaged)$/gm) ?? []).toSorted()

test('the command reads all, says what is damaged, and puts it back from a backup', async () => {
  const stage = new BackupStage(server)
  onTestFinished(() => stage.remove())
  await stage.prepare()
  const [whole, damaged, missing] = [
    await put(randomBytes(1000)),
    await put(randomBytes(5000), { objects: 2 }),
    await put(randomBytes(10)),
  ]
  await stage.take()
  const newer = await put(randomBytes(10))
  const bytes = fs.readFileSync(fileOf(damaged))
  expect(await command()).toMatchObject({
    code: 0,
    output: expect.stringContaining('No reading of all content has reached its end yet'),
  })
  flipBit(fileOf(damaged))
  for (const blob of [missing, newer]) fs.rmSync(fileOf(blob))

  const read = await command('--all')
  expect(read.code, read.output).toBe(5)
  expect(read.output).toContain(`${damaged} is damaged`)
  expect(read.output).toContain(`${missing} is missing`)
  expect(read.output).not.toContain(whole)
  expect(read.output).toContain('4 files with 6020 bytes were read; missing or damaged: 3')
  const known = await command()
  expect([known.code, lostIn(known.output)], known.output).toEqual([5, lostIn(read.output)])
  expect(lostIn(known.output)).toHaveLength(3)

  const repaired = await command('--repair-from', stage.stored)
  expect(repaired.output).toContain('3 files were repaired')
  expect(repaired.output).toContain(`${newer} is not in ${stage.stored}`)
  expect(repaired.code, repaired.output).toBe(5)
  expect(fs.readFileSync(fileOf(damaged))).toEqual(bytes)
  expect(await losses()).toEqual([{ blob: newer, problem: 'missing', found_by: 'scrub' }])
  expect(await incidents()).toEqual([{ status: 'investigating' }])
})

test('a copy that is damaged as well repairs nothing', async () => {
  const stage = new BackupStage(server)
  onTestFinished(() => stage.remove())
  await stage.prepare()
  const blob = await put(randomBytes(1000))
  await stage.take()
  flipBit(fileOf(blob))
  fs.writeFileSync(path.join(stage.stored, 'content', blob.slice(0, 2), blob), randomBytes(1000))
  const before = fs.readFileSync(fileOf(blob))
  await scrub()

  const { code, output } = await command('--repair-from', stage.stored)

  expect([code, output]).toEqual([5, expect.stringContaining('is damaged there as well')])
  expect(fs.readFileSync(fileOf(blob))).toEqual(before)
  expect(await losses()).toHaveLength(1)
  expect(fs.readdirSync(path.join(folder, 'staging'))).toEqual([])
})

test('a repair that fails in its last step leaves what was there', async () => {
  const stage = new BackupStage(server)
  onTestFinished(() => stage.remove())
  await stage.prepare()
  const blob = await put(randomBytes(1000))
  await stage.take()
  const bytes = fs.readFileSync(fileOf(blob))
  flipBit(fileOf(blob))
  const damaged = fs.readFileSync(fileOf(blob))
  await scrub()
  const place = await openPlace(stage.stored, {})
  const refuse = () => Promise.reject(new Error('no space'))
  const full: BlobStore = { ...store, commit: refuse, replace: refuse }

  await expect(repairContent({ ...services(full), place })).rejects.toThrow('no space')

  expect(fs.readFileSync(fileOf(blob))).toEqual(damaged)
  expect(await losses()).toHaveLength(1)
  expect(await repairContent({ ...services(), place })).toMatchObject({ repaired: 1 })
  expect(fs.readFileSync(fileOf(blob))).toEqual(bytes)
  expect(fs.readdirSync(path.join(folder, 'staging'))).toEqual([])
})

test('a sample reads a share by chance and leaves the reading of all where it was', async () => {
  await many(60)

  const { code, output } = await command('--sample', '50')

  const read = Number(/^(\d+) files/.exec(output)?.[1])
  expect(code).toBe(0)
  expect(read).toBeGreaterThan(5)
  expect(read).toBeLessThan(55)
  expect(await describeScrub(server.database)).toMatchObject({ begunAt: null, isRunning: false })
})
