import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import packageJson from '../../package.json' with { type: 'json' }
import { FUNCTIONS, readApplied } from '../db/applied-migrations.ts'
import type { BlobStore } from '../storage/blobs/blob-store.ts'
import { backupSigner, readRecipients } from './backup-keys.ts'
import { lockBackups } from './backup-locks.ts'
import { beginBase, takeBase } from './archive/base-backup.ts'
import { copyContents, listContents, toLines } from './copy-contents.ts'
import { beginSnapshot, exportDatabase, type TableState } from './export-database.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import type { Place } from '../storage/places/place.ts'
import type { SecretStore } from '../secret-store/secret-store.ts'
import { refuseWeakRole } from './role-rights.ts'
import { sealStream } from './sealed-stream.ts'
import { CONTENTS, openList } from './signed-files.ts'

export const BACKUPS = 'backups'
export const DATABASE = 'database.sql.gz.age'
export const SECRETS = 'secrets.json.age'
/** Of DATA_DIR, beside the secrets: what a restored server needs as well. */
const HEADS = 'ledger-heads.json'

export type Source = {
  dataDir: string
  secrets: SecretStore
  publicUrl: string
  /** Of the owner of the database. */
  client: Client
  store: BlobStore
  place: Place
  /** Whether the embedded cluster is archived to this place: the backup then holds its files as well, from which any later moment can be recovered. */
  isArchive?: boolean
  say: (line: string) => void
}

export type Backup = { folder: string; manifest: Manifest; copied: number }

/**
 * Copies what a server needs to begin again on an empty machine, while it runs: the database as it is at one moment, the secrets, and
 * the content that the database names and the place lacks.
 *
 * @throws {Error} when it cannot be whole. Content that is missing or damaged here does not end it; the result names it.
 */
export async function takeBackup({
  publicUrl,
  client,
  store,
  place,
  isArchive,
  say,
  ...source
}: Source): Promise<Backup> {
  const recipients = await readRecipients(source.secrets)
  const signer = await backupSigner(source.secrets)
  await refuseWeakRole(client, 'take')
  await lockBackups(client)
  const begun = isArchive ? await beginBase(client) : undefined
  await beginSnapshot(client)
  const { rows } = await client.query<{ now: Date }>('select now() as now')
  const takenAt = (rows[0]?.now ?? new Date()).toISOString()
  const folder = `${BACKUPS}/${takenAt.replaceAll(':', '-')}`
  const migrations = [...(await readApplied(client))]
    .filter(([name]) => name !== FUNCTIONS)
    .map(([name, sha256]) => ({ name, sha256 }))

  const tables: TableState[] = []
  const script = zipped(Readable.from(exportDatabase(client, tables), { objectMode: false }))
  const database = await place.write(`${folder}/${DATABASE}`, await sealStream(recipients, script))
  say(`database: ${tables.reduce((sum, { rows: count }) => sum + count, 0)} rows of ${tables.length} tables`)
  const list = zipped(Readable.from(toLines(listContents(client))))
  const contents = await place.write(`${folder}/${CONTENTS}`, list)
  await client.query('commit')

  const secrets = await place.write(
    `${folder}/${SECRETS}`,
    await sealStream(recipients, Readable.from([await packSecrets(source)])),
  )
  const copied = await copyContents(store, place, openList(place, folder, contents))
  say(`content: ${copied.count} files, ${copied.bytes} bytes; ${copied.copied} of them new in ${place.address}`)

  const base = begun && (await takeBase({ client, place, folder, recipients, signer, begun }))
  if (base) say(`base: any moment from ${base.endedAt} on can be recovered, as far as the archive goes`)

  const manifest: Manifest = {
    format: 'quantumshield-backup-1',
    takenAt,
    version: packageJson.version,
    publicUrl,
    migrations,
    database: { ...database, tables },
    secrets,
    contents: { ...contents, count: copied.count, contentBytes: copied.bytes },
    damaged: copied.damaged.toSorted(),
  }
  // The connection holds the lock that keeps others from removing what was just copied.
  await client.query('select')
  await writeManifest(place, folder, manifest, signer)
  await noteBackup(client, [place.address, folder], manifest)
  return { folder, manifest, copied: copied.copied }
}

/** For those who watch over the server. The backup before an upgrade may be of a version that had no such table. */
async function noteBackup(client: Client, where: [string, string], { takenAt, ...manifest }: Manifest): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('meta.backups') is not null as is`)
  if (!rows[0]?.is) return
  const { database, contents, damaged } = manifest
  await client.query({
    text: `insert into meta.backups (taken_at, place, name, database_bytes, contents, content_bytes, damaged)
           values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [takenAt, ...where, database.bytes, contents.count, contents.contentBytes, damaged.length],
  })
}

function zipped(source: Readable): Readable {
  const zip = createGzip({ level: 1 })
  source.once('error', (error) => zip.destroy(error))
  return source.pipe(zip)
}

/** As files of DATA_DIR, wherever the secrets lie here: the restored server may keep them elsewhere. */
async function packSecrets({ dataDir, secrets }: Pick<Source, 'dataDir' | 'secrets'>): Promise<Buffer> {
  const files: Record<string, string> = {}
  for (const name of await secrets.names()) {
    const text = await secrets.read(name)
    if (text === undefined) throw new Error(`${name} was there and is gone, in ${secrets.place}.`)
    files[`secrets/${name}`] = Buffer.from(`${text}\n`).toString('base64')
  }
  const heads = await fs.readFile(path.join(dataDir, HEADS)).catch(() => undefined)
  if (heads) files[HEADS] = heads.toString('base64')
  return Buffer.from(JSON.stringify(files))
}
