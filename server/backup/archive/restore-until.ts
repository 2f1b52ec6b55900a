import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Client } from 'pg'
import type { Config } from '../../config.ts'
import { makePrivate, serverUser } from '../../db/cluster-home.ts'
import { clusterHome, notePlace } from '../../db/cluster-place.ts'
import { migrate } from '../../db/migrate.ts'
import { type EmbeddedPostgres, startPostgres } from '../../db/postgres.ts'
import { beginRestore } from '../../db/restored.ts'
import type { Place } from '../../storage/places/place.ts'
import type { Stored } from '../../storage/places/counter.ts'
import { BASE, BASE_NOTE, type BaseNote, baseShape, pieceShape, WAL } from './archive-names.ts'
import { findGap, type Gap } from './log-gap.ts'
import type { BackupKey } from '../backup-keys.ts'
import { listContents } from '../copy-contents.ts'
import { readManifest, readSigned } from '../manifest.ts'
import { copyBack, restoreSecrets } from '../restore-backup.ts'
import { beginLedgers, openStore, refuseFull } from '../restore-server.ts'
import { openStream } from '../sealed-stream.ts'
import { piped, readCounted, refuseOther } from '../signed-files.ts'
import { listBackups } from '../stored-backups.ts'
import { unpackBase } from './unpack-base.ts'

type Archive = { place: Place; key: BackupKey }
type How = {
  config: Config
  /** `latest`: as far as the archive goes. */
  until: Date | 'latest'
  reason: string
  say: (line: string) => void
}

/**
 * Makes a server as it was at a moment, in an empty folder: from the newest backup before that holds the files of the cluster, and the log that came after it.
 * @returns contents that the place does not have, or has damaged.
 * @throws {Error} when the folder is not empty, nothing reaches that moment, or something is not what was signed.
 */
export async function restoreUntil(archive: Archive, { config, until, reason, say }: How): Promise<string[]> {
  if (config.databaseUrl) throw new Error('A moment is recovered into the embedded database: take DATABASE_URL away.')
  const { place, key } = archive
  const { folder, base } = await chooseBase(archive, until)
  say(`${folder}: files of the cluster as of ${base.endedAt}`)
  await refuseFull(config.dataDir)
  const end = beginRestore(config.dataDir)
  const home = await unpackCluster(archive, { folder, base, dataDir: config.dataDir })
  const { readable, gap } = findGap(await listPieces(place), base.firstPiece)
  await fetchPieces(archive, readable, path.join(home, PIECES))
  say(`log: ${readable.length} pieces`)
  const manifest = await readManifest(place, folder, key.signedBy)
  await restoreSecrets(config.dataDir, { place, folder, key, manifest })
  const { damaged, lastChange = new Date(base.endedAt) } = await recover(config, { place, home, until, gap, say })
  fs.rmSync(path.join(home, PIECES), { recursive: true })
  await beginLedgers(config, { reason, asOf: lastChange, say })
  end()
  return damaged
}

const PIECES = 'archived-log'
const SEALED = '.gz.age'

async function chooseBase(
  { place, key }: Archive,
  until: Date | 'latest',
): Promise<{ folder: string; base: BaseNote }> {
  for (const folder of (await listBackups(place)).toReversed()) {
    if (!(await place.list(folder)).has(BASE_NOTE)) continue
    const base = baseShape.parse(await readSigned(place, `${folder}/${BASE_NOTE}`, key.signedBy))
    if (until === 'latest' || new Date(base.endedAt) <= until) return { folder, base }
  }
  throw new Error(
    `${place.address} has no backup before that moment that holds the files of the cluster. ARCHIVE_TO turns that on, and the next npm run backup -- take to that place is the first.`,
  )
}

type Unpacking = { folder: string; base: BaseNote; dataDir: string }

async function unpackCluster(archive: Archive, { folder, base, dataDir }: Unpacking): Promise<string> {
  const owner = serverUser()
  const directory = path.join(dataDir, 'postgres')
  const home = clusterHome(directory, owner)
  makePrivate(home, owner)
  const data = path.join(home, 'data')
  fs.mkdirSync(data, { mode: 0o700 })
  await openSealed(archive, { name: `${folder}/${BASE}`, sealed: base.sealed }, (plain) => unpackBase(plain, data))
  fs.writeFileSync(path.join(data, 'backup_label'), base.label, { mode: 0o600, flag: 'wx' })
  fs.writeFileSync(path.join(data, 'recovery.signal'), '', { mode: 0o600, flag: 'wx' })
  give(data)
  notePlace(directory, home)
  return home
}

