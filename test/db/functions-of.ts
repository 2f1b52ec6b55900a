import type { Client } from 'pg'

export type FunctionInDatabase = {
  signature: string
  /** As PostgreSQL would make it again, with its body. */
  definition: string
  /** Who may call it. */
  rights: string
  /** The transaction that wrote it last. */
  written_by: string
}

/** A definition without what only looks like code. */
export function withoutComments(definition: string): string {
  return definition.replaceAll(/--.*/g, '')
}

/** Every function of our schemas: neither PostgreSQL's nor those of the job queue. */
export async function functionsOf(client: Client): Promise<Map<string, Omit<FunctionInDatabase, 'written_by'>>> {
  const found = await readFunctionsOf(client)
  return new Map(found.map(({ signature, definition, rights }) => [signature, { signature, definition, rights }]))
}

export async function readFunctionsOf(client: Client): Promise<FunctionInDatabase[]> {
  const { rows } = await client.query<FunctionInDatabase>(
    `select format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as signature,
            pg_get_functiondef(p.oid) as definition, p.xmin::text as written_by,
            (select string_agg(right_of::text, ' ' order by right_of::text)
             from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as right_of) as rights
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')
     order by 1`,
  )
  return rows
}
