import type { Transaction } from '../../db/database.ts'
import { type Check, failed, noneOf, passed } from '../check.ts'
import { brokenIndexes } from './indexes.ts'
import {
  ABLE_ROLES,
  ALWAYS_TRUE,
  DEFINER_PATHS,
  type Lint,
  LOGIN_RIGHTS,
  OPEN_DEFINERS,
  OPEN_VIEWS,
  OWNED_OBJECTS,
  SWITCHED_OFF,
  UNCHECKED,
  UNFORCED,
  UNINDEXED,
  UNPROVEN_WRITES,
  WITHOUT_POLICY,
} from './lints.sql.ts'
import { readOnly } from '../probe.ts'

/** What a lint finds, without what is so on purpose. */
export async function breaches(db: Pick<Transaction, 'query'>, { text, known = {} }: Lint): Promise<string[]> {
  const { rows } = await db.query<{ found: string }>({ text })
  return rows.map(({ found }) => found).filter((found) => !Object.hasOwn(known, found))
}

/** The first lint that finds something. */
const linted =
  (...lints: readonly Lint[]): Check =>
  (context) =>
    readOnly(context, async (db) => {
      const evidence = { rules: lints.length }
      for (const lint of lints) {
        const outcome = noneOf(await breaches(db, lint), lint.wrong, evidence)
        if (outcome.status === 'failed') return outcome
      }
      return passed(evidence)
    })

/** DB-04 */
export const forcesRowSecurity: Check = linted(UNFORCED)

/** DB-05 */
export const hasPolicies: Check = linted(WITHOUT_POLICY, ALWAYS_TRUE, UNPROVEN_WRITES)

/** DB-06 */
export const rolesAreHarmless: Check = async (context) => {
  const { database } = context.services
  const outcome = await linted(ABLE_ROLES, OWNED_OBJECTS, LOGIN_RIGHTS)(context)
  if (outcome.status === 'failed') return outcome
  // As a request does it, and what an injected statement could go back to.
  const { rows } = await database.oneAsCaller<{ login: string; owner: boolean }>(
    { role: 'anon', claims: {} },
    {
      text: `select r.rolname as login, r.rolsuper or r.rolbypassrls or r.rolcreaterole
               or exists (select from pg_class c where c.oid = to_regclass('public.profiles') and c.relowner = r.oid) as owner
             from pg_roles r where r.rolname = session_user`,
    },
  )
  const { login = '', owner = true } = rows[0] ?? {}
  const evidence = { ...outcome.evidence, login }
  return owner
    ? failed(`Requests of people reach the database as ${login}, which may do anything`, evidence)
    : passed(evidence)
}

/** DB-10 */
export const definersAreSafe: Check = linted(DEFINER_PATHS, OPEN_DEFINERS, OPEN_VIEWS)

/** DB-11 */
export const isSound: Check = async (context) => {
  const outcome = await linted(UNCHECKED, SWITCHED_OFF, UNINDEXED)(context)
  if (outcome.status === 'failed') return outcome
  const { looked, broken } = await brokenIndexes(context)
  return noneOf(broken, 'An index does not agree with its table', { ...outcome.evidence, indexes: looked })
}
