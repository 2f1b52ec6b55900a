import type { Transaction } from '../../db/database.ts'

/** A table, and in SQL: its texts in one line each, and the order that has the newest rows first. */
export type TextTable = { table: string; texts: string; newest: string }

/** Schemas of which every table is looked through, whatever a later version adds. */
const SCHEMAS = ['billing', 'invoicing', 'partners', 'sales']
/** Tables of other schemas with what somebody writes or pays: subscriptions, and the log that is kept. */
const OTHERS = ['public.subscriptions', 'public.system_audit_log']

/**
 * Tables about money with the columns that can hold a text, from the catalogue of the database. A table is in the order of its first time that
 * is never missing, or of its own numbers, or else in the order in which its rows lie.
 */
export async function listTextTables(db: Transaction): Promise<TextTable[]> {
  const { rows } = await db.query<TextTable>({
    text: `
      select format('%I.%I', n.nspname, c.relname) as table,
             'concat_ws(chr(10), ' || string_agg(format('t.%I::text', a.attname), ', ' order by a.attnum)
               filter (where base.typname in ('text', 'varchar', 'bpchar', 'json', 'jsonb', 'xml')) || ')' as texts,
             coalesce(
               (array_agg(format('t.%I desc', a.attname) order by a.attnum)
                filter (where a.attnotnull and a.atttypid = 'timestamptz'::regtype and a.attname !~ 'expires'))[1],
               (array_agg(format('t.%I desc', a.attname) order by a.attnum) filter (where a.attidentity <> ''))[1],
               't.ctid desc') as newest
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      join pg_type base on base.oid = coalesce(nullif(t.typelem, 0), nullif(t.typbasetype, 0), t.oid)
      where c.relkind in ('r', 'p') and not c.relispartition
        and (n.nspname = any ($1) or n.nspname || '.' || c.relname = any ($2))
      group by n.nspname, c.relname
      having bool_or(base.typname in ('text', 'varchar', 'bpchar', 'json', 'jsonb', 'xml'))
      order by 1`,
    values: [SCHEMAS, OTHERS],
  })
  return rows
}

/** @returns for each of the newest rows all its texts */
export async function newestTexts(
  db: Transaction,
  { table, texts, newest }: TextTable,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query<{ texts: string }>({
    text: `select ${texts} as texts from ${table} as t order by ${newest} limit ${limit}`,
  })
  return rows.map((row) => row.texts)
}
