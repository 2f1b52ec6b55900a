import type { StatementPlace } from '#ledger/events/statement-entry.ts'
import type { Transaction } from '../../db/database.ts'

/** A roster or a policy that waits for its entry. */
export type UnlistedStatement = StatementPlace & { readonly text: string }

export async function hasUnlistedStatements(db: Transaction): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>({
    name: 'ledger-statements-wait',
    text: 'select exists (select from ledger.unlisted_statements) as waits',
  })
  return rows[0]?.waits ?? false
}

/** For a log that begins: it lists all that are there. */
export async function unlistAllStatements(db: Transaction): Promise<void> {
  await db.query({
    text: `insert into ledger.unlisted_statements (kind, owner_id, version)
           select 'roster', e.space_id, e.epoch from public.team_space_epochs e
           union all select 'policy', p.tenant_id, p.revision from public.recovery_policies p
           on conflict do nothing`,
  })
}

/** In an order that says nothing: entries of one space that stand beside each other would show that they belong together. */
export async function takeUnlistedStatements(db: Transaction, atMost: number): Promise<UnlistedStatement[]> {
  const { rows } = await db.query<{ kind: StatementPlace['kind']; owner_id: string; version: number; text: string }>({
    name: 'ledger-take-statements',
    text: `with taken as (
             delete from ledger.unlisted_statements where (kind, owner_id, version) in (
               select kind, owner_id, version from ledger.unlisted_statements
               order by sha256(convert_to(owner_id::text || version, 'UTF8')) limit $1)
             returning kind, owner_id, version)
           select t.kind, t.owner_id, t.version, coalesce(e.roster, p.statement) as text
           from taken t
           left join public.team_space_epochs e on t.kind = 'roster' and e.space_id = t.owner_id and e.epoch = t.version
           left join public.recovery_policies p on t.kind = 'policy' and p.tenant_id = t.owner_id and p.revision = t.version
           where coalesce(e.roster, p.statement) is not null
           order by sha256(convert_to(t.owner_id::text || t.version, 'UTF8'))`,
    values: [atMost],
  })
  return rows.map(({ kind, owner_id: ownerId, version, text }) => ({ kind, ownerId, version, text }))
}
