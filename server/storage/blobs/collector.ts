import type { Database, Transaction } from '../../db/database.ts'
import type { BlobStore } from './blob-store.ts'

/** Bytes stay this long after their object went, so that a backup taken in between can still be restored. */
const GRACE = '24 hours'
/**
 * Staged bytes of no upload that did not change for so long were left by a crash. Bodies of another process on the same
 * folder stall out, or write, long before.
 */
const LEFTOVER_MS = 60 * 60 * 1000
const BATCH = 500

export type Collected = { blobs: number; uploads: number; leftovers: number }

/**
 * Deletes the bytes of objects that are gone, uploads nobody finished, and staged bytes that a crash left behind. Safe to run
 * on several nodes: a transaction-level advisory lock lets one work at a time, and each blob is checked again under that lock
 * before it goes.
 *
 * @returns how many blobs, uploads and staging areas were removed.
 */
export async function collectGarbage(database: Database, store: BlobStore): Promise<Collected> {
  return database.asOwner(async (transaction) => {
    const { rows: lock } = await transaction.query<{ taken: boolean }>({
      text: `select pg_try_advisory_xact_lock(hashtext('quantumshield.collector')) as taken`,
    })
    if (!lock[0]?.taken) return { blobs: 0, uploads: 0, leftovers: 0 }
    return {
      blobs: await collectBlobs(transaction, store),
      uploads: await collectUploads(transaction, store),
      leftovers: await collectLeftovers(transaction, store),
    }
  })
}

async function collectBlobs(transaction: Transaction, store: BlobStore): Promise<number> {
  const { rows } = await transaction.query<{ blob_id: string; is_used: boolean }>({
    text: `delete from storage.orphan_blobs o
           where o.blob_id in (select b.blob_id from storage.orphan_blobs b
                               where b.orphaned_at < now() - $1::interval limit $2)
           returning o.blob_id, exists (select from storage.objects s where s.blob_id = o.blob_id) as is_used`,
    values: [GRACE, BATCH],
  })
  const unused = rows.filter(({ is_used }) => !is_used)
  for (const { blob_id } of unused) await store.remove(blob_id)
  return unused.length
}

async function collectUploads(transaction: Transaction, store: BlobStore): Promise<number> {
  const { rows } = await transaction.query<{ id: string }>({
    text: `delete from storage.uploads u
           where u.id in (select e.id from storage.uploads e where e.expires_at < now() limit $1)
           returning u.id`,
    values: [BATCH],
  })
  for (const { id } of rows) await store.discard(id)
  return rows.length
}

async function collectLeftovers(transaction: Transaction, store: BlobStore): Promise<number> {
  const staged = await store.leftovers(LEFTOVER_MS)
  const { rows } = await transaction.query<{ id: string }>({
    text: `select s.id from unnest($1::uuid[]) as s (id)
           where not exists (select from storage.uploads u where u.id = s.id and u.object_id is null)`,
    values: [staged],
  })
  for (const { id } of rows) await store.discard(id)
  return rows.length
}
