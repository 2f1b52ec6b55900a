import type { TestServer } from '../server/test-server.ts'

/** What the catalog says API roles may reach; new tables and functions are in it by themselves. */
export type Relation = { name: string; columns: string[]; uuids: string[] }
export type Routine = { name: string; names: string[]; types: string[] }

/** Tables and views of rest/v1. */
export async function relationsOf({ database }: TestServer): Promise<Relation[]> {
  const { rows } = await database.owner<Relation>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
            coalesce(array_agg(a.attname::text) filter (where a.atttypid = 'uuid'::regtype), '{}') as uuids
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
     group by c.relname order by 1`,
  )
  return rows
}

/** Functions that somebody who is signed in may call. */
export async function routinesOf({ database }: TestServer): Promise<Routine[]> {
  const { rows } = await database.owner<Routine>(
    `select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}')::text[] as names,
            array(select format_type(t.oid, null) from unnest(p.proargtypes) with ordinality as t (oid, n) order by n) as types
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('authenticated', p.oid, 'execute')
     order by 1`,
  )
  return rows
}

export type Aim = { id: string; email: string }

/** An argument that means somebody: an id or an address wherever one fits. */
export function argumentFor(type: string, { id, email }: Aim): unknown {
  const values: Record<string, unknown> = {
    uuid: id,
    'uuid[]': [id],
    text: email,
    'text[]': [email],
    jsonb: {},
    'jsonb[]': [],
    integer: 1,
    bigint: 1,
    boolean: true,
    bytea: '\\x00',
    real: 1,
    // A row, of which nothing is known.
    devices: null,
    'timestamp with time zone': '2026-01-01T00:00:00Z',
    date: '2026-01-01',
  }
  if (!(type in values)) throw new Error(`the walk has no argument of the type ${type}`)
  return values[type]
}

/** Every row of every table that mentions one of `marks`, the log of events aside: what others must not change. */
export async function rowsMentioning({ database }: TestServer, marks: string[]): Promise<Record<string, string>> {
  const { rows: tables } = await database.owner<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'storage', 'auth', 'billing')
       and c.relname not in ('system_audit_log', 'rate_limits') order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await database.owner<{ content: string | null }>(
      `select string_agg(t::text, E'\\n' order by t::text) as content from ${name} t
       where exists (select from unnest($1::text[]) as m (mark) where position(m.mark in t::text) > 0)`,
      [marks],
    )
    if (rows[0]?.content) found[name] = rows[0].content
  }
  return found
}
