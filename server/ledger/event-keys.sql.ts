import type { Transaction } from '../db/database.ts'

/** Whose events share a key: those of one person, one category and one day. */
export type KeyOwner = {
  readonly subjectId: string
  readonly category: string
  /** `2026-11-26` */ readonly day: string
}

/** Of one owner. `whereKey` is null once addresses of that day were removed. */
export type StoredKeys = KeyOwner & { readonly key: Buffer; readonly whereKey: Buffer | null }

/** Of an event `l`: the keys that its salts come from; null where nothing is left to be opened. */
export const KEYS_OF_EVENT = `case when l.created_at < start.keys_from then early.key else daily.key end as key,
  case when l.created_at < start.keys_from then early.key else daily.where_key end as "whereKey"`
/** @param log the column with the id of its log. */
export const joinKeysOfEvent = (log: string): string => `cross join ledger.retention_start start
  left join ledger.subject_keys early on l.created_at < start.keys_from and early.subject_id = coalesce(l.user_id, ${log})
    and not ledger.is_emptied(l.details)
  left join ledger.event_keys daily on l.created_at >= start.keys_from and daily.log_id = ${log}
    and daily.subject_id = coalesce(l.user_id, ${log}) and daily.category = l.event_category
    and daily.day = (l.created_at at time zone 'utc')::date and not ledger.is_emptied(l.details)`

/** From when on events have keys of their day. */
export async function keysFrom(db: Transaction): Promise<number> {
  const { rows } = await db.query<{ ms: number }>({
    name: 'ledger-keys-from',
    text: `select coalesce(nullif(extract(epoch from keys_from), '-infinity') * 1000, 0)::float8 as ms from ledger.retention_start`,
  })
  return rows[0]?.ms ?? 0
}

/** As `KeyOwner`s in columns. */
const columnsOf = (owners: readonly KeyOwner[]) => [
  owners.map(({ subjectId }) => subjectId),
  owners.map(({ category }) => category),
  owners.map(({ day }) => day),
]

export async function findEventKeys(
  db: Transaction,
  logId: string,
  owners: readonly KeyOwner[],
): Promise<StoredKeys[]> {
  const { rows } = await db.query<StoredKeys>({
    name: 'ledger-event-keys',
    text: `select k.subject_id as "subjectId", k.category, k.day::text as day, k.key, k.where_key as "whereKey"
           from unnest($2::uuid[], $3::text[], $4::date[]) as wanted (subject_id, category, day)
           join ledger.event_keys k on k.log_id = $1 and k.subject_id = wanted.subject_id and k.category = wanted.category and k.day = wanted.day`,
    values: [logId, ...columnsOf(owners)],
  })
  return rows
}

/** Where another server makes the same ones, its count. */
export async function insertEventKeys(
  db: Transaction,
  logId: string,
  owners: readonly KeyOwner[],
  fresh: () => Buffer,
): Promise<void> {
  await db.query({
    name: 'ledger-make-event-keys',
    text: `insert into ledger.event_keys (log_id, subject_id, category, day, key, where_key)
           select $1, subject_id, category, day, key, where_key
           from unnest($2::uuid[], $3::text[], $4::date[], $5::bytea[], $6::bytea[]) as made (subject_id, category, day, key, where_key)
           order by subject_id, category, day
           on conflict (log_id, subject_id, category, day) do nothing`,
    values: [logId, ...columnsOf(owners), owners.map(fresh), owners.map(fresh)],
  })
}

/** Keys of people from before events had keys of their day, made where there is none: servers of the version before use them for an hour. */
export async function earlyKeys(db: Transaction, subjects: readonly string[], fresh: () => Buffer) {
  await db.query({
    name: 'ledger-make-subjects',
    text: `insert into ledger.subject_keys (subject_id, key) select * from unnest($1::uuid[], $2::bytea[])
           on conflict (subject_id) do nothing`,
    values: [subjects, subjects.map(fresh)],
  })
  const { rows } = await db.query<{ subject_id: string; key: Buffer }>({
    name: 'ledger-subjects',
    text: 'select subject_id, key from ledger.subject_keys where subject_id = any($1)',
    values: [subjects],
  })
  return new Map(rows.map(({ subject_id: subject, key }) => [subject, key]))
}
