import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import {
  FUNCTIONS,
  forgetApplied,
  inTransaction,
  prepareList,
  readApplied,
  recordApplied,
  recordFunctionsVersion,
  recordNeed,
} from './applied-migrations.ts'
import { compareSchema, needOf } from './compare-schema.ts'
import { FunctionMaker, replaceFunctions } from './functions.ts'
import { countOlderNodes, SCHEMA_CHANNEL } from './live-nodes.ts'
import { type Migration, type ShippedSchema, readShippedSchema } from './shipped-schema.ts'
import { takeOver } from './take-over.ts'

const LOCK_POLL_MS = 150
const NODE_POLLS = 20

/** A line of a migration: what follows calls functions of `server/db/functions`. */
const FUNCTIONS_MARK = /^--! functions\n/m

/**
 * Applies every migration that has not run yet, in order of its number, each in its own transaction; then all functions, when a file of
 * theirs changed or a migration ran. A program leaves functions of a newer version as they are: during a rolling update its node may
 * start again. Several nodes may start at once: one migrates, the others wait. A migration that contracts is refused while a server runs that could not work with what it leaves.
 *
 * The lock is polled: a process that blocks on `pg_advisory_lock` while the holder runs `create index concurrently`
 * is reported by PostgreSQL as a deadlock.
 *
 * @returns what was applied now: names of migrations, and `functions`.
 * @throws {Error} when an applied file was edited, a new one is older than one already applied, or servers that run would break.
 */
export async function migrate(client: Client, shipped: ShippedSchema = readShippedSchema()): Promise<string[]> {
  const maker = new FunctionMaker(shipped.functions)
  await takeLock(client)
  try {
    await prepareList(client)
    await takeOver(client, { applied: await readApplied(client), migrations: shipped.migrations, maker })
    const applied = await readApplied(client)
    const { fresh, made, isNewer } = await compareSchema(client, shipped)
    if (isNewer) return []
    await refuseOlderNodes(client, fresh, shipped)
    for (const migration of fresh)
      await apply(client, migration, { maker, need: needOf(migration, shipped.migrations) })
    if (fresh.length === 0 && applied.get(FUNCTIONS) === shipped.functions.sha256) {
      if (made !== shipped.version) await recordFunctionsVersion(client, shipped.version)
      return []
    }
    await inTransaction(client, async () => {
      await replaceFunctions(client, shipped.functions)
      await recordApplied(client, { name: FUNCTIONS, sha256: shipped.functions.sha256 })
      await recordFunctionsVersion(client, shipped.version)
    })
    if (fresh.length > 0) await client.query(`notify ${SCHEMA_CHANNEL}`)
    return [...fresh.map(({ name }) => name), FUNCTIONS]
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('quantumshield.migrate'))`)
  }
}

/**
 * Makes the database of an earlier version, without functions that a table does not need: what is loaded into it was checked when it was written.
 * @param names the first migrations of this program, in order
 */
export async function migrateOnly(client: Client, names: readonly string[]): Promise<void> {
  const { migrations, functions } = readShippedSchema()
  const maker = new FunctionMaker(functions)
  await prepareList(client)
  for (const migration of migrations.slice(0, names.length)) await apply(client, migration, { maker, need: undefined })
}

async function takeLock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('quantumshield.migrate')) as taken`,
    )
    if (rows[0]?.taken) return
    await sleep(LOCK_POLL_MS)
  }
}

/** A server that just ended may hold its lock for a moment. */
async function refuseOlderNodes(client: Client, fresh: readonly Migration[], shipped: ShippedSchema): Promise<void> {
  for (const migration of fresh) {
    const need = needOf(migration, shipped.migrations)
    if (need === undefined) continue
    let older = await countOlderNodes(client, need)
    for (let polls = NODE_POLLS; older > 0 && polls > 0; polls--) {
      await sleep(LOCK_POLL_MS)
      older = await countOlderNodes(client, need)
    }
    if (older === 0) continue
    throw new Error(
      `${older === 1 ? 'A server that runs is' : `${older} servers that run are`} older than ${need}, and could not work with what ${migration.name} leaves. Nothing was changed. Update every server to a version that has ${need} first, or end ${older === 1 ? 'it' : 'them'}, and start this one again.`,
    )
  }
}

async function apply(
  client: Client,
  migration: Migration,
  { maker, need }: { maker: FunctionMaker; need: string | undefined },
): Promise<void> {
  const [first = '', ...afterFunctions] = migration.text.split(FUNCTIONS_MARK)
  try {
    await inTransaction(client, async () => {
      await client.query(first)
      for (const part of afterFunctions) {
        await maker.makeWhatFits(client)
        await client.query(part)
      }
      await recordApplied(client, migration)
      if (need !== undefined) await recordNeed(client, migration.name, need)
      // So that they are made again even when this process dies before it gets there.
      await forgetApplied(client, [FUNCTIONS])
    })
  } catch (cause) {
    throw new Error(`Migration ${migration.name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
