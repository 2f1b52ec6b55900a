import type { Database } from '../../db/database.ts'
import type { BlobStore } from './blob-store.ts'

/** Bytes stay this long after their object went, so that a backup taken in between can still be restored. */
const GRACE = '24 hours'
/** An upload that was about to become an object when its time ended may finish. */
const UPLOAD_GRACE = '1 hour'
/**
 * Staged bytes of no upload that did not change for so long were left by a crash. Bodies of another process on the same
 * folder stall out, or write, long before.
 */
const LEFTOVER_MS = 60 * 60 * 1000
/** Small, because the notes of a batch are locked, and a connection is taken, while the store removes. */
const BATCH = 100
const REMOVALS_IN_FLIGHT = 8
/** What the store would not remove is not tried again in every round. */
const RETRY_AFTER = '1 hour'
const EVERY_MS = 5 * 60_000
/** Of every five minutes, so that others have most of the disk, or of the bucket's patience. */
const BUDGET_MS = 60_000

/** `isDone`: nothing is due any more. `refused`: what the store would not remove, and why. */
export type Collected = { blobs: number; uploads: number; leftovers: number; isDone: boolean; refused: unknown[] }
type Removed = Pick<Collected, 'isDone' | 'refused'> & { blobs: number }
export type CollectorLog = { error: (context: object, message: string) => void }

/**
 * Deletes uploads nobody finished, staged bytes that a crash left behind on this node, and the bytes of objects that are gone, until nothing is due or its
 * time is over; the next round continues, because each batch is a transaction of its own. Safe to run on several nodes: each takes notes
 * that no other has (docs/decisions/0123-the-note-of-a-blob-decides.md).
 *
 * @param options `budgetMs`: nothing is begun later; `signal`: nothing after it.
 */
export async function collectGarbage(
  database: Database,
  store: BlobStore,
  { budgetMs = BUDGET_MS, signal }: { budgetMs?: number; signal?: AbortSignal } = {},
): Promise<Collected> {
  const until = performance.now() + budgetMs
  const mayGoOn = (): boolean => !signal?.aborted && performance.now() < until
  const uploads = await collectUploads(database, store, mayGoOn)
  const leftovers = await collectLeftovers(database, store)
  return { uploads, leftovers, ...(await collectBlobs(database, store, mayGoOn)) }
}

/**
 * Rounds of the collector, the first at once: what a crash left may be what filled the disk.
 * @param options `onlyStaged`: only what this node alone can remove; others do the rest.
 * @returns what ends it.
 */
export function startCollector(
  database: Database,
  store: BlobStore,
  log: CollectorLog,
  { onlyStaged = false }: { onlyStaged?: boolean } = {},
): () => Promise<void> {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  const round = async (): Promise<void> => {
    try {
      if (onlyStaged) return void (await collectStaged(database, store))
      const { refused } = await collectGarbage(database, store, { signal: stopped.signal })
      if (refused.length > 0) log.error({ err: refused[0], count: refused.length }, 'content could not be removed')
    } catch (err) {
      log.error({ err }, 'collector failed')
    }
  }
  const collect = (): void => void (running ??= round().finally(() => (running = undefined)))
  collect()
  const timer = setInterval(collect, EVERY_MS)
  return async () => {
    clearInterval(timer)
    stopped.abort()
    await running
  }
}

async function collectBlobs(database: Database, store: BlobStore, mayGoOn: () => boolean): Promise<Removed> {
  const sum: Removed = { blobs: 0, isDone: false, refused: [] }
  while (mayGoOn()) {
    const { taken, blobs, refused } = await collectBatch(database, store, mayGoOn)
    sum.blobs += blobs
    sum.refused.push(...refused)
    if (taken < BATCH) return { ...sum, isDone: mayGoOn() && sum.refused.length === 0 }
    // The store is away: the other notes need not learn of it one by one.
    if (refused.length === taken) break
  }
  return sum
}

