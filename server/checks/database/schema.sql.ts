import type { CheckContext } from '../check.ts'
import { readOnly } from '../probe.ts'

/** What the functions of our schemas do, by their names. */
export async function readBodies(context: CheckContext): Promise<ReadonlyMap<string, readonly string[]>> {
  return readOnly(context, async (db) => {
    const { rows } = await db.query<{ name: string; bodies: string[] }>({
      text: `select n.nspname || '.' || p.proname as name, array_agg(p.prosrc) as bodies
             from pg_proc p join pg_namespace n on n.oid = p.pronamespace
             where n.nspname !~ '^(pg_|information_schema$|graphile_worker$)' group by 1`,
    })
    return new Map(rows.map(({ name, bodies }) => [name, bodies]))
  })
}
