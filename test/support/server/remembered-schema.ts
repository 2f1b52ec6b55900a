import type { Database } from '#server/db/database.ts'
import { type ReadSchema, readSchema, type Schema } from '#server/rest/schema/schema-cache.ts'

const kept = new Map<string, Promise<Schema>>()

/** Rows of the catalogs that a schema is read from: how many, which, and when the last one was written. */
const CATALOGS = [
  ['pg_class', 'oid'],
  ['pg_attribute', 'attrelid::bigint * attnum'],
  ['pg_attrdef', 'oid'],
  ['pg_proc', 'oid'],
  ['pg_type', 'oid'],
  ['pg_constraint', 'oid'],
  ['pg_rewrite', 'oid'],
  ['pg_description', 'objoid'],
]
const STATE = CATALOGS.map(
  ([table, id]) =>
    `(select concat_ws('-', count(*), sum((${id})::bigint), max(xmin::text::bigint)) from pg_catalog.${table})`,
).join(` || ' ' || `)

/**
 * Reads what rest/v1 knows of a schema once for all databases in which nothing was changed since they were copied. A server of a test takes a
 * good part of its start for it.
 */
export const rememberedSchema: ReadSchema = async (database: Database, name: string) => {
  const { rows } = await database.owner<{ state: string }>(`select ${STATE} as state`)
  const key = `${name} ${rows[0]?.state}`
  let schema = kept.get(key)
  if (!schema) {
    schema = readSchema(database, name)
    kept.set(key, schema)
    schema.catch(() => kept.delete(key))
  }
  return schema
}
