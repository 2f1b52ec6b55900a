import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { readApplied, FUNCTIONS } from '../db/applied-migrations.ts'
import {
  isBetween,
  majorOf,
  majorOfCluster,
  makePrivate,
  movingHome,
  serverUser,
  socketDirectory,
  usableBinaries,
} from '../db/cluster-home.ts'
import { findCluster } from '../db/cluster-place.ts'
import { asideOf, swapClusters } from '../db/cluster-swap.ts'
import { migrateOnly } from '../db/migrate.ts'
import { createWhenMissing } from '../db/open.ts'
import { lockCluster, removeCluster, startPostgres, type StartOptions } from '../db/postgres.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { beginSnapshot, exportDatabase, readTableStates, type TableState } from './export-database.ts'
import { importDatabase } from './import-database.ts'

/** The embedded cluster as its files say it is. */
export type Cluster = { home: string; major: number; ownMajor: number }

/** Undefined where there is none yet. */
export async function lookAtCluster(dataDir: string): Promise<Cluster | undefined> {
  const home = findCluster(path.join(dataDir, 'postgres'))
  if (home === undefined) return undefined
  const { postgres } = await usableBinaries(home, serverUser())
  const major = majorOfCluster(home)
  return { home, major, ownMajor: majorOf(postgres) ?? major }
}

/**
 * Moves the database into a new cluster of the PostgreSQL that this version has: exports it with the programs of the one that wrote it, imports it and compares every
 * table. Jobs that wait come along. The old files stay beside it. The new one is filled in a folder of its own and takes the name of the old one last, so that a run
 * that is killed leaves the old one, or one rename that the next start finishes.
 *
 * @param how.bin folder of the old programs.
 * @returns where the old files are.
 * @throws {Error} then everything is as it was.
 */
export async function moveCluster(dataDir: string, { home, major }: Cluster, how: How): Promise<string> {
  const aside = asideOf(home, major)
  if (fs.existsSync(aside)) throw new Error(`${aside} is there: an earlier move left it. Look at it, and move it away.`)
  const owner = serverUser()
  makePrivate(socketDirectory(home), owner)
  const end = await lockCluster(home, 'move')
  const moving = movingHome(home)
  try {
    await removeCluster(moving)
    makePrivate(moving, owner)
    const exported = await exportAll(path.join(dataDir, 'postgres'), path.join(moving, 'move.sql'), how)
    how.say(`exported with PostgreSQL ${major}: ${exported.tables.length} tables`)
    const unlock = await lockCluster(home)
    try {
      await fill(moving, exported)
      await swapClusters(home, aside)
    } finally {
      await unlock()
    }
  } finally {
    if (!isBetween(home)) await removeCluster(moving)
    await end()
  }
  return aside
}

type How = { bin: string; say: (line: string) => void }

async function exportAll(directory: string, script: string, { bin }: How): Promise<Export> {
  return withCluster(directory, { bin }, async (client) => {
    const tables: TableState[] = []
    const migrations = [...(await readApplied(client)).keys()].filter((name) => name !== FUNCTIONS)
    await beginSnapshot(client)
    const rows = Readable.from(exportDatabase(client, tables, 'everything'), { objectMode: false })
    await pipeline(rows, fs.createWriteStream(script, { mode: 0o600, flush: true }))
    return { migrations, script, tables }
  })
}

type Export = { migrations: readonly string[]; script: string; tables: readonly TableState[] }

async function fill(moving: string, { migrations, script, tables }: Export): Promise<void> {
  await withCluster(moving, {}, async (client, connection) => {
    await migrateOnly(client, migrations)
    await migrateJobs(connection)
    await importDatabase(client, fs.createReadStream(script), () => undefined, 'everything')
    await beginSnapshot(client)
    const found = new Map((await readTableStates(client, 'everything')).map((state) => [state.name, state.sha256]))
    await client.query('commit')
    const other = tables.filter(({ name, sha256 }) => found.get(name) !== sha256).map(({ name }) => name)
    if (other.length > 0) throw new Error(`These tables are not what was exported: ${other.join(', ')}.`)
  })
}

type Connection = { host: string; user: string; database: string }

async function withCluster<T>(
  directory: string,
  options: StartOptions,
  use: (client: Client, connection: Connection) => Promise<T>,
): Promise<T> {
  const server = await startPostgres(directory, options)
  const connection = { host: server.socketDirectory, user: 'postgres', database: 'quantumshield' }
  try {
    await createWhenMissing(connection, connection.database)
    const client = new Client(connection)
    await client.connect()
    try {
      return await use(client, connection)
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}
