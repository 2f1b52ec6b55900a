import type { Transaction } from '../../db/database.ts'
import { PUBLIC_TABLES, REACHED_RELATIONS } from './lints.sql.ts'

export type Column = {
  name: string
  type: string
  /** Has to be given a value: it may not be null, and has no default. */
  is_needed: boolean
  /** The first of the values that a constraint lists. */
  first_value: string | null
}
/** A reference to another table, column by column. */
type Reference = { table: string; columns: string[]; targets: string[] }
export type TenantTable = {
  name: string
  is_table: boolean
  /** What sessions of people may do there. */
  rights: string[]
  columns: Column[]
  key: string[]
  references: Reference[]
}

/** Tables and views that sessions of people reach and that hold something of persons or organisations; those that others refer to come first. */
export async function tenantTables(db: Transaction): Promise<TenantTable[]> {
  const { rows } = await db.query<TenantTable>({
    text: `
      with reached as (${REACHED_RELATIONS})
      select r.name, r.is_table, r.rights,
        (select json_agg(json_build_object(
           'name', a.attname, 'type', format_type(a.atttypid, null), 'is_needed', a.attnotnull and not a.atthasdef and a.attidentity = '',
           'first_value', (select substring(pg_get_constraintdef(k.oid) from ' = ANY \\(ARRAY\\[''([^'']+)''')
                           from pg_constraint k where k.conrelid = c and k.contype = 'c' and k.conkey = array[a.attnum] limit 1)) order by a.attnum)
         from pg_attribute a where a.attrelid = c and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
        coalesce((select json_agg(a.attname order by a.attnum) from pg_constraint k join pg_attribute a on a.attrelid = c and a.attnum = any (k.conkey)
                  where k.conrelid = c and k.contype = 'p'), '[]') as key,
        coalesce((select json_agg(json_build_object('table', fn.nspname || '.' || f.relname,
           'columns', array(select a.attname from unnest(k.conkey) with ordinality as u (num, at) join pg_attribute a on a.attrelid = c and a.attnum = num order by at),
           'targets', array(select a.attname from unnest(k.confkey) with ordinality as u (num, at) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = num order by at)))
           from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
           where k.conrelid = c and k.contype = 'f'), '[]') as references
      from reached r, lateral (select r.name::regclass::oid) as of (c)
      where not r.name = any ($1)`,
    values: [Object.keys(PUBLIC_TABLES)],
  })
  return inOrder(rows)
}

/** Each table behind those that it refers to, where they are not in a circle. */
function inOrder(tables: readonly TenantTable[]): TenantTable[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const ordered: TenantTable[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(({ name, references }) =>
      references.every(({ table }) => table === name || !left.has(table)),
    )
    for (const table of free.length > 0 ? free : [...left.values()].slice(0, 1)) {
      ordered.push(table)
      left.delete(table.name)
    }
  }
  return ordered
}
