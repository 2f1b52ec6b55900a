import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import type { Database } from '../../db/database.ts'
import type { BlobStore } from './blob-store.ts'
import { forgetBlobStatement, noteBlobStatement } from '../objects/objects.sql.ts'
import { TusError } from '../storage-error.ts'

/**
 * Turns staged bytes into a blob and hands its id to `putRow`, which commits the row that points at it. A crash in between
 * leaves an orphan blob, which the collector finds; never a row without bytes.
 *
 * When the row was refused, the blob goes at once. When the connection broke it stays: the row may be there after all.
 */
export async function commitBlob<T>(
  { database, store }: { database: Database; store: BlobStore },
  stage: string,
  putRow: (blobId: string) => Promise<T>,
): Promise<T> {
  const blobId = randomUUID()
  await database.owner(noteBlobStatement.text, [blobId])
  let isAsked = false
  try {
    await store.commit(stage, blobId)
    isAsked = true
    return await putRow(blobId)
  } catch (error) {
    if (!isAsked || isRefusal(error)) {
      // What fails here is left to the collector; the reason to report is the first one.
      await Promise.allSettled([store.remove(blobId).then(() => database.owner(forgetBlobStatement.text, [blobId]))])
    }
    throw error
  }
}

/** The transaction certainly did not commit: classes 08 and 57P are broken connections, where nobody knows. */
function isRefusal(error: unknown): boolean {
  return error instanceof TusError || (error instanceof DatabaseError && !/^(08|57P)/.test(error.code ?? '08'))
}
