import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { collectGarbage } from '#server/storage/blobs/collector.ts'
import { commitBlob } from '#server/storage/blobs/commit-blob.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let folder: string
let store: BlobStore

beforeAll(async () => {
  server = await startServer()
  folder = path.join(server.config.dataDir, 'collected')
  store = createDiskStore(folder)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.owner('delete from storage.objects')
  await server.database.owner('delete from storage.orphan_blobs')
})

/** Bytes in the store, as an upload leaves them. */
async function putBlob(blob: string = randomUUID()): Promise<string> {
  const stage = randomUUID()
  await store.write(stage, 0, Readable.from([Buffer.from('bytes')]), { limit: 10, idleMs: 1000 })
  await store.commit(stage, blob)
  await store.discard(stage)
  return blob
}

async function note(blobs: string[], age = '25 hours'): Promise<void> {
  await server.database.owner(
    `insert into storage.orphan_blobs (blob_id, orphaned_at) select unnest($1::uuid[]), now() - $2::interval`,
    [blobs, age],
  )
}

async function notes(): Promise<string[]> {
  const { rows } = await server.database.owner<{ blob_id: string }>('select blob_id from storage.orphan_blobs')
  return rows.map(({ blob_id }) => blob_id)
}

const putRow = (blob: string) =>
  server.database.owner('insert into storage.objects (bucket_id, name, blob_id) values ($1, $2, $3)', [
    'encrypted-files',
    randomUUID(),
    blob,
  ])

const isThere = (blob: string) => fs.existsSync(path.join(folder, 'blobs', blob.slice(0, 2), blob))
const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

test('one round removes everything that is due, however much it is, and keeps what is young or used', async () => {
  const due = await Promise.all(ids(300).map(putBlob))
  const [young, used] = [await putBlob(), await putBlob()]
  await putRow(used)
  await note([...due, ...ids(20_000), used])
  await note([young], '23 hours')

  const collected = await collectGarbage(server.database, store)

  expect(collected).toMatchObject({ blobs: 20_300, isDone: true, refused: [] })
  expect(due.filter(isThere)).toEqual([])
  expect([young, used].map(isThere)).toEqual([true, true])
  expect(await notes()).toEqual([young])
})

test('a round that is stopped keeps what it did, and the next one does the rest', async () => {
  await note(ids(350))
  const stopped = new AbortController()
  let removed = 0
  const watched: BlobStore = {
    ...store,
    remove: async (blob) => {
      await store.remove(blob)
      removed += 1
      if (removed === 150) stopped.abort()
    },
  }

  const first = await collectGarbage(server.database, watched, { signal: stopped.signal })
  // Those that were on their way end.
  expect(first).toMatchObject({ isDone: false })
  expect(first.blobs).toBeGreaterThanOrEqual(150)
  expect(first.blobs).toBeLessThan(160)
  expect(await notes()).toHaveLength(350 - first.blobs)
  expect(await collectGarbage(server.database, store, { budgetMs: 0 })).toMatchObject({ blobs: 0, isDone: false })
  expect(await collectGarbage(server.database, store)).toMatchObject({ blobs: 350 - first.blobs, isDone: true })
})

test('what the store does not remove holds nothing else up, and is tried again an hour later', async () => {
  const [stuck, ...others] = ids(101)
  await note([stuck ?? '', ...others])
  const refusing: BlobStore = {
    ...store,
    remove: async (blob) => {
      if (blob === stuck) throw new Error('refused')
    },
  }

  expect(await collectGarbage(server.database, refusing)).toMatchObject({
    blobs: 100,
    refused: [{ message: 'refused' }],
  })
  expect(await notes()).toEqual([stuck])
  expect(await collectGarbage(server.database, store)).toMatchObject({ blobs: 0, isDone: true })
  await server.database.owner(`update storage.orphan_blobs set retry_at = retry_at - interval '1 hour'`)
  expect(await collectGarbage(server.database, store)).toMatchObject({ blobs: 1, isDone: true })
})

test('a store that is away is not asked about every blob', async () => {
  await note(ids(500))
  let asked = 0
  const away: BlobStore = {
    ...store,
    remove: async () => {
      asked += 1
      throw new Error('away')
    },
  }

  expect(await collectGarbage(server.database, away)).toMatchObject({ blobs: 0, isDone: false })

  expect(asked).toBe(100)
  expect(await notes()).toHaveLength(500)
})

test('two nodes at once share the work', async () => {
  await note(ids(400))
  const seen: string[] = []
  const bothAreAtWork = Promise.withResolvers<void>()
  const begun = new Set<number>()
  const nodes = [1, 2].map((node) => {
    const remove = async (blob: string): Promise<void> => {
      seen.push(blob)
      if (begun.add(node).size === 2) bothAreAtWork.resolve()
      await bothAreAtWork.promise
    }
    return collectGarbage(server.database, { ...store, remove })
  })

  const [one, other] = await Promise.all(nodes)

  expect((one?.blobs ?? 0) + (other?.blobs ?? 0)).toBe(400)
  expect([seen.length, new Set(seen).size]).toEqual([400, 400])
})

test('a row takes the note of its blob with it, also when it begins to use it as a replacement', async () => {
  const [first, second] = ids(2)
  await note([first ?? '', second ?? ''])

  await putRow(first ?? '')
  expect(await notes()).toEqual([second])
  await server.database.owner('update storage.objects set blob_id = $1', [second])

  // The replaced one is noted again.
  expect(await notes()).toEqual([first])
})

test('a row never points at bytes that the collector removed while they were stored', async () => {
  const stage = randomUUID()
  await store.write(stage, 0, Readable.from([Buffer.from('bytes')]), { limit: 10, idleMs: 1000 })
  let commits = 0
  const slow: BlobStore = {
    ...store,
    commit: async (upload, blob) => {
      await store.commit(upload, blob)
      commits += 1
      if (commits > 1) return
      await server.database.owner(`update storage.orphan_blobs set orphaned_at = now() - interval '25 hours'`)
      expect(await collectGarbage(server.database, store)).toMatchObject({ blobs: 1 })
    },
  }

  const blob = await commitBlob({ database: server.database, store: slow, renewAfterMs: 0 }, stage, async (id) => {
    await putRow(id)
    return id
  })

  expect([commits, isThere(blob), await notes()]).toEqual([2, true, []])
})

test('an upload that ended is given an hour to become an object', async () => {
  await server.database.owner(
    `insert into storage.uploads (bucket_id, name, size_bytes, expires_at)
     select 'encrypted-files', n::text, 1, now() - make_interval(mins => n) from unnest(array[59, 61]) as n`,
  )

  expect(await collectGarbage(server.database, store)).toMatchObject({ uploads: 1 })

  const { rows } = await server.database.owner<{ name: string }>('select name from storage.uploads')
  expect(rows).toEqual([{ name: '59' }])
})