/** Names of the pieces that are there with their notes. */
async function listPieces(place: Place): Promise<string[]> {
  const there = await place.list(WAL)
  const pieces = [...there.keys()].filter((name) => name.endsWith(SEALED)).map((name) => name.slice(0, -SEALED.length))
  return pieces.filter((name) => there.has(`${name}.json`))
}

/** Opens pieces into a folder that PostgreSQL reads from. */
async function fetchPieces(archive: Archive, names: readonly string[], folder: string): Promise<void> {
  fs.mkdirSync(folder, { mode: 0o700 })
  const { place, key } = archive
  for (const name of names) {
    const piece = pieceShape.parse(await readSigned(place, `${WAL}/${name}.json`, key.signedBy))
    if (piece.name !== name) throw new Error(`${name}.json of the archive is about another piece.`)
    const target = path.join(folder, name)
    await openSealed(archive, { name: `${WAL}/${name}${SEALED}`, sealed: piece.sealed }, (plain) =>
      pipeline(plain, fs.createWriteStream(target, { mode: 0o600, flags: 'wx' })),
    )
  }
  give(folder)
}

type Sealed = { name: string; sealed: Stored }

async function openSealed(
  { place, key }: Archive,
  { name, sealed }: Sealed,
  use: (plain: Readable) => Promise<void>,
): Promise<void> {
  const { body, counter } = await readCounted(place, name)
  await use(piped(await openStream(key.identity, body), createGunzip()))
  refuseOther(name, sealed, counter.stored())
}

/** To the user that PostgreSQL runs as. */
function give(folder: string): void {
  const { uid, gid } = serverUser()
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
}

type Recovering = Pick<How, 'until' | 'say'> & { place: Place; home: string; gap: Gap | undefined }

/** `lastChange`: none after the base. */
type Recovered = { damaged: string[]; lastChange: Date | undefined }

async function recover(config: Config, { place, home, until, gap, say }: Recovering): Promise<Recovered> {
  const server = await startRecovery(path.join(config.dataDir, 'postgres'), path.join(home, PIECES), { until, gap })
  const client = new Client({ host: server.socketDirectory, user: 'postgres', database: 'quantumshield' })
  try {
    await client.connect()
    const { rows } = await client.query<{ last: Date | null }>('select pg_last_xact_replay_timestamp() as last')
    const lastChange = rows[0]?.last ?? undefined
    say(`database: as it was after the last change before, of ${lastChange?.toISOString() ?? 'the base'}`)
    await migrate(client)
    // Some were ended since, for a reason.
    await client.query('delete from auth.sessions')
    await client.query('begin')
    const { count, bytes, damaged } = await copyBack(await openStore(config), place, listContents(client))
    await client.query('commit')
    say(`content: ${count} files, ${bytes} bytes`)
    return { damaged, lastChange }
  } finally {
    await client.end()
    await server.stop()
  }
}

/**
 * A moment before a gap can be reached: PostgreSQL has to see a later change. What is behind a gap was never given to it, so `latest` would end there as
 * if nothing were missing, and is taken for now.
 */
async function startRecovery(
  directory: string,
  pieces: string,
  { until, gap }: { until: Date | 'latest'; gap: Gap | undefined },
): Promise<EmbeddedPostgres> {
  const target = until === 'latest' && gap ? new Date() : until
  const stop =
    target === 'latest' ? [] : [`recovery_target_time=${timestampOf(target)}`, 'recovery_target_action=promote']
  const settings = [`restore_command=cp "${pieces}/%f" "%p"`, 'log_timezone=UTC', ...stop]
  try {
    return await startPostgres(directory, { settings })
  } catch (cause) {
    if (gap) throw new Error(describeGap(gap, cause), { cause })
    if (!isTooShort(cause)) throw cause
    throw new Error('The archive does not reach that moment. --until latest recovers as far as it goes.', { cause })
  }
}

function describeGap({ first, last }: Gap, cause: unknown): string {
  const missing = first === last ? `the piece ${first}` : `the pieces ${first} to ${last}`
  const message = cause instanceof Error ? cause.message : ''
  const seen = /last completed transaction was at log time (\S+ \S+)/.exec(message)?.[1]
  // A moment is reached where a later change is there; that of the last one itself is not.
  const moment = seen === undefined ? undefined : new Date(new Date(seen.replace(' UTC', 'Z')).getTime() - 1)
  const reach = moment
    ? `In an empty DATA_DIR, --until ${moment.toISOString()} recovers what came before.`
    : 'Nothing that came before it can be recovered from this backup.'
  return `The archive lacks ${missing}, and what came after cannot be recovered. ${reach}`
}

/** The command line of PostgreSQL knows no Z. */
const timestampOf = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00')

const isTooShort = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('recovery ended before configured recovery target was reached')
