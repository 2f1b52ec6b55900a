import fsSync from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import { createWhenMissing, openDatabase } from '../db/open.ts'
import { startPostgres } from '../db/postgres.ts'
import { beginRestore } from '../db/restored.ts'
import { checkLog } from '../ledger/check-log.ts'
import { Ledger } from '../ledger/ledger.ts'
import { listAllLogs } from '../ledger/operator.sql.ts'
import { makeDataDir } from '../settings/checks.ts'
import { openSecretStore } from '../secret-store/open-store.ts'
import { loadSecrets } from '../secrets.ts'
import type { BlobStore } from '../storage/blobs/blob-store.ts'
import { createDiskStore } from '../storage/blobs/disk-store.ts'
import { createS3Store } from '../storage/blobs/s3-store.ts'
import { type Opened, refuseOtherSchema, restoreContents, restoreDatabase, restoreSecrets } from './restore-backup.ts'
import { checkBackup } from './stored-backups.ts'

type Target = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'publicUrl' | 'secretsKey'>
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Say = (line: string) => void

/**
 * Makes a whole server in an empty folder. A server does not start there before it has ended.
 * @returns contents that are missing or damaged in the backup.
 * @throws {Error} when the folder or the database is not empty, or something is not what was signed.
 */
export async function restoreServer(
  backup: Opened,
  { config, reason, say }: { config: Config; reason: string; say: Say },
): Promise<string[]> {
  refuseOtherSchema(backup.manifest)
  await refuseFull(config.dataDir)
  const end = beginRestore(config.dataDir)
  await makeDatabase(config, backup, say)
  await restoreSecrets(config.dataDir, backup)
  say('secrets: signing keys, server secret, API keys')
  const { count, bytes, damaged } = await restoreContents(await openStore(config), backup)
  say(`content: ${count} files, ${bytes} bytes`)
  await beginLedgers(config, { reason, asOf: new Date(backup.manifest.takenAt), say })
  // Not earlier: a server that went on with a ledger as it was would fork what witnesses have seen.
  end()
  return damaged
}

export async function openStore(config: Pick<Config, 'dataDir' | 's3'>): Promise<BlobStore> {
  const folder = path.join(config.dataDir, 'storage')
  return config.s3 ? createS3Store(folder, config.s3) : createDiskStore(folder)
}

/** New ledgers, whose first entry says why, and as of when the server was restored: what came after may be missing. */
export async function beginLedgers(
  config: Target,
  { reason, asOf, say }: { reason: string; asOf: Date; say: Say },
): Promise<void> {
  await withLedger(config, say, async (ledger, problems) => {
    for (const problem of problems) say(`not what was signed: ${problem}`)
    await ledger.beginEpoch(reason, { asOf })
    // Else the first look at the ledger finds events that have waited since now.
    await ledger.placeAll()
    say('audit ledgers: ended as they were, and begun again under new names')
  })
}

/** Tries a backup without touching anything: the database and its ledgers in a folder of its own, the content by its hashes. */
export async function verifyBackup(backup: Opened, say: Say): Promise<string[]> {
  refuseOtherSchema(backup.manifest)
  const { files, bytes, damaged } = await checkBackup(backup.place, backup.folder, backup.key)
  say(`files: ${files} with ${bytes} bytes are what was signed`)
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'quantumshield-verify-'))
  // PostgreSQL's own user passes through; what is private below has a mode of its own.
  await fs.chmod(dataDir, 0o755)
  // Also when somebody ends it: decrypted secrets must not stay.
  const clear = () => fsSync.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const endAtOnce = () => {
    clear()
    process.exit(1)
  }
  for (const signal of ENDINGS) process.once(signal, endAtOnce)
  try {
    const target = {
      dataDir,
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      secretsKey: undefined,
      publicUrl: backup.manifest.publicUrl,
    }
    await makeDatabase(target, backup, say)
    await restoreSecrets(dataDir, backup)
    await withLedger(target, say, (_, problems) => {
      if (problems.length > 0) throw new Error(`The ledger is not what was signed:\n${problems.join('\n')}`)
      say('audit ledgers: every event is what was signed')
    })
  } finally {
    for (const signal of ENDINGS) process.off(signal, endAtOnce)
    clear()
  }
  return damaged
}

async function makeDatabase(target: Target, backup: Opened, say: Say): Promise<void> {
  const embedded = target.databaseUrl ? undefined : await startPostgres(path.join(target.dataDir, 'postgres'))
  const connection = embedded
    ? { host: embedded.socketDirectory, user: 'postgres', database: 'quantumshield' }
    : { connectionString: target.databaseDirectUrl ?? target.databaseUrl }
  try {
    if (embedded) await createWhenMissing(connection, 'quantumshield')
    const client = new Client(connection)
    await client.connect()
    try {
      await restoreDatabase(client, embedded?.home ?? 'DATABASE_URL', backup)
    } finally {
      await client.end()
    }
  } finally {
    await embedded?.stop()
  }
  const { tables } = backup.manifest.database
  say(
    `database: ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables, compared one by one`,
  )
}

async function withLedger(
  target: Target,
  say: Say,
  use: (ledger: Ledger, problems: string[]) => Promise<void> | void,
): Promise<void> {
  const opened = await openDatabase({ ...target, isRestoring: true })
  try {
    const { database } = opened
    const problems: string[] = []
    for (const log of await listAllLogs(database))
      for (const { index, problem } of await checkLog(database, log))
        problems.push(`${log.origin} ${index}: ${problem}`)
    // With SECRETS_KEY, this moves what was just restored into the database.
    const secrets = await loadSecrets(await openSecretStore(target, (work) => database.asOwner(work), say))
    await use(new Ledger({ config: target, database, secrets }), problems)
  } finally {
    await opened.close()
  }
}

export async function refuseFull(dataDir: string): Promise<void> {
  makeDataDir(dataDir)
  const found = (await fs.readdir(dataDir)).filter((name) => name !== 'lost+found')
  if (found.length > 0)
    throw new Error(`${dataDir} holds ${found.join(', ')}. A backup is restored into an empty DATA_DIR.`)
}
