import { LIMITS } from '#contract/limits.ts'
import type { Transaction } from '#server/db/database.ts'

/** A mailbox that confirms a change of the address, by the kind of its link. */
export type Half = 'email_change_current' | 'email_change_new'

export type WaitingChange = {
  new_email: string
  waits_for: Half[]
  seconds_left: number
}

/** Stores the request; the address changes when all of `waitsFor` have confirmed. */
export async function setNewEmail(
  db: Transaction,
  userId: string,
  { newEmail, waitsFor }: { newEmail: string; waitsFor: Half[] },
): Promise<void> {
  await db.query({
    text: `update auth.users
           set new_email = $2, email_change_sent_at = now(), email_change_waits_for = $3, updated_at = now()
           where id = $1`,
    values: [userId, newEmail, waitsFor],
  })
}

/** The change that still may be confirmed, locked. */
export async function lockWaitingChange(db: Transaction, userId: string): Promise<WaitingChange | undefined> {
  const { rows } = await db.query<WaitingChange>({
    text: `select w.new_email, w.waits_for, w.seconds_left
           from (
             select u.new_email, u.email_change_waits_for as waits_for,
                    floor($2 - extract(epoch from now() - u.email_change_sent_at))::integer as seconds_left
             from auth.users u
             where u.id = $1 and u.deleted_at is null and u.new_email is not null and u.email_change_waits_for is not null
             for update
           ) w
           where w.seconds_left > 0`,
    values: [userId, LIMITS.emailChangeSeconds],
  })
  return rows[0]
}

/** One mailbox has confirmed. */
export async function removeHalf(db: Transaction, userId: string, half: Half): Promise<void> {
  await db.query({
    text: 'update auth.users set email_change_waits_for = array_remove(email_change_waits_for, $2) where id = $1',
    values: [userId, half],
  })
}

/** Forgets a request that was not confirmed. */
export async function clearNewEmail(db: Transaction, userId: string): Promise<void> {
  await db.query({
    text: `update auth.users
           set new_email = null, email_change_sent_at = null, email_change_waits_for = null, updated_at = now()
           where id = $1`,
    values: [userId],
  })
}
