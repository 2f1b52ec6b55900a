import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import type { Signer } from '#crypto/index.ts'
import type { Place } from '../../storage/places/place.ts'
import { BASE, BASE_NOTE, type BaseNote, WAL } from './archive-names.ts'
import { writeSigned } from '../manifest.ts'
import { sealStream } from '../sealed-stream.ts'

/** As `pg_basebackup` leaves out: what a cluster makes again, and the log, which is archived. */
const EMPTY = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pg_internal\.init|pgsql_tmp.*|recovery\.signal)$/

/** Where PostgreSQL was when a backup began. The connection that began it has to end it. */
export type BegunBase = { data: string; postgres: number; firstPiece: string }

type Source = {
  client: Client
  place: Place
  folder: string
  recipients: readonly string[]
  signer: Signer
  begun: BegunBase
}

/**
 * To be called before the snapshot of an export: what is committed after the snapshot is then named by a piece that is kept with the backup.
 * @returns undefined where the cluster does not archive.
 */
export async function beginBase(client: Client): Promise<BegunBase | undefined> {
  const { rows: facts } = await client.query<{ data: string; archives: boolean; version: string }>(
    `select current_setting('data_directory') as data, current_setting('archive_mode') = 'on' as archives,
            current_setting('server_version_num') as version`,
  )
  const fact = facts[0]
  if (!fact?.archives) return undefined
  const { rows } = await client.query<{ first: string }>(
    `select pg_walfile_name(pg_backup_start('quantumshield', true)) as first`,
  )
  return { data: fact.data, postgres: Math.floor(Number(fact.version) / 10_000), firstPiece: rows[0]?.first ?? '' }
}

/**
 * Copies the files of the embedded cluster into a backup, while it runs: with the archive, any later point in time can be recovered.
 * @throws {Error} when the piece of the log in which the backup ends does not arrive in the place.
 */
export async function takeBase({ client, place, folder, recipients, signer, begun }: Source): Promise<BaseNote> {
  const body = Readable.from(filesOf(begun.data), { objectMode: false }).pipe(createGzip({ level: 1 }))
  const sealed = await place.write(`${folder}/${BASE}`, await sealStream(recipients, body))
  const { rows } = await client.query<{ label: string; last: string; now: Date }>(
    `select labelfile as label, pg_walfile_name(lsn) as last, clock_timestamp() as now from pg_backup_stop(false)`,
  )
  await untilThere(place, rows[0]?.last ?? '')
  const note: BaseNote = {
    format: 'quantumshield-base-1',
    postgres: begun.postgres,
    endedAt: (rows[0]?.now ?? new Date()).toISOString(),
    firstPiece: begun.firstPiece,
    label: rows[0]?.label ?? '',
    sealed,
  }
  await writeSigned(place, `${folder}/${BASE_NOTE}`, note, signer)
  return note
}

/** Before that, the files cannot be used: PostgreSQL recovers no moment before the end of the backup. */
async function untilThere(place: Place, piece: string): Promise<void> {
  const end = performance.now() + WAIT_MS
  while (!(await place.list(WAL)).has(`${piece}.json`)) {
    if (performance.now() > end)
      throw new Error(
        `The backup ends in the piece ${piece} of the log, and that did not arrive in ${place.address} within ${WAIT_MS / 60_000} minutes. The server archives while it runs: its log says why it does not.`,
      )
    await sleep(LOOK_MS)
  }
}

const LOOK_MS = 1000
const WAIT_MS = 5 * 60_000

/** Each as a line of JSON with its path and size, and its bytes; a folder has no size. */
async function* filesOf(root: string, folder = ''): AsyncGenerator<Buffer> {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (LEFT_OUT.test(entry.name)) continue
    if (entry.isDirectory()) {
      yield line({ folder: name })
      if (!EMPTY.has(name)) yield* filesOf(root, name)
    } else if (entry.isFile()) yield* bytesOf(path.join(root, name), name)
  }
}

/** As many bytes as it had when it was opened: what PostgreSQL writes meanwhile is in the log. Gone meanwhile: so it will be after recovery. */
async function* bytesOf(file: string, name: string): AsyncGenerator<Buffer> {
  let descriptor: number
  try {
    descriptor = fs.openSync(file, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  try {
    const { size } = fs.fstatSync(descriptor)
    yield line({ file: name, size })
    for (let left = size; left > 0;) {
      const chunk = Buffer.alloc(Math.min(left, CHUNK_BYTES))
      // Behind its end there are zeros, where it became shorter meanwhile.
      fs.readSync(descriptor, chunk, 0, chunk.length, size - left)
      left -= chunk.length
      yield chunk
    }
  } finally {
    fs.closeSync(descriptor)
  }
}

const CHUNK_BYTES = 1024 * 1024
const line = (entry: object): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`)
