import { SEO_LIMITS } from '#contract/seo/findings.ts'
import type { RedirectFields } from '#contract/seo/redirects.ts'
import type { Database, Transaction } from '../db/database.ts'

export type RedirectRow = { from_path: string; to_address: string; is_permanent: boolean; created_at: Date }

export async function listRedirects(database: Database): Promise<RedirectRow[]> {
  const { rows } = await database.owner<RedirectRow>(
    'select from_path, to_address, is_permanent, created_at from seo.redirects order by from_path',
  )
  return rows
}

/** Two at once take turns, so that neither makes a chain that the other does not see. */
export async function lockRedirects(db: Transaction): Promise<RedirectRow[]> {
  await db.query({ text: 'lock table seo.redirects in share row exclusive mode' })
  const { rows } = await db.query<RedirectRow>({
    text: 'select from_path, to_address, is_permanent, created_at from seo.redirects',
  })
  return rows
}

/** @returns false when there are as many as there may be. */
export async function saveRedirect(
  db: Transaction,
  { from, to, isPermanent }: RedirectFields,
  userId: string,
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `insert into seo.redirects (from_path, to_address, is_permanent, created_by)
           select $1, $2, $3, $4
           where exists (select from seo.redirects where from_path = $1) or (select count(*) from seo.redirects) < $5
           on conflict (from_path) do update
           set to_address = excluded.to_address, is_permanent = excluded.is_permanent, created_by = excluded.created_by`,
    values: [from, to, isPermanent, userId, SEO_LIMITS.redirects],
  })
  return rowCount === 1
}

/** @returns false when there is none. */
export async function removeRedirect(db: Transaction, from: string): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'delete from seo.redirects where from_path = $1', values: [from] })
  return rowCount === 1
}
