import type { Database } from '#server/db/database.ts'
import { withoutComments } from '../../db/functions-of.ts'

/** What decides by the roles of the person who asks; whatever calls one of these is guarded as well. */
const ROOTS = ['authz.allows', 'authz.leads', 'authz.enters_admin']

type Found = { name: string; definition: string; is_callable: boolean }

/** Functions of the database that decide by roles, directly or by what they call; `true` for those that REST answers people with. */
export async function guardedFunctions(database: Database): Promise<Map<string, boolean>> {
  const { rows } = await database.owner<Found>(
    `select n.nspname || '.' || p.proname as name, pg_get_functiondef(p.oid) as definition,
            n.nspname = 'public' and has_function_privilege('authenticated', p.oid, 'execute') as is_callable
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')
       and p.prorettype <> 'trigger'::regtype and p.prokind = 'f'`,
  )
  const code = rows.map((row) => ({ ...row, definition: withoutComments(row.definition) }))
  const names = new Set(ROOTS)
  for (let before = 0; before < names.size;) {
    before = names.size
    for (const { name, definition } of code) if (calls(definition, name, names)) names.add(name)
  }
  return new Map(rows.filter(({ name }) => names.has(name)).map(({ name, is_callable }) => [name, is_callable]))
}

function calls(definition: string, own: string, names: ReadonlySet<string>): boolean {
  return [...names].some((name) => name !== own && definition.includes(`${name}(`))
}

/** Tables that REST serves and whose policies decide by roles. */
export async function guardedTables(database: Database, functions: Iterable<string>): Promise<string[]> {
  const { rows } = await database.owner<{ name: string; rule: string }>(
    `select tablename as name, coalesce(qual, '') || ' ' || coalesce(with_check, '') as rule
     from pg_policies where schemaname = 'public' and permissive = 'PERMISSIVE' order by tablename`,
  )
  const names = [...functions]
  return [...new Set(rows.filter(({ rule }) => names.some((one) => calledIn(rule, one))).map(({ name }) => name))]
}

/** PostgreSQL leaves `public.` out where it writes a rule. */
const calledIn = (rule: string, name: string): boolean =>
  new RegExp(`(?<![\\w.])(?:${name}|${name.replace(/^public\./, '')})\\(`).test(rule)
