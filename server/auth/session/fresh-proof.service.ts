import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from '#server/db/database.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { hashCode } from '../mail/links.service.ts'
import { deleteToken, tryTokens } from '../mail/one-time-tokens.sql.ts'
import { findSession } from './sessions.sql.ts'
import { ownerOf, type UserRow } from '../account/users.sql.ts'

/** Long enough to type 24 words after the click on a mailed link. */
const FRESH_SECONDS = 15 * 60

export type Proof = { sessionId: string; currentPassword?: string | undefined; nonce?: string | undefined }

/**
 * Checks what was sent to show that the owner is there.
 * @returns whether anything was.
 * @throws {AuthError} `current_password_invalid`, `reauthentication_not_valid`
 */
export async function checkProof(context: AuthContext, user: UserRow, proof: Proof): Promise<boolean> {
  const { currentPassword, nonce } = proof
  const stored = user.encrypted_password ?? undefined
  if (currentPassword !== undefined && !(await context.passwords.verify(currentPassword, stored))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is not correct')
  }
  if (nonce !== undefined && !(await consumeNonce(context, user, nonce))) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Reauthentication code is not valid')
  }
  return currentPassword !== undefined || nonce !== undefined
}

/**
 * Refuses callers who have no more than an access token, which may have been stolen: keys of a vault are replaced by who knows the
 * password, has the mailbox, signed in just now, or was helped back in by people of the organisation.
 * @throws {AuthError} `reauthentication_needed`, and those of `checkProof`
 */
export async function requireFreshProof(context: AuthContext, user: UserRow, proof: Proof): Promise<void> {
  if (await checkProof(context, user, proof)) return
  const db = ownerOf(context.database)
  const session = await findSession(db, proof.sessionId)
  if (session && session.age <= FRESH_SECONDS) return
  if (await wasHelpedBackIn(db, user.id)) return
  throw new AuthError(400, 'reauthentication_needed', 'Send the current password, or sign in again')
}

/** Enough holders answered the account's open request: that takes days, and what they answered is as good as a password. */
async function wasHelpedBackIn(db: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `select from public.recovery_requests r
           join public.recovery_agreements a on a.user_id = r.user_id
           where r.user_id = $1 and r.ended_at is null and r.expires_at > now()
             and (select count(*) from public.recovery_answers x where x.request_id = r.id) >= a.threshold`,
    values: [userId],
  })
  return rowCount === 1
}

async function consumeNonce(context: AuthContext, user: UserRow, nonce: string): Promise<boolean> {
  const email = user.email ?? ''
  const wanted = hashCode(context.secrets.serverSecret, email, nonce)
  const db = ownerOf(context.database)
  const tokens = await tryTokens(db, { sentTo: email, kinds: ['reauthentication'], maxAttempts: 5 })
  const found = tokens.find((token) => timingSafeEqual(token.otp_hash, wanted))
  return found !== undefined && deleteToken(db, found.id)
}
