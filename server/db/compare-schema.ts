import isOlder from 'semver/functions/lt.js'
import { type Applied, FUNCTIONS, readApplied, readFunctionsVersion, readNeeds } from './applied-migrations.ts'
import type { Asks } from './asks.ts'
import { type Migration, type ShippedSchema, readShippedSchema } from './shipped-schema.ts'

/**
 * A line of a migration that contracts: takes away or changes what earlier servers use. It names the migration that a server has to know
 * to work with what this one leaves; without a name, that is this one itself.
 */
const CONTRACT_MARK = /^--! contract(?: (\S+))?$/m

/** This program cannot work with the database as it is. */
export class SchemaMismatchError extends Error {
  override name = 'SchemaMismatchError'
}

export type Compared = {
  /** Migrations that have not run. */
  fresh: Migration[]
  /** Version of the program whose functions the database has. */
  made: string | null
  /** A program of a higher version was here. What it left is not changed by this one, which can work with it. */
  isNewer: boolean
  /** Migrations that ran and are of a newer program. */
  unknown: string[]
}

/**
 * Compares a database that has a list of migrations with what this program ships. Changes nothing.
 * @throws {SchemaMismatchError} when this program cannot work with it.
 */
export async function compareSchema(client: Asks, shipped: ShippedSchema = readShippedSchema()): Promise<Compared> {
  const applied = await readApplied(client)
  const unknown = await unknownIn(client, { shipped, applied })
  refuseDrift(shipped.migrations, applied)
  const fresh = shipped.migrations.filter(({ name }) => !applied.has(name))
  const made = await readFunctionsVersion(client)
  const isNewer = unknown.length > 0 || (made !== null && isOlder(shipped.version, made))
  if (isNewer && fresh[0])
    throw new SchemaMismatchError(
      `The database is newer than this program: version ${made} ran without ${fresh[0].name}`,
    )
  return { fresh, made, isNewer, unknown }
}

/** The migration that a server has to know where `migration` ran; undefined when any earlier server continues. @throws {Error} when it names none. */
export function needOf({ name, text }: Migration, shipped: readonly Migration[]): string | undefined {
  const mark = CONTRACT_MARK.exec(text)
  if (!mark) return undefined
  const need = mark[1] ?? name
  if (need > name || !shipped.some((one) => one.name === need))
    throw new Error(`Migration ${name} needs servers that know ${need}, which is no earlier migration`)
  return need
}

/** Migrations of a newer program. @throws {SchemaMismatchError} when one of them ended what this program works with. */
async function unknownIn(
  client: Asks,
  { shipped, applied }: { shipped: ShippedSchema; applied: Applied },
): Promise<string[]> {
  const known = new Set(shipped.migrations.map(({ name }) => name))
  const names = [...applied.keys()].filter((name) => name !== FUNCTIONS && !known.has(name))
  const newest = shipped.migrations.at(-1)?.name ?? ''
  const needs = await readNeeds(client)
  for (const name of names) {
    const need = needs.get(name)
    // One that is older than what is shipped here is of another line of development.
    if (name < newest || (need !== undefined && !known.has(need)))
      throw new SchemaMismatchError(`The database is newer than this program: ${name} is not shipped here`)
  }
  return names
}

function refuseDrift(shipped: Migration[], applied: Applied): void {
  const newest = [...applied.keys()].filter((name) => name !== FUNCTIONS).at(-1) ?? ''
  for (const { name, sha256 } of shipped) {
    const known = applied.get(name)
    if (known && known !== sha256) throw new SchemaMismatchError(`Migration ${name} was edited after it ran`)
    if (!known && name < newest)
      throw new SchemaMismatchError(`Migration ${name} is older than ${newest}, which already ran`)
  }
}
