import type { PrefixEntry } from '#ledger/prefix-tree/prefix-tree.ts'
import type { Transaction } from '../../db/database.ts'

/** Signed keys that wait for their entry. */
export type UnlistedKeys = { readonly userId: string; readonly statement: string; readonly signature: string }

export async function hasUnlistedKeys(db: Transaction): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>({
    name: 'ledger-keys-wait',
    text: 'select exists (select from ledger.unlisted_keys) as waits',
  })
  return rows[0]?.waits ?? false
}

/** For a log that begins: it lists everybody. */
export async function unlistAllKeys(db: Transaction): Promise<void> {
  await db.query({
    text: `insert into ledger.unlisted_keys (user_id) select b.user_id from public.user_key_bundles b
           on conflict (user_id) do nothing`,
  })
}

export async function takeUnlistedKeys(db: Transaction, atMost: number): Promise<UnlistedKeys[]> {
  const { rows } = await db.query<UnlistedKeys>({
    name: 'ledger-take-keys',
    text: `with taken as (
             delete from ledger.unlisted_keys where user_id in (select user_id from ledger.unlisted_keys order by user_id limit $1)
             returning user_id)
           select b.user_id as "userId", b.statement, b.signature
           from taken t join public.user_key_bundles b using (user_id) order by b.user_id`,
    values: [atMost],
  })
  return rows
}

/** What a log lists last under each subject from one index on, up to another; in the order of its keys. */
export async function readKeyMap(
  db: Transaction,
  logId: string,
  { from, to }: { from: number; to: number },
): Promise<PrefixEntry[]> {
  const { rows } = await db.query<{ key: Buffer; value: Buffer }>({
    name: 'ledger-key-map',
    text: `select distinct on (k.person) k.person as key, k.value from ledger.listed_keys k
           where k.log_id = $1 and k.index >= $2 and k.index < $3 order by k.person, k.index desc`,
    values: [logId, from, to],
  })
  return rows.map(({ key, value }) => ({ key: new Uint8Array(key), value: new Uint8Array(value) }))
}

/** All that a log lists of people, or under other subjects, in its first `size` entries; the oldest first. */
export async function readListedEntries(
  db: Transaction,
  logId: string,
  { size, people }: { size: number; people: readonly Uint8Array[] },
) {
  const { rows } = await db.query<{ person: Buffer; entry: Buffer }>({
    name: 'ledger-key-entries',
    text: `select k.person, f.entry from ledger.listed_keys k join ledger.leaves f using (log_id, index)
           where k.log_id = $1 and k.index < $2 and k.person = any($3::bytea[]) order by k.index`,
    values: [logId, size, people.map((person) => Buffer.from(person))],
  })
  return rows
}

export async function insertListedKeys(
  db: Transaction,
  logId: string,
  rows: readonly { index: number; subject: Uint8Array; value: Uint8Array }[],
): Promise<void> {
  await db.query({
    name: 'ledger-insert-keys',
    text: `insert into ledger.listed_keys (log_id, index, person, value)
           select $1, * from unnest($2::bigint[], $3::bytea[], $4::bytea[])`,
    values: [
      logId,
      rows.map(({ index }) => index),
      rows.map(({ subject }) => Buffer.from(subject)),
      rows.map(({ value }) => Buffer.from(value)),
    ],
  })
}

/** Tells people, in the transaction that lists them, of keys that are not their first. */
export async function notifyOfKeys(
  db: Transaction,
  listed: readonly { readonly userId: string; readonly number: number }[],
): Promise<void> {
  await db.query({
    name: 'ledger-notify-keys',
    text: 'select notify.of_keys(k.person, k.number) from unnest($1::uuid[], $2::integer[]) as k (person, number)',
    values: [listed.map(({ userId }) => userId), listed.map(({ number }) => number)],
  })
}
