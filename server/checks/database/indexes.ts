import { DatabaseError } from 'pg'
import type { CheckContext } from '../check.ts'
import { rolledBack } from '../probe.ts'

/** At each run others, so that in time all are looked at. */
const AT_ONCE = 3
/** Larger ones take longer than a check may. */
const MOST_BYTES = 32 * 1024 * 1024

type Looked = { looked: string[]; broken: string[] }

/**
 * Compares a few indexes with their tables, by the extension `amcheck`, which is made for it and undone.
 * @returns none looked at where PostgreSQL does not have it, or this server may not make it.
 */
export function brokenIndexes(
  context: Pick<CheckContext, 'services' | 'patience'>,
  only?: readonly string[],
): Promise<Looked> {
  return rolledBack(context, async (db) => {
    const { rows: may } = await db.query<{ may: boolean }>({
      text: `select exists (select from pg_available_extensions where name = 'amcheck')
               and (select rolsuper from pg_roles where rolname = current_user) as may`,
    })
    if (!may[0]?.may) return { looked: [], broken: [] }
    await db.query({ text: 'create extension if not exists amcheck schema pg_catalog' })
    const { rows: indexes } = await db.query<{ name: string }>({
      text: `select i.indexrelid::regclass::text as name
             from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace join pg_am a on a.oid = c.relam
             where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisvalid and n.nspname !~ '^pg_(toast|temp)'
               and pg_relation_size(c.oid) <= $1 and ($2::text[] is null or i.indexrelid::regclass::text = any ($2))
             order by random() limit $3`,
      values: [MOST_BYTES, only ?? null, AT_ONCE],
    })
    const broken: string[] = []
    for (const { name } of indexes) {
      await db.query({ text: 'savepoint index' })
      try {
        await db.query({ text: 'select bt_index_check($1::regclass, true)', values: [name] })
      } catch (error) {
        // Only what says that it is damaged: one that is being changed, or is slow, is looked at another time.
        if (!(error instanceof DatabaseError)) throw error
        if (error.code === 'XX002' || error.code === 'XX001') broken.push(name)
      }
      await db.query({ text: 'rollback to savepoint index' })
    }
    return { looked: indexes.map(({ name }) => name), broken }
  })
}
