import type { Caller, Database, Transaction } from '../db/database.ts'
import { type Answer, type Asked } from './answer.ts'
import type { Outcome, Plan } from './planner.ts'
import type { Media } from './parse/preferences.ts'
import { RestError } from './rest-error.ts'
import { identifier } from './sql/sql-builder.ts'

const NOTHING: Outcome = { total: null, page: '0', inserted: null, body: null, headers: null, status: null }

/** Runs a plan as the caller, and takes it back when its number of rows is refused. @throws {RestError} PGRST116, PGRST124 */
export async function runPlan(
  database: Database,
  caller: Caller,
  { plan, asked, maxAffected }: { plan: Plan; asked: Asked; maxAffected?: number | undefined },
): Promise<Outcome> {
  const { schema, media, preferences } = asked
  const { timeZone, isRolledBack } = preferences
  const needsTransaction =
    media.isSingular || maxAffected !== undefined || timeZone !== undefined || isRolledBack || schema !== 'public'
  if (!needsTransaction) return (await database.oneAsCaller<Outcome>(caller, plan)).rows[0] ?? NOTHING
  return database.asCaller(
    caller,
    async (transaction) => {
      await applySettings(transaction, asked)
      const outcome = (await transaction.query<Outcome>(plan)).rows[0] ?? NOTHING
      checkRows(outcome, media, maxAffected)
      return outcome
    },
    { rollback: isRolledBack },
  )
}

/** How PostgreSQL would run a plan, or has run it with `analyze`. Whatever that changed is taken back. */
export async function explainPlan(
  database: Database,
  caller: Caller,
  { plan, asked, options }: { plan: Plan; asked: Asked; options: string },
): Promise<Answer> {
  const lines = await database.asCaller(
    caller,
    async (transaction) => {
      await applySettings(transaction, asked)
      const statement = { text: `explain (${options}) ${plan.text}`, values: plan.values }
      return (await transaction.query<{ 'QUERY PLAN': unknown }>(statement)).rows.map((row) => row['QUERY PLAN'])
    },
    { rollback: true },
  )
  const body = typeof lines[0] === 'string' ? lines.join('\n') : JSON.stringify(lines[0])
  return { status: 200, headers: {}, type: asked.media.type, body }
}

async function applySettings(transaction: Transaction, { schema, preferences: { timeZone } }: Asked): Promise<void> {
  if (timeZone !== undefined) {
    await transaction.query({ text: `select set_config('TimeZone', $1, true)`, values: [timeZone] })
  }
  if (schema === 'public') return
  // Functions of a schema name what lies beside them without it.
  const path = `${identifier(schema)}, public`
  await transaction.query({ text: `select set_config('search_path', $1, true)`, values: [path] })
}

/** @throws {RestError} PGRST116, PGRST124 */
function checkRows({ page }: Outcome, { isSingular }: Media, maxAffected: number | undefined): void {
  if (maxAffected !== undefined && Number(page) > maxAffected) {
    throw new RestError(400, {
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: `The query affects ${page} rows`,
    })
  }
  if (isSingular && page !== '1') {
    throw new RestError(406, {
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${page} rows`,
    })
  }
}
