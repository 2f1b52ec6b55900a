import fs from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, startPostgres } from '#server/db/postgres.ts'
import { migrateWhole } from './support/server/migrate-whole.ts'
import { shortLivedFolder } from './support/short-lived.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the Unix socket of the PostgreSQL that all integration tests share. */
    postgresSocket: string
    /** Of this run: what its tests share lies there, and ends with it. */
    runFolder: string
  }
}

export const TEMPLATE = 'quantumshield_template'
/** Three servers of a test open up to 150, and others run beside it. */
const CONNECTIONS = 400

let folder: string | undefined
let postgres: EmbeddedPostgres | undefined

/**
 * Starts one PostgreSQL for the whole run and migrates a template; each test file copies it in a few milliseconds. The servers and commands
 * that tests start, of which there are hundreds, compile a module once in a run: half of a command's time.
 */
export async function setup(project: TestProject): Promise<void> {
  folder = await fs.mkdtemp(path.join(shortLivedFolder(), 'quantumshield-test-'))
  // PostgreSQL may run as another user, who must be able to enter.
  await fs.chmod(folder, 0o755)
  process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compiled')
  postgres = await startPostgres(path.join(folder, 'postgres'), { connections: CONNECTIONS })
  const server = { host: postgres.socketDirectory, user: 'postgres' }

  const admin = new Client({ ...server, database: 'postgres' })
  await admin.connect()
  // Nothing of this cluster outlives the run, so nothing waits for the disk. What must survive a power failure is tried with clusters of
  // their own (`test/start`). A statement is planned once in a connection, not anew for each of its first five values: connections of a test
  // live for seconds, and planning took a quarter of the time of PostgreSQL.
  for (const setting of [
    'fsync = off',
    'full_page_writes = off',
    "max_wal_size = '1GB'",
    "plan_cache_mode = 'force_generic_plan'",
  ]) {
    await admin.query(`alter system set ${setting}`)
  }
  await admin.query('select pg_reload_conf()')
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()

  const template = { ...server, database: TEMPLATE }
  await migrateWhole(template)

  project.provide('postgresSocket', postgres.socketDirectory)
  project.provide('runFolder', folder)
}

export async function teardown(): Promise<void> {
  await postgres?.stop()
  // A server that is just ending may still write what it compiled.
  if (folder) await fs.rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
