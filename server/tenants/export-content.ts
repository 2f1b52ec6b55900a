import type { Database, Transaction } from '../db/database.ts'
import type { BlobStore } from '../storage/blobs/blob-store.ts'
import { BlobMissingError } from '../storage/blobs/blob-store.ts'
import { type Belonging, belongingsOf } from './belongings.ts'
import type { ExportWriter } from './export-writer.ts'

const ROWS_AT_ONCE = 500
const MAX_FILE_BYTES = 4 * 1024 * 1024

type Blob = { blob_id: string }
export type Progress = { rows: number; blobs: number; blobsTotal: number | null }
export type ExportPart = { writer: ExportWriter; progress: Progress; tenant: string }
type Content = {
  tables: Record<string, { rows: number; withheld: readonly string[] }>
  leftOut: Record<string, string>
  missing: string[]
}

/**
 * Writes all rows of an organisation as they are at one moment, then the content of its files as it is stored: sealed.
 * @throws {ExportStopped}
 */
export async function writeContent(
  { database, store }: { database: Database; store: BlobStore },
  part: ExportPart,
): Promise<Content> {
  const { progress, writer } = part
  const tables: Content['tables'] = {}
  const { blobs, leftOut } = await database.asOwner(async (db) => {
    await db.query({ text: 'set transaction isolation level repeatable read, read only', values: [] })
    const found = await belongingsOf(db)
    if (found.undecided.length > 0) throw new Error(`nobody decided on ${found.undecided.join(', ')}`)
    const listed = await blobsOf(db, part.tenant)
    progress.blobsTotal = listed.length
    for (const table of found.tables) {
      const rows = await writeTable(db, table, part)
      tables[table.name] = { rows, withheld: table.withheld }
    }
    return { blobs: listed, leftOut: found.leftOut }
  })
  const missing: string[] = []
  for (const { blob_id: blob } of blobs) {
    if (!(await writeBlob(store, writer, blob))) missing.push(blob)
    progress.blobs += 1
  }
  return { tables, leftOut, missing }
}

/** Content that two objects share is written once. */
async function blobsOf(db: Transaction, tenant: string): Promise<Blob[]> {
  const { rows } = await db.query<Blob>({
    text: `select distinct o.blob_id from storage.objects o
           where o.owner in (select p.user_id from public.profiles p where p.tenant_id = $1) order by o.blob_id`,
    values: [tenant],
  })
  return rows
}

async function writeTable(db: Transaction, { name, rows, withheld }: Belonging, part: ExportPart): Promise<number> {
  const { writer, progress } = part
  const tenant = `'${part.tenant}'::uuid`
  const without = `array[${withheld.map((column) => `'${column}'`).join(', ')}]::text[]`
  // A cursor takes no parameters. The id of the organisation comes from the database.
  await db.query({
    text: `declare exported no scroll cursor for
           select (to_jsonb(belonging) - ${without})::text as line from ${name} belonging where ${rows.replaceAll('$1', () => tenant)}`,
    values: [],
  })
  let [count, file, size] = [0, 0, 0]
  let lines: Buffer[] = []
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return
    file += 1
    await writer.add(`rows/${name}/${String(file).padStart(6, '0')}.ndjson`, Buffer.concat(lines))
    ;[lines, size] = [[], 0]
  }
  for (;;) {
    const { rows: fetched } = await db.query<{ line: string }>({
      text: `fetch ${ROWS_AT_ONCE} from exported`,
      values: [],
    })
    for (const { line } of fetched) {
      const bytes = Buffer.from(`${line}\n`)
      if (size + bytes.length > MAX_FILE_BYTES) await flush()
      lines.push(bytes)
      size += bytes.length
    }
    count += fetched.length
    progress.rows += fetched.length
    if (fetched.length < ROWS_AT_ONCE) break
  }
  await flush()
  await db.query({ text: 'close exported', values: [] })
  return count
}

/** @returns false where the content is lost */
async function writeBlob(store: BlobStore, writer: ExportWriter, blob: string): Promise<boolean> {
  try {
    const reader = await store.open(blob)
    try {
      await writer.addBlob(`blobs/${blob}`, reader)
    } finally {
      await reader.close()
    }
    return true
  } catch (error) {
    if (error instanceof BlobMissingError) return false
    throw error
  }
}
