import { FUNCTIONS, readApplied } from '../../db/applied-migrations.ts'
import { asksOwner } from '../../db/asks.ts'
import { compareSchema } from '../../db/compare-schema.ts'
import { readShippedSchema, type ShippedFunction } from '../../db/shipped-schema.ts'
import { type Check, expectThat, noneOf } from '../check.ts'
import { readBodies } from './schema.sql.ts'

/** DB-03 */
export const hasExactlyItsMigrations: Check = async (context) => {
  const { database } = context.services
  const [asks, shipped] = [asksOwner(database), readShippedSchema()]
  const { fresh, isNewer, unknown } = await compareSchema(asks, shipped)
  const applied = await readApplied(asks)
  const evidence = {
    version: shipped.version,
    migrations: shipped.migrations.length,
    functions: shipped.functions.all.length,
  }
  expectThat(unknown.length === 0, `Migrations ran that this version does not know: ${unknown.join(', ')}`, evidence)
  expectThat(fresh.length === 0, `Migrations have not run: ${fresh.map(({ name }) => name).join(', ')}`, evidence)
  // A newer version was here and left its functions, with which this one works.
  if (isNewer) return noneOf([], '', evidence)
  expectThat(
    applied.get(FUNCTIONS) === shipped.functions.sha256,
    'The functions are those of another version',
    evidence,
  )
  return noneOf(
    changedFunctions(shipped.functions.all, await readBodies(context)),
    'Functions in the database are not those that this version made',
    evidence,
  )
}

/** Those whose statements are not in the database, or others under their name. */
function changedFunctions(
  shipped: readonly ShippedFunction[],
  inDatabase: ReadonlyMap<string, readonly string[]>,
): string[] {
  return shipped.filter(({ name, makes }) => !inDatabase.get(name)?.includes(bodyOf(makes))).map(({ name }) => name)
}

const bodyOf = (makes: string): string => /\nas \$\$([^]*)\$\$;\n$/.exec(makes)?.[1] ?? ''
