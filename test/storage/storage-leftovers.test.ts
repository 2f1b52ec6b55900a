import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { collectGarbage } from '#server/storage/blobs/collector.ts'
import { asStorageError } from '#server/storage/storage-error.ts'
import { mayMount } from '../support/may-mount.ts'
import { PART, type StorageApp, random, startStorage } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { expectSameBytes } from '../support/same-bytes.ts'

const BUCKET = 'encrypted-files'

let server: TestServer
let storage: StorageApp

beforeAll(async () => {
  server = await startServer()
  storage = await startStorage(server)
})
afterAll(async () => {
  await storage.stop()
  await server.stop()
})

const uploadOf = (location: string) => path.basename(location)

test('an upload cancelled while its parts are written leaves nothing behind', async () => {
  const bytes = random(3 * PART)
  for (let round = 0; round < 5; round++) {
    const location = await storage.createParts(`cancelled-${round}.bin`, bytes.length)
    const writers = [0, 1, 2].map((part) => storage.openPatch(location, part * PART, PART))
    // One at its end, one in the middle, one that has sent nothing.
    writers[0]?.write(bytes.subarray(0, PART))
    writers[1]?.write(bytes.subarray(PART, PART + 5000))
    await sleep(round * 5)

    const { status } = await storage.request(location, { method: 'DELETE' })

    expect(status).toBe(204)
    expect(await storage.request(location, { method: 'HEAD' })).toMatchObject({ status: 404 })
    const answers = await Promise.allSettled(writers.map(({ answer }) => answer))
    expect(answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status >= 500)).toEqual([])
    expect(storage.staged()).toEqual([])
  }
})

test('an upload cancelled while it is being completed is either whole or gone', async () => {
  const blobsBefore = storage.blobs().length
  let whole = 0
  for (let round = 0; round < 10; round++) {
    const name = `race-${round}.bin`
    const location = await storage.createParts(name, PART)
    const sent = storage.patch(location, 0, random(PART))
    await sleep(round * 3)
    const [patched, deleted] = await Promise.all([
      // The connection of an upload that is gone may end before its answer.
      sent.then(({ status }) => status).catch(() => 0),
      storage.request(location, { method: 'DELETE' }).then(({ status }) => status),
    ])

    expect(patched).toBeLessThan(500)
    if (deleted === 404) whole++
    expect((await storage.download(name).catch(() => Buffer.alloc(0))).length).toBe(deleted === 404 ? PART : 0)
  }
  expect(storage.staged()).toEqual([])
  expect(storage.blobs().length - blobsBefore).toBe(whole)
})

test('an upload whose bytes are there but whose completion failed is completed when its state is asked', async () => {
  const taken = `/storage/v1/object/${BUCKET}/${storage.myId}/taken.bin`
  const bytes = random(1000)
  const location = await storage.createSequential('taken.bin', bytes.length)
  await storage.request(taken, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'first' })
  expect((await storage.patch(location, 0, bytes)).status).toBe(409)
  const blobs = storage.blobs().length
  await storage.request(taken, { method: 'DELETE', headers: {} })

  const state = await storage.request(location, { method: 'HEAD' })

  expect([state.status, state.headers.get('tus-complete')]).toEqual([200, '1'])
  expectSameBytes(await storage.download('taken.bin'), bytes)
  // The refused completion left no blob of its own.
  expect(storage.blobs().length).toBe(blobs + 1)
})

test.each(['HEAD', 'PATCH'])(
  'an upload whose staged bytes are not here is refused at %s, not completed with holes; cancelled, it is gone',
  async (how) => {
    const bytes = random(2 * PART)
    const location = await storage.createParts(`lost-${how}.bin`, bytes.length)
    expect((await storage.patch(location, 0, bytes.slice(0, PART))).status).toBe(204)
    fs.rmSync(path.join(storage.folder, 'staging', uploadOf(location)))

    const { status } =
      how === 'HEAD'
        ? await storage.request(location, { method: 'HEAD' })
        : await storage.patch(location, PART, bytes.slice(PART))

    expect(status).toBe(410)
    expect((await storage.request(location, { method: 'HEAD' })).status).toBe(410)
    expect((await storage.request(location, { method: 'DELETE' })).status).toBe(204)
    expect((await storage.request(location, { method: 'HEAD' })).status).toBe(404)
    expect(storage.staged()).toEqual([])
  },
)

