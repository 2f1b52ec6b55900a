import type { Database } from '../db/database.ts'
import type { BlobStore } from './blob-store.ts'

/** Bytes stay this long after their object went, so that a backup taken in between can still be restored. */
const GRACE = '24 hours'
const BATCH = 500

/**
 * Deletes the bytes of objects that are gone, and uploads nobody finished. Safe to run on several nodes: a transaction-level
 * advisory lock lets one work at a time, and each blob is checked again under that lock before it goes.
 *
 * @returns how many blobs and uploads were removed.
 */
export async function collectGarbage(
  database: Database,
  store: BlobStore,
): Promise<{ blobs: number; uploads: number }> {
  return database.asOwner(async (transaction) => {
    const { rows: lock } = await transaction.query<{ taken: boolean }>({
      text: `select pg_try_advisory_xact_lock(hashtext('quantumshield.collector')) as taken`,
    })
    if (!lock[0]?.taken) return { blobs: 0, uploads: 0 }

    const { rows: orphans } = await transaction.query<{ blob_id: string }>({
      text: `delete from storage.orphan_blobs o
             where o.blob_id in (select b.blob_id from storage.orphan_blobs b
                                 where b.orphaned_at < now() - $1::interval limit $2)
             returning o.blob_id`,
      values: [GRACE, BATCH],
    })
    for (const { blob_id } of orphans) if (!(await isInUse(blob_id))) await store.remove(blob_id)

    const { rows: expired } = await transaction.query<{ id: string }>({
      text: `delete from storage.uploads u
             where u.id in (select e.id from storage.uploads e where e.expires_at < now() limit $1)
             returning u.id`,
      values: [BATCH],
    })
    for (const { id } of expired) await store.discard(id)
    return { blobs: orphans.length, uploads: expired.length }

    async function isInUse(blob: string): Promise<boolean> {
      const { rowCount } = await transaction.query({
        text: 'select from storage.objects where blob_id = $1',
        values: [blob],
      })
      return Boolean(rowCount)
    }
  })
}
