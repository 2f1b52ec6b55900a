import { randomBytes, randomInt } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { FLOE } from '#crypto/index.ts'
import { type ContentKeys, readingKeys } from '#vault/transfer/content-keys.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { openContent } from '#vault/transfer/open-content.ts'
import { createRangeReader } from '#vault/transfer/open-range.ts'
import { partCount } from '#contract/content-layout.ts'
import { createUpload, missingParts, sendParts, sendWhole } from '#vault/transfer/send-content.ts'
import { deleteForever } from '#vault/folders/trash.ts'
import { commitUpload, contentKeysOf, planUpload } from '#vault/transfer/upload-plan.ts'
import { isWhole } from '../../scripts/tiers.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { shown } from '../support/shown.ts'

const { signal } = new AbortController()
/** More than one part, and a last segment that is not full. */
const LARGE_BYTES = 11 * 1024 * 1024 + 12_345

let server: TestServer
let person: VaultPerson
beforeAll(async () => {
  server = await startServer()
  person = await personWithVault(server)
})
afterAll(() => server.stop())

describe('the vault in Node', () => {
  test.each([
    ['an empty file', 0],
    ['one byte', 1],
    ['exactly one segment', FLOE.plainBytes],
    ['several parts', LARGE_BYTES],
  ])('%s comes back byte for byte', async (_, size) => {
    const bytes = randomBytes(size)

    const id = await put(`file of ${size}.bin`, bytes)

    expect(Buffer.concat(await all(openContent(person.api, await keysOf(id), signal))).equals(bytes)).toBe(true)
    const listed = (await listFiles(person.api, person.vault)).find((file) => file.id === id)
    expect(listed).toMatchObject({ name: `file of ${size}.bin`, sizeBytes: size, isEncrypted: true })
    // A time and chance, and nothing of the name.
    expect((await keysOf(id)).storagePath).toMatch(new RegExp(`^${person.vault.userId}/\\d{13}-[0-9a-f]{24}\\.qs1$`))
  })

  test('a list is whole, however short the pages of the server are', async () => {
    const short = await startServer({ REST_MAX_ROWS: '2' })
    onTestFinished(() => short.stop())
    const own = await personWithVault(short)
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) await put(name, Buffer.from(name), own)

    expect((await listFiles(own.api, own.vault)).map(({ name }) => name)).toEqual(names.toReversed())
  })

  test('a renamed file keeps its bytes, a removed one is gone', async () => {
    const bytes = randomBytes(1000)
    const id = await put('before.txt', bytes)

    await renameFile(person.api, person.vault, await shown(person, id), 'after.txt')
    expect((await proveFile(person.api, person.vault, id)).metadata.name).toBe('after.txt')
    expect(Buffer.concat(await all(openContent(person.api, await keysOf(id), signal))).equals(bytes)).toBe(true)

    const keys = await keysOf(id)
    await deleteForever(person.api, { fileIds: [id], folderIds: [] })
    await expect(keysOf(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(all(openContent(person.api, keys, signal))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('nobody else can open a file, even with its record in hand', async () => {
    const id = await put('mine.txt', randomBytes(100))
    const stranger = await personWithVault(server)

    await expect(proveFile(stranger.api, stranger.vault, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(all(openContent(stranger.api, await keysOf(id), signal))).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a range of a file', () => {
  let bytes: Buffer
  let id: string
  beforeAll(async () => {
    bytes = randomBytes(LARGE_BYTES)
    id = await put('film.mp4', bytes)
  })

  test('is the same bytes, wherever it starts and ends', async () => {
    const reader = createRangeReader(person.api, await keysOf(id))
    const edge = FLOE.plainBytes
    const chosen = Array.from({ length: isWhole('session') ? 40 : 6 }, () => [
      randomInt(LARGE_BYTES),
      randomInt(LARGE_BYTES),
    ])
    for (const [from = 0, to = 0] of [
      [0, 1],
      [edge - 1, edge + 1],
      [edge, 2 * edge],
      [LARGE_BYTES - 1, LARGE_BYTES],
      [LARGE_BYTES - 10, LARGE_BYTES + 10],
      [LARGE_BYTES, LARGE_BYTES + 1],
      [7, 7],
      ...chosen.map((pair) => pair.toSorted((a, b) => a - b)),
    ]) {
      const read = await reader.read(from, to, signal)
      expect(Buffer.compare(read, bytes.subarray(from, to)), `${from} to ${to}`).toBe(0)
    }
  })

  test('asks for the segments it needs and no more', async () => {
    const requests: string[] = []
    const fetched = person.api.fetch.bind(person.api)
    const watched = Object.create(person.api) as typeof person.api
    watched.fetch = (target, init) => {
      requests.push(init.headers?.['range'] ?? 'whole')
      return fetched(target, init)
    }

    const reader = createRangeReader(watched, await keysOf(id))
    const start = 5 * FLOE.plainBytes
    for (const [from, to] of [
      [start + 1, start + 2],
      // Ends where the next one begins.
      [start, start + FLOE.plainBytes],
      [start + FLOE.plainBytes - 1, start + FLOE.plainBytes],
      [start - 1, start + 1],
    ] as const) {
      await reader.read(from, to, signal)
    }

    const span = (first: number, count: number) => {
      const sealed = FLOE.headerBytes + first * FLOE.segmentBytes
      return `bytes=${sealed}-${sealed + count * FLOE.segmentBytes - 1}`
    }
    const head = `bytes=0-${FLOE.headerBytes - 1}`
    expect(requests).toEqual([head, span(5, 1), span(5, 1), span(5, 1), span(4, 2)])
  })

  test('of an empty file is empty', async () => {
    const empty = await put('empty', Buffer.alloc(0))
    expect(await createRangeReader(person.api, await keysOf(empty)).read(0, 10, signal)).toHaveLength(0)
  })

  test('is refused where a byte was changed, and fine elsewhere', async () => {
    const keys = await keysOf(id)
    const blob = await blobOf(keys)
    const stored = await fs.readFile(blob)
    stored[FLOE.headerBytes + 3 * FLOE.segmentBytes + 100]! ^= 1
    await fs.chmod(blob, 0o600)
    await fs.writeFile(blob, stored)
    const reader = createRangeReader(person.api, keys)

    await expect(reader.read(3 * FLOE.plainBytes, 3 * FLOE.plainBytes + 1, signal)).rejects.toMatchObject({
      code: 'file_damaged',
    })
    expect(Buffer.compare(await reader.read(0, 10, signal), bytes.subarray(0, 10))).toBe(0)
    await expect(all(openContent(person.api, keys, signal))).rejects.toMatchObject({ code: 'file_damaged' })
  })

  test('is refused when segments changed places', async () => {
    const moved = await put('moved.bin', randomBytes(3 * FLOE.plainBytes))
    const keys = await keysOf(moved)
    const blob = await blobOf(keys)
    const stored = await fs.readFile(blob)
    const at = (index: number) => FLOE.headerBytes + index * FLOE.segmentBytes
    const first = Buffer.from(stored.subarray(at(0), at(1)))
    stored.copy(stored, at(0), at(1), at(2))
    first.copy(stored, at(1))
    await fs.chmod(blob, 0o600)
    await fs.writeFile(blob, stored)

    await expect(createRangeReader(person.api, keys).read(0, 10, signal)).rejects.toMatchObject({
      code: 'file_damaged',
    })
  })
})

/** Seals, sends and records a file as the app does. @returns its id. */
async function put(name: string, bytes: Buffer, { api, vault }: VaultPerson = person): Promise<string> {
  const source = new Blob([new Uint8Array(bytes)])
  const plan = planUpload(vault, { name, type: '', sizeBytes: source.size, folderId: null }, new Date())
  const keys = contentKeysOf(plan)
  const parts = partCount(source.size)
  const report = { sent: () => undefined, troubled: () => undefined, sealed: () => undefined }
  let leaves: Uint8Array
  if (parts === 1) leaves = await sendWhole(api, keys, { source, signal, report })
  else {
    const upload = await createUpload(api, keys, signal)
    const run = { first: 0, last: parts - 1 }
    leaves = (await sendParts(api, keys, { path: upload, source, run, signal, report })).leaves
    expect(await missingParts(api, { path: upload, sizeBytes: source.size, signal })).toEqual([])
  }
  await commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
  return plan.fileId
}

async function keysOf(id: string): Promise<ContentKeys> {
  return readingKeys(await proveFile(person.api, person.vault, id))
}

async function blobOf({ storagePath }: ContentKeys): Promise<string> {
  const query = 'select blob_id from storage.objects where name = $1'
  const { rows } = await server.database.owner<{ blob_id: string }>(query, [storagePath])
  const id = rows[0]?.blob_id
  const folder = path.join(server.config.dataDir, 'storage')
  const names = await fs.readdir(folder, { recursive: true })
  return path.join(folder, names.find((name) => path.basename(name) === id) ?? '')
}

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  // Buffers are reused by the reader, so each piece is kept as a copy.
  for await (const piece of pieces) list.push(structuredClone(piece))
  return list
}
