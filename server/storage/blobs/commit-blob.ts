import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import type { Database } from '../../db/database.ts'
import { BlobStoreError } from '../../blob-store-error.ts'
import type { BlobStore } from './blob-store.ts'
import { forgetBlobStatement, noteBlobStatement, renewNoteStatement } from '../objects/objects.sql.ts'
import { TusError } from '../storage-error.ts'

/** A note is due after a day: the row that follows must have most of it left. */
const RENEW_AFTER_MS = 60 * 60 * 1000

/**
 * Turns staged bytes into a blob and hands its id to `putRow`, which commits the row that points at it. A crash in between
 * leaves an orphan blob, which the collector finds; never a row without bytes.
 *
 * When the row was refused, the blob goes at once. When the connection broke it stays: the row may be there after all.
 *
 * @param services `renewAfterMs`: what took longer to store has its note renewed. Tests shorten it.
 */
export async function commitBlob<T>(
  { database, store, renewAfterMs = RENEW_AFTER_MS }: { database: Database; store: BlobStore; renewAfterMs?: number },
  stage: string,
  putRow: (blobId: string) => Promise<T>,
): Promise<T> {
  const blobId = randomUUID()
  await database.owner(noteBlobStatement.text, [blobId])
  let isAsked = false
  try {
    let begun: number
    do {
      begun = performance.now()
      await store.commit(stage, blobId)
    } while (performance.now() - begun >= renewAfterMs && !(await renewNote(database, blobId)))
    isAsked = true
    return await putRow(blobId)
  } catch (error) {
    // A store that is away would keep people waiting once more; the collector removes what it got.
    const isAway = error instanceof BlobStoreError
    if (!isAway && (!isAsked || isRefusal(error))) {
      // What fails here is left to the collector; the reason to report is the first one.
      await Promise.allSettled([store.remove(blobId).then(() => database.owner(forgetBlobStatement.text, [blobId]))])
    }
    throw error
  }
}

/** @returns false when the collector had taken it, and removed the bytes: they are stored once more. */
async function renewNote(database: Database, blobId: string): Promise<boolean> {
  const { rows } = await database.owner<{ was_there: boolean }>(renewNoteStatement.text, [blobId])
  return rows[0]?.was_there ?? false
}

/** The transaction certainly did not commit: classes 08 and 57P are broken connections, where nobody knows. */
function isRefusal(error: unknown): boolean {
  return error instanceof TusError || (error instanceof DatabaseError && !/^(08|57P)/.test(error.code ?? '08'))
}
