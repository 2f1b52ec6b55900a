import type { Client } from 'pg'
import isOlder from 'semver/functions/lt.js'
import {
  type Applied,
  FUNCTIONS,
  forgetApplied,
  inTransaction,
  prepareList,
  readApplied,
  readFunctionsVersion,
  recordApplied,
  recordFunctionsVersion,
} from './applied-migrations.ts'
import { FunctionMaker, replaceFunctions } from './functions.ts'
import { type Migration, type ShippedSchema, readShippedSchema } from './shipped-schema.ts'
import { takeOver } from './take-over.ts'

const LOCK_POLL_MS = 150

/** A line of a migration: what follows calls functions of `server/db/functions`. */
const FUNCTIONS_MARK = /^--! functions\n/m

/**
 * Applies every migration that has not run yet, in order of its number, each in its own transaction; then all functions, when a file of
 * theirs changed or a migration ran. A program leaves functions of a newer version as they are: during a rolling update its node may
 * start again. Several nodes may start at once: one migrates, the others wait.
 *
 * The lock is polled: a process that blocks on `pg_advisory_lock` while the holder runs `create index concurrently`
 * is reported by PostgreSQL as a deadlock.
 *
 * @returns what was applied now: names of migrations, and `functions`.
 * @throws {Error} when an applied file was edited, is missing, or a new one is older than one already applied.
 */
export async function migrate(client: Client, shipped: ShippedSchema = readShippedSchema()): Promise<string[]> {
  const maker = new FunctionMaker(shipped.functions)
  await takeLock(client)
  try {
    await prepareList(client)
    await takeOver(client, { applied: await readApplied(client), migrations: shipped.migrations, maker })
    const applied = await readApplied(client)
    refuseDrift(shipped.migrations, applied)

    const fresh = shipped.migrations.filter(({ name }) => !applied.has(name))
    const made = await readFunctionsVersion(client)
    if (made !== null && isOlder(shipped.version, made)) {
      if (fresh[0])
        throw new Error(`The database is newer than this program: version ${made} ran without ${fresh[0].name}`)
      return []
    }
    for (const migration of fresh) await apply(client, migration, maker)
    if (fresh.length === 0 && applied.get(FUNCTIONS) === shipped.functions.sha256) {
      if (made !== shipped.version) await recordFunctionsVersion(client, shipped.version)
      return []
    }
    await inTransaction(client, async () => {
      await replaceFunctions(client, shipped.functions)
      await recordApplied(client, { name: FUNCTIONS, sha256: shipped.functions.sha256 })
      await recordFunctionsVersion(client, shipped.version)
    })
    return [...fresh.map(({ name }) => name), FUNCTIONS]
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('quantumshield.migrate'))`)
  }
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

function refuseDrift(shipped: Migration[], applied: Applied): void {
  const names = [...applied.keys()].filter((name) => name !== FUNCTIONS)
  const newest = names.at(-1) ?? ''
  for (const name of names) {
    if (!shipped.some((migration) => migration.name === name))
      throw new Error(`The database is newer than this program: ${name} is not shipped here`)
  }
  for (const { name, sha256 } of shipped) {
    const known = applied.get(name)
    if (known && known !== sha256) throw new Error(`Migration ${name} was edited after it ran`)
    if (!known && name < newest) throw new Error(`Migration ${name} is older than ${newest}, which already ran`)
  }
}

async function apply(client: Client, migration: Migration, maker: FunctionMaker): Promise<void> {
  const [first = '', ...afterFunctions] = migration.text.split(FUNCTIONS_MARK)
  try {
    await inTransaction(client, async () => {
      await client.query(first)
      for (const part of afterFunctions) {
        await maker.makeWhatFits(client)
        await client.query(part)
      }
      await recordApplied(client, migration)
      // So that they are made again even when this process dies before it gets there.
      await forgetApplied(client, [FUNCTIONS])
    })
  } catch (cause) {
    throw new Error(`Migration ${migration.name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
