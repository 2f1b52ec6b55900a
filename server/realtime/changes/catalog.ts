import type { Caller, Database } from '../../db/database.ts'

export type Column = {
  name: string
  /** As in pg_type, `int4` or `_text`: what clients convert by. */
  type: string
  /** As SQL writes it, `integer` or `text[]`. */
  sqlType: string
  /** Roles that may select it. */
  readers: Caller['role'][]
}

/** A table whose changes are announced. */
export type WatchedTable = {
  /** Its oid, which notifications carry. */
  id: number
  schema: string
  name: string
  /** Whether only the owner of a row is notified. */
  hasOwner: boolean
  keys: string[]
  columns: Column[]
}

const TABLES = `
  select c.oid::int8::text as id, n.nspname as schema, c.relname as name, w.owner_column is not null as "hasOwner",
         array(select a.attname::text from pg_index i
               cross join lateral unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
               join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
               where i.indrelid = c.oid and i.indisprimary order by k.n) as keys,
         (select json_agg(json_build_object(
                   'name', a.attname, 'type', t.typname, 'sqlType', format_type(a.atttypid, null),
                   'readers', array(select r from unnest(array['anon', 'authenticated', 'service_role']) as r
                                    where has_column_privilege(r, c.oid, a.attnum, 'select')
                                      and has_schema_privilege(r, n.oid, 'usage')))
                 order by a.attnum)
          from pg_attribute a join pg_type t on t.oid = a.atttypid
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from realtime.tables w join pg_class c on c.oid = w.relation join pg_namespace n on n.oid = c.relnamespace`

/** Knows the watched tables; reads them again after the schema has changed. */
export class Catalog {
  readonly #database: Database
  #tables: Promise<Map<number, WatchedTable>> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  forget(): void {
    this.#tables = undefined
  }

  async tables(): Promise<Map<number, WatchedTable>> {
    const read = (this.#tables ??= this.#read())
    try {
      return await read
    } catch (error) {
      // A failed reading must not be remembered.
      if (this.#tables === read) this.#tables = undefined
      throw error
    }
  }

  async #read(): Promise<Map<number, WatchedTable>> {
    const { rows } = await this.#database.owner<Omit<WatchedTable, 'id'> & { id: string }>(TABLES)
    return new Map(rows.map((row) => [Number(row.id), { ...row, id: Number(row.id) }]))
  }
}

/** Columns that `role` may read. */
export const readableBy = ({ columns }: WatchedTable, role: Caller['role']): Column[] =>
  columns.filter(({ readers }) => readers.includes(role))
