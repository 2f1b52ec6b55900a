import fs from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { ensureApiLogin } from '#server/db/open.ts'
import { type EmbeddedPostgres, startPostgres } from '#server/db/postgres.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'
import { shortLivedFolder } from './support/short-lived.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the Unix socket of the PostgreSQL that all integration tests share. */
    postgresSocket: string
  }
}

export const TEMPLATE = 'quantumshield_template'

let folder: string | undefined
let postgres: EmbeddedPostgres | undefined

/** Starts one PostgreSQL for the whole run and migrates a template; each test file copies it in a few milliseconds. */
export async function setup(project: TestProject): Promise<void> {
  folder = await fs.mkdtemp(path.join(shortLivedFolder(), 'quantumshield-test-'))
  // PostgreSQL may run as another user, who must be able to enter.
  await fs.chmod(folder, 0o755)
  postgres = await startPostgres(path.join(folder, 'postgres'))
  const server = { host: postgres.socketDirectory, user: 'postgres' }

  const admin = new Client({ ...server, database: 'postgres' })
  await admin.connect()
  // Nothing of this cluster outlives the run, so nothing waits for the disk. What must survive a power failure is tried with clusters of
  // their own (`test/start`).
  for (const setting of ['fsync = off', 'full_page_writes = off', "max_wal_size = '1GB'"]) {
    await admin.query(`alter system set ${setting}`)
  }
  await admin.query('select pg_reload_conf()')
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()

  const template = { ...server, database: TEMPLATE }
  const client = new Client(template)
  await client.connect()
  await migrate(client)
  await ensureApiLogin(client, template)
  await client.end()
  await migrateJobs(template)

  project.provide('postgresSocket', postgres.socketDirectory)
}

export async function teardown(): Promise<void> {
  await postgres?.stop()
  if (folder) await fs.rm(folder, { recursive: true, force: true })
}
