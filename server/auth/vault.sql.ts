import type { Transaction } from '#server/db/database.ts'

/** Replaces the account master key as wrapped under the password. */
export async function savePasswordWrap(db: Transaction, userId: string, wrappedKey: string): Promise<void> {
  await db.query({
    text: `insert into public.account_wraps (user_id, kind, wrapped_key)
           values ($1, 'password', $2)
           on conflict (user_id, kind) where kind in ('password', 'recovery', 'organisation') do update
           set wrapped_key = excluded.wrapped_key`,
    values: [userId, wrappedKey],
  })
}
