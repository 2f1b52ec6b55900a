import { type Client, DatabaseError } from 'pg'
import type { ShippedFunction, ShippedFunctions } from './shipped-schema.ts'

/** Schema, type, table or function that a later migration makes; a form of the function itself that a later migration drops. */
const OF_A_LATER_MIGRATION = new Set(['3F000', '42704', '42P01', '42883', '42P13'])

/**
 * Makes functions in the middle of the migrations, for what calls them there: defaults, policies, triggers, views. Bodies are not checked:
 * they may name what a later migration makes. A function with such a name in its head is left for the next time.
 */
export class FunctionMaker {
  #left: ShippedFunction[]

  constructor({ all }: ShippedFunctions) {
    this.#left = all
  }

  /** Within a transaction. */
  async makeWhatFits(client: Client): Promise<void> {
    const made = new Set<ShippedFunction>()
    await client.query('set local check_function_bodies = off')
    for (const one of this.#left) if (await fits(client, one)) made.add(one)
    await client.query('set local check_function_bodies = on')
    await giveRights(client, [...made])
    this.#left = this.#left.filter((one) => !made.has(one))
  }
}

async function fits(client: Client, one: ShippedFunction): Promise<boolean> {
  // A query of its own: beside a syntax error it would not run.
  await client.query('savepoint function')
  try {
    await client.query(one.makes)
    return true
  } catch (error) {
    await client.query('rollback to savepoint function')
    if (error instanceof DatabaseError && OF_A_LATER_MIGRATION.has(error.code ?? '')) return false
    throw failure(one, error)
  } finally {
    await client.query('release savepoint function')
  }
}

/** Makes every function as its file has it, within a transaction: servers that are running see all of it or nothing. */
export async function replaceFunctions(client: Client, { all }: ShippedFunctions): Promise<void> {
  // Twice, because a body is checked against functions that a later file makes.
  for (const check of ['off', 'on']) {
    await client.query(`set local check_function_bodies = ${check}`)
    for (const one of all) {
      try {
        await client.query(one.makes)
      } catch (cause) {
        throw failure(one, cause)
      }
    }
  }
  await giveRights(client, all)
}

function failure({ file, name }: ShippedFunction, cause: unknown): Error {
  const problem = cause instanceof Error ? cause.message : String(cause)
  return new Error(`Function ${name} of server/db/functions/${file} failed: ${problem}`, { cause })
}

/**
 * Nobody calls a function but its owner and those whom its file names: PostgreSQL would let everybody, and `create or replace` keeps a
 * right that its file no longer gives. Only what this transaction made: another form of the same name may still serve an older server.
 */
const CLOSE = `
  select format('revoke all on function %s from public, anon, authenticated, service_role', p.oid::regprocedure) as statement
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname || '.' || p.proname = any ($1) and age(p.xmin) <= age(pg_current_xact_id()::xid)`

async function giveRights(client: Client, made: readonly ShippedFunction[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(CLOSE, [made.map(({ name }) => name)])
  await client.query([...rows.map(({ statement }) => statement), ...made.map(({ gives }) => gives)].join(';\n'))
}
