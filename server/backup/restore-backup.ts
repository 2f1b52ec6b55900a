import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { z } from 'zod'
import { migrate, migrateOnly } from '../db/migrate.ts'
import { isEmpty } from '../db/restored.ts'
import { readShippedSchema } from '../db/shipped-schema.ts'
import { type BlobStore, BodyTooLargeError } from '../storage/blobs/blob-store.ts'
import type { BackupKey } from './backup-keys.ts'
import { type Content, fileOf } from './copy-contents.ts'
import { fewAtOnce } from './few-at-once.ts'
import { beginSnapshot, readTableStates } from './export-database.ts'
import { importDatabase } from './import-database.ts'
import type { Manifest } from './manifest.ts'
import { isLost, type Place } from '../storage/places/place.ts'
import { openList, piped, readCounted, refuseOther } from './signed-files.ts'
import { syncFolder } from '../disk/disk-files.ts'
import { refuseWeakRole } from './role-rights.ts'
import { openStream } from './sealed-stream.ts'
import { DATABASE, SECRETS } from './take-backup.ts'

const IDLE_MS = 60_000
const AT_ONCE = 4
const files = z.record(z.string().regex(/^(secrets\/[\w.-]+|ledger-heads\.json)$/), z.base64())

export type Opened = { place: Place; folder: string; manifest: Manifest; key: BackupKey }

/** @throws {Error} when this program cannot make the database that the backup is of. */
export function refuseOtherSchema({ migrations, version }: Manifest): void {
  const shipped = readShippedSchema().migrations
  for (const [i, { name, sha256 }] of migrations.entries()) {
    if (shipped[i]?.name === name && shipped[i]?.sha256 === sha256) continue
    throw new Error(
      `The backup is of version ${version}, whose database this program cannot make (${name}). Restore it with that version, and update then.`,
    )
  }
}

/**
 * Makes the database of a backup in an empty one, compares every table with what was exported, brings it up to date, and signs everybody out.
 * @throws {Error} when it is not empty, or not the same afterwards.
 */
export async function restoreDatabase(
  client: Client,
  where: string,
  { place, folder, manifest, key }: Opened,
): Promise<void> {
  if (!(await isEmpty(client)))
    throw new Error(`The database in ${where} is not empty. A backup is restored into an empty one.`)
  await refuseWeakRole(client, 'restore')
  // Before anything is made: the key may not fit.
  const sealed = await readCounted(place, `${folder}/${DATABASE}`)
  const script = await openStream(key.identity, sealed.body)
  await migrateOnly(
    client,
    manifest.migrations.map(({ name }) => name),
  )
  await importDatabase(client, piped(script, createGunzip()), () =>
    refuseOther(DATABASE, manifest.database, sealed.counter.stored()),
  )

  await beginSnapshot(client)
  const found = new Map((await readTableStates(client)).map((state) => [state.name, state]))
  await client.query('commit')
  const other = manifest.database.tables.filter(({ name, sha256 }) => found.get(name)?.sha256 !== sha256)
  if (other.length > 0)
    throw new Error(`These tables are not what was exported: ${other.map(({ name }) => name).join(', ')}.`)
  await migrate(client)
  // Some were ended since, for a reason.
  await client.query('delete from auth.sessions')
}

/** Puts secrets back, readable by this user only. */
export async function restoreSecrets(dataDir: string, { place, folder, manifest, key }: Opened): Promise<void> {
  const sealed = await readCounted(place, `${folder}/${SECRETS}`)
  const found = files.parse(await json(await openStream(key.identity, sealed.body)))
  refuseOther(SECRETS, manifest.secrets, sealed.counter.stored())
  await fs.mkdir(path.join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  for (const [name, content] of Object.entries(found))
    await fs.writeFile(path.join(dataDir, name), Buffer.from(content, 'base64'), {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
  await syncFolder(path.join(dataDir, 'secrets'))
}

export type Restored = { count: number; bytes: number; damaged: string[] }

/** Copies content into an empty store; each file is hashed on its way. What the backup lacks or has damaged is named in the result. */
export async function restoreContents(store: BlobStore, { place, folder, manifest }: Opened): Promise<Restored> {
  return copyBack(store, place, openList(place, folder, manifest.contents))
}

/** The same for any list of contents. */
export async function copyBack(store: BlobStore, place: Place, list: AsyncIterable<Content>): Promise<Restored> {
  const result: Restored = { count: 0, bytes: 0, damaged: [] }
  await fewAtOnce(list, AT_ONCE, (content) => restoreOne(store, place, content, result))
  return result
}

async function restoreOne(store: BlobStore, place: Place, content: Content, result: Restored): Promise<void> {
  const { id, bytes, sha256 } = content
  const upload = randomUUID()
  let body: Readable | undefined
  try {
    const read = await readCounted(place, fileOf(id))
    body = read.body
    const written = await store.write(upload, 0, body, { limit: bytes, idleMs: IDLE_MS })
    if (written.failure) throw written.failure
    const isWhole = written.sizeBytes === bytes && (sha256 === '' || read.counter.stored().sha256 === sha256)
    if (!isWhole) return void result.damaged.push(id)
    await store.commit(upload, id)
    result.count++
    result.bytes += bytes
  } catch (error) {
    if (!(error instanceof BodyTooLargeError) && !isLost(error)) throw error
    result.damaged.push(id)
  } finally {
    body?.destroy()
    await store.discard(upload)
  }
}
