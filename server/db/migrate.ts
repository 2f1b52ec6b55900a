import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'

const FOLDER = path.join(import.meta.dirname, 'migrations')
const LOCK_POLL_MS = 150

/**
 * Applies every migration that has not run yet, in order of its number, each in its own transaction.
 * Several nodes may start at once: one migrates, the others wait.
 *
 * The lock is polled: a process that blocks on `pg_advisory_lock` while the holder runs `create index concurrently`
 * is reported by PostgreSQL as a deadlock.
 *
 * @returns the names of the migrations that were applied now.
 * @throws {Error} when an applied file was edited, is missing, or a new one is older than one already applied.
 */
export async function migrate(client: Client, folder = FOLDER): Promise<string[]> {
  const files = listMigrations(folder)
  await takeLock(client)
  try {
    await client.query(`
      create schema if not exists meta;
      create table if not exists meta.schema_migrations (
        name       text        primary key,
        sha256     text        not null,
        applied_at timestamptz not null default now()
      )`)
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from meta.schema_migrations order by name',
    )
    const applied = new Map(rows.map((row) => [row.name, row.sha256]))
    refuseDrift(files, applied)

    const fresh = files.filter((file) => !applied.has(file))
    for (const file of fresh) await apply(client, folder, file)
    return fresh
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('quantumshield.migrate'))`)
  }

  function refuseDrift(shipped: string[], applied: Map<string, string>): void {
    const newest = [...applied.keys()].at(-1) ?? ''
    for (const name of applied.keys()) {
      if (!shipped.includes(name))
        throw new Error(`The database is newer than this program: ${name} is not shipped here`)
    }
    for (const file of shipped) {
      const known = applied.get(file)
      if (known && known !== checksum(readMigration(folder, file)))
        throw new Error(`Migration ${file} was edited after it ran`)
      if (!known && file < newest) throw new Error(`Migration ${file} is older than ${newest}, which already ran`)
    }
  }
}

/** SHA-256 of every migration by its name, in order. */
export function checksumsOfMigrations(folder = FOLDER): Map<string, string> {
  return new Map(listMigrations(folder).map((file) => [file, checksum(readMigration(folder, file))]))
}

function listMigrations(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .filter((file) => /^\d{4}_.+\.sql$/.test(file))
    .sort()
}

async function takeLock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('quantumshield.migrate')) as taken`,
    )
    if (rows[0]?.taken) return
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS))
  }
}

async function apply(client: Client, folder: string, file: string): Promise<void> {
  const text = readMigration(folder, file)
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into meta.schema_migrations (name, sha256) values ($1, $2)', [file, checksum(text)])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${file} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

// Line ends are normalised, so that a checkout on Windows has the same checksum.
function readMigration(folder: string, file: string): string {
  return fs.readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n')
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
