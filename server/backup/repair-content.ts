import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { type BlobStore, BodyTooLargeError } from '../storage/blobs/blob-store.ts'
import { isLost, type Place } from '../storage/places/place.ts'
import type { LostContent } from '../storage/upkeep/lost-content.ts'
import { readContent } from '../storage/upkeep/read-content.ts'
import { allLosses } from '../storage/upkeep/operator.sql.ts'
import type { Known } from '../storage/upkeep/sweep.sql.ts'
import { fileOf } from './copy-contents.ts'

const IDLE_MS = 60_000

/** `unknown`: no SHA-256 of it is known, so nothing says whether a copy is the right one. */
export type Repaired = { repaired: number; notThere: string[]; unknown: string[] }

type Services = { database: Database; store: BlobStore; lost: LostContent; place: Place }

/**
 * Puts content that is known to be lost back from a place of backups. A copy counts when it has the SHA-256 that the database has of the
 * file; the place is not trusted.
 */
export async function repairContent(services: Services): Promise<Repaired> {
  const { database, store, lost } = services
  const result: Repaired = { repaired: 0, notThere: [], unknown: [] }
  for await (const known of allLosses(database)) {
    if (known.checksum === '') result.unknown.push(known.blob_id)
    // Of several objects with this content, the first one had it repaired.
    else if (!(await readContent(store, known, {})) || (await repairOne(services, known))) {
      await lost.end(known)
      result.repaired++
    } else result.notThere.push(known.blob_id)
  }
  await lost.closeIncident()
  return result
}

/** The damaged bytes go only as the right ones take their place. @returns false when the place has not the right ones. */
async function repairOne({ store, place }: Services, known: Known): Promise<boolean> {
  const [upload, sizeBytes] = [randomUUID(), Number(known.size_bytes)]
  try {
    const body = await place.read(fileOf(known.blob_id))
    const written = await store.write(upload, 0, body, { limit: sizeBytes, idleMs: IDLE_MS, digest: true })
    if (written.failure) throw written.failure
    if (written.sizeBytes !== sizeBytes || written.sha256 !== known.checksum) return false
    await store.replace(upload, known.blob_id)
    return (await readContent(store, known, {})) === undefined
  } catch (error) {
    if (isLost(error) || error instanceof BodyTooLargeError) return false
    throw error
  } finally {
    await store.discard(upload)
  }
}