test('the collector removes staged bytes that a crash left, and nothing that is alive or young', async () => {
  const staging = path.join(storage.folder, 'staging')
  const [crashed, young] = [randomUUID(), randomUUID()]
  const location = await storage.createParts('alive.bin', 2 * PART)
  await storage.patch(location, 0, random(PART))
  for (const id of [crashed, young]) fs.writeFileSync(path.join(staging, id), 'x')
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
  for (const id of [crashed, uploadOf(location)]) fs.utimesSync(path.join(staging, id), yesterday, yesterday)

  expect(await collectGarbage(server.database, storage.store)).toMatchObject({ leftovers: 1 })

  expect(storage.staged().sort()).toEqual([young, uploadOf(location)].sort())
  await storage.request(location, { method: 'DELETE' })
  fs.rmSync(path.join(staging, young))
})

test('the collector keeps a blob that an object uses and removes one that a crash left', async () => {
  const noted = randomUUID()
  fs.mkdirSync(path.join(storage.folder, 'blobs', noted.slice(0, 2)), { recursive: true })
  fs.writeFileSync(path.join(storage.folder, 'blobs', noted.slice(0, 2), noted), 'x')
  await server.database.owner('insert into storage.orphan_blobs (blob_id) values ($1)', [noted])
  await server.database.owner(`update storage.orphan_blobs set orphaned_at = now() - interval '25 hours'`)
  const { rows } = await server.database.owner<{ blob_id: string }>('select blob_id from storage.objects')
  const used = rows.map(({ blob_id }) => blob_id)

  await collectGarbage(server.database, storage.store)

  expect(used.length).toBeGreaterThan(0)
  const there = storage.blobs().map((blob) => path.basename(blob))
  expect(used.filter((blob) => !there.includes(blob))).toEqual([])
  expect(there).not.toContain(noted)
})

test(
  'a full disk is reported as a clear error, and nothing of the upload stays',
  needs(mayMount, 'root, to mount a small disk'),
  async () => {
    const folder = fs.mkdtempSync('/tmp/quantumshield-full-')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder])
    const small = await startStorage(server, { folder })
    try {
      const target = `/storage/v1/object/${BUCKET}/${small.myId}/full.bin`
      const refused = await small.request(target, { method: 'POST', body: random(6 * PART + 3 * PART) })
      expect(refused.status).toBe(507)
      expect(await refused.json()).toMatchObject({ statusCode: '507', code: 'InsufficientStorage' })
      expect(small.staged()).toEqual([])

      const location = await small.createParts('full.bin', 12 * PART)
      expect((await small.patch(location, PART, random(PART))).status).toBe(204)
      const part = await small.patch(location, 2 * PART, random(10 * PART))
      expect([part.status, await part.text()]).toEqual([507, 'The server has no space left to store this'])
      // What counts is kept, what does not was given back.
      expect(await small.parts(location)).toBe('1')
      expect(fs.statSync(path.join(folder, 'staging', uploadOf(location))).size).toBe(2 * PART)
      await small.request(location, { method: 'DELETE' })

      const fits = random(PART)
      const stored = await small.request(target, { method: 'POST', body: fits })
      expect([stored.status, await small.download('full.bin')]).toEqual([200, Buffer.from(fits)])

      execFileSync('mount', ['-o', 'remount,ro', folder])
      const readOnly = await small.request(`${target}2`, { method: 'POST', body: fits })
      expect([readOnly.status, await readOnly.json()]).toMatchObject([503, { code: 'StorageUnavailable' }])
      expect(await small.download('full.bin')).toEqual(Buffer.from(fits))
    } finally {
      await small.stop()
      execFileSync('umount', [folder])
      fs.rmdirSync(folder)
    }
  },
)

test.each([
  ['ENOSPC', 'InsufficientStorage', 507],
  ['EDQUOT', 'InsufficientStorage', 507],
  ['EFBIG', 'InsufficientStorage', 507],
  ['EIO', 'StorageUnavailable', 503],
  ['EROFS', 'StorageUnavailable', 503],
  ['EMFILE', 'StorageUnavailable', 503],
])('the disk error %s is %s, %i', (code, name, status) => {
  expect(asStorageError(Object.assign(new Error('write'), { code }))).toMatchObject({ code: name, status })
})
