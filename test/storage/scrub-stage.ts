import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import { scrubContent } from '#server/storage/upkeep/scrub.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { ROOT } from '../support/server/server-process.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

export const SETTINGS = { leftoverDays: 7, leftoverPercent: 10, scrubDays: 30, scrubBytesPerSecond: 1e9 }

export let server: TestServer
export let keeper: Person
export let folder: string
export let store: BlobStore

/** A server for the tests of a file; before each its store is empty. Files share this module, so each of them calls it. */
export function useScrubStage(): void {
  beforeAll(async () => {
    server = await startServer()
    keeper = await signedInPerson(server)
    folder = path.join(server.config.dataDir, 'storage')
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    fs.rmSync(folder, { recursive: true, force: true })
    store = createDiskStore(folder)
    for (const table of ['storage.objects', 'notifications', 'status_incidents', 'storage.orphan_blobs'])
      await server.database.owner(`delete from ${table}`)
    await server.database.owner(`update storage.scrub set begun_at = '-infinity', is_running = false, reached = null,
      finished_at = null, claimed_by = null, claimed_until = '-infinity'`)
    await server.database.owner(`update storage.sweep set begun_at = '-infinity', is_running = false, losses = 0`)
  })
}

export const services = (of = store) => ({
  database: server.database,
  store: of,
  lost: server.lost,
  settings: SETTINGS,
})
export const scrub = (options: Parameters<typeof scrubContent>[1] = {}, of = store) =>
  scrubContent(services(of), options)
export const fileOf = (blob: string) => path.join(folder, 'blobs', blob.slice(0, 2), blob)

/** @param objects that share it. */
export async function put(
  bytes: Buffer,
  { objects = 1, checksum = sha256(bytes), into = store } = {},
): Promise<string> {
  const [upload, blob] = [randomUUID(), randomUUID()]
  await into.write(upload, 0, Readable.from([bytes]), { limit: bytes.length, idleMs: 10_000 })
  await into.commit(upload, blob)
  await into.discard(upload)
  await server.database.owner(
    `insert into storage.objects (bucket_id, name, blob_id, size_bytes, checksum)
     select 'encrypted-files', gen_random_uuid()::text, $1, $2, $3 from generate_series(1, $4)`,
    [blob, bytes.length, checksum, objects],
  )
  return blob
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
export const many = async (count: number) => {
  const blobs = []
  for (let n = 0; n < count; n++) blobs.push(await put(randomBytes(100)))
  return blobs.toSorted()
}

export async function losses(): Promise<unknown[]> {
  const { rows } = await server.database.owner(
    'select blob_id as blob, problem, found_by from storage.lost_content order by problem, blob_id',
  )
  return rows
}
export async function eventsOf(like: string): Promise<string[]> {
  const { rows } = await server.database.owner<{ event_type: string }>(
    `select event_type from system_audit_log where event_type like $1 and created_at > now() - interval '1 hour'
       and details ->> 'id' in (select id::text from storage.objects) order by created_at`,
    [like],
  )
  return rows.map(({ event_type }) => event_type)
}
export const incidents = async () =>
  (await server.database.owner('select status from status_incidents order by created_at')).rows

/** `npm run scrub` beside the server. */
export const command = (...words: string[]) => commandIn(server.config.dataDir, ...words)

export function commandIn(dataDir: string, ...words: string[]): Promise<{ code: number; output: string }> {
  const { connection } = server
  const address = new URL(`postgresql://${connection.user}@localhost/${connection.database}`)
  address.searchParams.set('host', connection.host ?? '')
  const env = { ...process.env, DATABASE_URL: address.href, DATA_DIR: dataDir }
  return new Promise((resolve) => {
    const program = ['--disable-warning=ExperimentalWarning', 'server/commands/scrub.ts', ...words]
    execFile(process.execPath, program, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })
}
