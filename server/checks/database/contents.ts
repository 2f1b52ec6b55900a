import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { BlobStore } from '../../storage/blobs/blob-store.ts'
import { readContent } from '../../storage/upkeep/read-content.ts'
import { type Stored, storedAfter } from '../../storage/upkeep/scrub.sql.ts'
import { type Check, noneOf, skipped } from '../check.ts'

const SAMPLE = 200
const AT_ONCE = 8
/** What is larger is not read: its size is compared. */
const READ_WHOLE_BYTES = 1024 * 1024
/** Of all that is read. */
const READ_BYTES = 64 * 1024 * 1024

/** DB-12 */
export const contentsAreThere: Check = async ({ services: { database, store }, signal }) => {
  const sample = await sampleOf(database)
  if (sample.length === 0) return skipped('no_content')
  const expected = boundedBy(READ_BYTES, sample)
  const waiting = [...expected]
  const found: string[] = []
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const problem = await problemOf(store, next, signal)
      // What was deleted or replaced meanwhile is not lost.
      if (problem && (await isNamed(database, next.blob_id))) found.push(`${next.blob_id} (${problem})`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const read = expected.filter(({ checksum }) => checksum !== '')
  return noneOf(found, 'Content that records name is not in the store as it was stored', {
    contents: sample.length,
    read_whole: read.length,
    bytes_read: read.reduce((sum, { size_bytes: bytes }) => sum + Number(bytes), 0),
  })
}

/** A stretch of all ids, which are random, from a random one on. */
async function sampleOf(database: Database): Promise<Stored[]> {
  const from = randomUUID()
  const behind = await read(database, storedAfter(from, SAMPLE))
  if (behind.length === SAMPLE) return behind
  const before = await read(database, storedAfter(null, SAMPLE - behind.length))
  return [...behind, ...before.filter(({ blob_id: blob }) => !behind.some((one) => one.blob_id === blob))]
}

async function read(database: Database, { text, values }: ReturnType<typeof storedAfter>): Promise<Stored[]> {
  return (await database.owner<Stored>(text, values)).rows
}

/** Without a checksum, the size alone is compared. */
function boundedBy(bytes: number, sample: readonly Stored[]): Stored[] {
  let left = bytes
  return sample.map((one) => {
    const size = Number(one.size_bytes)
    const isWhole = size <= READ_WHOLE_BYTES && size <= left
    if (isWhole) left -= size
    return isWhole ? one : { ...one, checksum: '' }
  })
}

async function problemOf(store: BlobStore, stored: Stored, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await readContent(store, stored, { signal })
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof Error ? error.message : String(error)
  }
}

async function isNamed(database: Database, blob: string): Promise<boolean> {
  const { rowCount } = await database.owner('select from storage.objects where blob_id = $1 limit 1', [blob])
  return rowCount === 1
}
