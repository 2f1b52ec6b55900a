import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from '#server/db/database.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError, invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { hashCode } from '../links/links.service.ts'
import { deleteToken, tryTokens } from '../links/one-time-tokens.sql.ts'
import { markProven } from './sessions.sql.ts'
import { findUser, ownerOf, type UserRow } from '../account/users.sql.ts'
import { findHeld, knowsDeviceOf } from '#server/threats/threats.sql.ts'

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
  const db = ownerOf(context.database)
  // What was noticed may be that the password was stolen: first the person proves who they are.
  if ((await findHeld(db, proof.sessionId)).isHeld) throw reauthenticationNeeded()
  if (await checkProof(context, user, proof)) return
  if (await isFresh(db, proof.sessionId)) return
  if (await wasHelpedBackIn(db, user.id)) return
  throw reauthenticationNeeded()
}

/**
 * The same for adding and removing ways to sign in, whose requests carry no proof of their own: `proveAgain` goes before them. An anonymous
 * visitor has nothing but the token.
 * @throws {AuthError} `reauthentication_needed`
 */
export async function requireFreshSession(
  db: Transaction,
  { user, sessionId }: { user: UserRow; sessionId: string },
): Promise<void> {
  if (!user.is_anonymous && !(await isFresh(db, sessionId))) throw reauthenticationNeeded()
}

/**
 * Takes the current password or a mailed code; for a while the session then counts as one that began just now.
 * @throws {AuthError} `validation_failed` without either, and those of `checkProof`
 */
export async function proveAgain(
  context: AuthContext,
  {
    signedIn,
    client,
    ...given
  }: { signedIn: { userId: string; sessionId: string }; client: Client } & Omit<Proof, 'sessionId'>,
): Promise<void> {
  const { userId, sessionId } = signedIn
  await context.limits.take('changeByUser', userId)
  const db = ownerOf(context.database)
  const user = await findUser(db, userId)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const event = { userId, client, details: { session_id: sessionId } }
  try {
    const { needsMailbox, needsFactor } = await findHeld(db, sessionId)
    if (needsFactor)
      throw new AuthError(400, 'reauthentication_needed', 'Show the second factor, or ask an administrator')
    if (needsMailbox && given.nonce === undefined) {
      throw new AuthError(400, 'reauthentication_needed', 'Send the code that was mailed, or show the second factor')
    }
    if (!(await checkProof(context, user, { ...given, sessionId }))) throw invalid('Send current_password or nonce')
  } catch (error) {
    const isWrong = error instanceof AuthError && !UNTRIED.has(error.code)
    if (isWrong) await reportWrong(context, { user, client, details: event.details })
    throw error
  }
  await context.database.asOwner(async (transaction) => {
    await markProven(transaction, sessionId)
    await recordEvent(transaction, { type: 'reauthentication.succeeded', ...event })
    const how = given.nonce === undefined ? 'password' : 'code'
    await context.threats.signIns.proven(transaction, { userId, sessionId, how, client })
  })
  context.callers.sessions.forget()
}

/** A guess is one wherever it is made: detectors hear of it as of one at the sign-in. */
async function reportWrong(
  { database, threats }: AuthContext,
  { user, client, details }: { user: UserRow; client: Client; details: Record<string, unknown> },
): Promise<void> {
  const db = ownerOf(database)
  await recordEvent(db, { type: 'reauthentication.failed', status: 'failure', userId: user.id, client, details })
  const account = user.email ?? user.phone ?? user.id
  await threats.signIns.failed({
    account,
    userId: user.id,
    client,
    isKnownDevice: await knowsDeviceOf(db, user.id, client.device),
  })
}

/** Nothing was guessed. */
const UNTRIED: ReadonlySet<string> = new Set(['validation_failed', 'reauthentication_needed'])

/** Whether the account was made, or the invitation to it accepted, within a day: there is little in it yet. */
export async function isInFirstDay(db: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `select from auth.users u
           where u.id = $1 and coalesce(u.email_confirmed_at, u.created_at) > now() - interval '1 day'`,
    values: [userId],
  })
  return rowCount === 1
}

/** The refusal that clients answer by asking for the password. */
export const reauthenticationNeeded = (): AuthError =>
  new AuthError(400, 'reauthentication_needed', 'Send the current password, or sign in again')

/** The person showed more than a token a moment ago, here or by signing in; a way to sign in that is new shows no more. */
async function isFresh(db: Transaction, sessionId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_fresh: boolean }>({
    text: 'select authz.is_fresh($1) as is_fresh',
    values: [sessionId],
  })
  return rows[0]?.is_fresh ?? false
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
  // As it was sent: by SMS where there is no address.
  const sentTo = user.email ?? user.phone ?? ''
  const wanted = hashCode(context.secrets.serverSecret, sentTo, nonce)
  const db = ownerOf(context.database)
  const tokens = await tryTokens(db, { sentTo, kinds: ['reauthentication'], maxAttempts: 5 })
  const found = tokens.find((token) => timingSafeEqual(token.otp_hash, wanted))
  return found !== undefined && deleteToken(db, found.id)
}