/** The notes stay locked until their bytes are gone: a row that begins to use one waits, and finds no note. */
async function collectBatch(
  database: Database,
  store: BlobStore,
  mayGoOn: () => boolean,
): Promise<{ taken: number; blobs: number; refused: unknown[] }> {
  return database.asOwner(async (transaction) => {
    const { rows } = await transaction.query<{ blob_id: string; is_used: boolean }>({
      text: `select o.blob_id, exists (select from storage.objects s where s.blob_id = o.blob_id) as is_used
             from storage.orphan_blobs o
             where o.orphaned_at < now() - $1::interval and (o.retry_at is null or o.retry_at < now())
             order by o.orphaned_at, o.blob_id
             limit $2
             for update skip locked`,
      values: [GRACE, BATCH],
    })
    const used = rows.filter(({ is_used }) => is_used).map(({ blob_id }) => blob_id)
    const unused = rows.filter(({ is_used }) => !is_used).map(({ blob_id }) => blob_id)
    const { removed, refused } = await removeAll(store, unused, mayGoOn)
    await transaction.query({
      text: `with kept as (
               update storage.orphan_blobs set retry_at = now() + $3::interval where blob_id = any ($2)
             )
             delete from storage.orphan_blobs where blob_id = any ($1)`,
      values: [[...used, ...removed], [...refused.keys()], RETRY_AFTER],
    })
    return { taken: rows.length, blobs: removed.length, refused: [...refused.values()] }
  })
}

/** A store that hangs must not hold the transaction, or a server that stops, for longer than one removal. @returns `refused`: and why. */
async function removeAll(
  store: BlobStore,
  blobs: readonly string[],
  mayGoOn: () => boolean,
): Promise<{ removed: string[]; refused: Map<string, unknown> }> {
  const removed: string[] = []
  const refused = new Map<string, unknown>()
  const left = [...blobs]
  const removeSome = async (): Promise<void> => {
    for (let blob = left.pop(); blob !== undefined && mayGoOn(); blob = left.pop()) {
      const id = blob
      await store.remove(id).then(
        () => removed.push(id),
        (error: unknown) => refused.set(id, error),
      )
    }
  }
  await Promise.all(Array.from({ length: REMOVALS_IN_FLIGHT }, removeSome))
  return { removed, refused }
}

/** Staged bytes lie on the node that took them: on another one they are leftovers. */
async function collectUploads(database: Database, store: BlobStore, mayGoOn: () => boolean): Promise<number> {
  let uploads = 0
  while (mayGoOn()) {
    const { rows } = await database.owner<{ id: string }>(
      `delete from storage.uploads u
       where u.id in (select e.id from storage.uploads e where e.expires_at < now() - $1::interval
                      and not exists (select from storage.upload_claims c where c.upload_id = e.id and c.until > clock_timestamp())
                      limit $2 for update skip locked)
       returning u.id`,
      [UPLOAD_GRACE, BATCH],
    )
    for (const { id } of rows) {
      await store.discard(id)
      await store.pieces?.forget(id)
    }
    uploads += rows.length
    if (rows.length < BATCH) break
  }
  return uploads
}

async function collectLeftovers(database: Database, store: BlobStore): Promise<number> {
  const staged = await collectStaged(database, store)
  const { pieces } = store
  if (!pieces) return staged
  const ended = await withoutUpload(database, await pieces.leftovers(LEFTOVER_MS))
  for (const id of ended) await pieces.forget(id)
  return staged + ended.length
}

/** What lies on the disk of this node. @returns how many uploads it was of. */
async function collectStaged(database: Database, store: BlobStore): Promise<number> {
  const ended = await withoutUpload(database, await store.leftovers(LEFTOVER_MS))
  for (const id of ended) await store.discard(id)
  return ended.length
}

/** Uploads that were to be collected longer ago than `idleMs`: by their rows, and by bytes that lie in the store without one. */
export async function forgottenUploads(database: Database, store: BlobStore, idleMs: number): Promise<string[]> {
  const { rows } = await database.owner<{ id: string }>(
    'select id from storage.uploads where expires_at < now() - make_interval(secs => $1) order by id limit $2',
    [idleMs / 1000, BATCH],
  )
  const staged = [...(await store.leftovers(idleMs)), ...((await store.pieces?.leftovers(idleMs)) ?? [])]
  return [...new Set([...rows.map(({ id }) => id), ...(await withoutUpload(database, staged))])]
}

async function withoutUpload(database: Database, staged: readonly string[]): Promise<string[]> {
  const { rows } = await database.owner<{ id: string }>(
    `select s.id from unnest($1::uuid[]) as s (id)
     where not exists (select from storage.uploads u where u.id = s.id and u.object_id is null)`,
    [staged],
  )
  return rows.map(({ id }) => id)
}
