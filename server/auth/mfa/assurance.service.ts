import { secondsOf } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import { factorChangedMail } from '#server/mail/templates.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { requireFreshSession } from '../session/fresh-proof.service.ts'
import { answerSession, type SessionAnswer } from '../session/sessions.service.ts'
import { secondFactorRequired, signInWayRequired } from '#server/http/caller.ts'
import { deleteLowSessions, findSession, lowerSessions, raiseSession, readRequired } from '../session/sessions.sql.ts'
import { findUser, hasSecondFactor, lockUser, type UserRow } from '../account/users.sql.ts'
import { deleteFactor, type FactorRow, type FactorType, findRecoveryFactor } from './factors.sql.ts'

/** What a session remembers of a second factor; each of these makes it aal2. */
const METHODS: Record<FactorType, string> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
}

/** The account, locked, with its factors as they are now: a statement that waited for the lock saw those from before. */
export async function lockAccount(db: Transaction, userId: string): Promise<UserRow | undefined> {
  await lockUser(db, userId)
  return findUser(db, userId)
}

/**
 * The signed-in user, locked: two changes of one account's factors never run at once.
 * @throws {AuthError} `user_not_found`; `no_authorization` for an anonymous visitor
 */
export async function lockMember(db: Transaction, userId: string): Promise<UserRow> {
  const user = await lockAccount(db, userId)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (user.is_anonymous) throw anonymousRefused()
  return user
}

export const anonymousRefused = () =>
  new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')

/**
 * Passes when the account has no second factor, or this session has proven one. The session's row decides, not the token,
 * which may be older.
 * @throws {AuthError} `insufficient_aal` with `status`
 */
export async function requireAal2(
  db: Transaction,
  { user, sessionId, status, message }: { user: UserRow; sessionId: string; status: 401 | 403 | 422; message: string },
): Promise<void> {
  if (!hasSecondFactor(user)) return
  const session = await findSession(db, sessionId)
  if (session?.aal !== 'aal2') throw new AuthError(status, 'insufficient_aal', message)
}

type Known = Pick<AuthContext, 'knownProviders'>
type Attempt = Parameters<typeof requireAal2>[1]

/**
 * The same, and a passkey counts where the organisation requires a second factor, as the passkey or provider does by which alone it lets people sign
 * in: who knows the password alone must not put one of their own in its place. Before there is one, it is set up.
 * @throws {AuthError} `insufficient_aal` with `status`
 * @throws {CallerError} `sign_in_way_required`, `second_factor_required`
 */
export async function requireOwnFactor(context: Known, db: Transaction, attempt: Attempt): Promise<void> {
  await requireAal2(db, attempt)
  const { way, factor } = await readRequired(context, db, { userId: attempt.user.id, sessionId: attempt.sessionId })
  if (way.has && way.isLacking)
    throw signInWayRequired(
      'Your organisation takes other ways to sign in: sign in by the one that your account has first',
    )
  if (factor.has && factor.isLacking)
    throw secondFactorRequired('Your organisation requires a second factor: sign in with your passkey first')
}

/**
 * Passes when this session has shown what the organisation requires, as all that is of the vault does.
 * @throws {CallerError} `sign_in_way_required`, `second_factor_required`
 */
export async function requireRequired(
  context: Known,
  db: Transaction,
  session: { userId: string; sessionId: string },
): Promise<void> {
  const { way, factor } = await readRequired(context, db, session)
  if (way.isLacking) throw signInWayRequired()
  if (factor.isLacking) throw secondFactorRequired()
}

/**
 * Passes when this session may add or remove what opens the account: the factor where there is one, and more than a token.
 * @throws {AuthError} `insufficient_aal` with `status`, `reauthentication_needed`
 * @throws {CallerError} `sign_in_way_required`, `second_factor_required`
 */
export async function requireMayChangeWays(context: Known, db: Transaction, attempt: Attempt): Promise<void> {
  await requireOwnFactor(context, db, attempt)
  await requireFreshSession(db, attempt)
}

type Raise = { userId: string; sessionId: string; factor: Pick<FactorRow, 'id' | 'factor_type'>; client: Client }

/**
 * Raises the session to aal2 and ends the user's sessions that are not. Call `context.callers.sessions.forget()` once the
 * transaction has committed.
 */
export async function raise(
  context: AuthContext,
  db: Transaction,
  { userId, sessionId, factor, client }: Raise,
): Promise<SessionAnswer> {
  const method = METHODS[factor.factor_type]
  const amr = { method, timestamp: secondsOf(context.clock) }
  const session = await raiseSession(db, { id: sessionId, factorId: factor.id, amr })
  const user = await findUser(db, userId)
  if (!session || !user) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  await deleteLowSessions(db, userId, sessionId)
  const details = { method, factor_id: factor.id, session_id: sessionId }
  await recordEvent(db, { type: 'mfa.verified', userId, client, details })
  await context.threats.signIns.proven(db, { userId, sessionId, how: 'second_factor', client })
  return answerSession(context, db, { user, session, counter: session.refresh_counter })
}

/** Writes down a wrong answer. The caller returns instead of throwing, so that it stays written. */
export async function recordWrong(
  db: Transaction,
  { userId, factor, client }: Omit<Raise, 'sessionId'>,
): Promise<void> {
  const details = { factor_id: factor.id, factor_type: factor.factor_type }
  await recordEvent(db, { type: 'mfa.failed', userId, status: 'failure', client, details })
}

/**
 * Removes a factor and lowers the sessions it raised. With the last real factor go the recovery codes; before that only an administrator
 * removes them, for a lost phone would lock their owner out. Call `context.callers.sessions.forget()` once the transaction has committed.
 * @throws {AuthError} `mfa_recovery_codes_needed`
 */
export async function removeFactor(
  context: AuthContext,
  db: Transaction,
  { user, factor, client, by }: { user: UserRow; factor: FactorRow; client: Client; by: 'user' | 'admin' },
): Promise<void> {
  const remaining = { ...user, factors: user.factors.filter(({ id }) => id !== factor.id) }
  if (by === 'user' && factor.factor_type === 'recovery_code' && hasSecondFactor(remaining)) {
    const message = 'Recovery codes stay while another factor needs them; regenerate them, or unenroll that factor'
    throw new AuthError(422, 'mfa_recovery_codes_needed', message)
  }
  await lowerAndDelete(db, factor.id)
  const recovery = await findRecoveryFactor(db, user.id)
  if (recovery && !hasSecondFactor(remaining)) await lowerAndDelete(db, recovery.id)
  if (factor.status !== 'verified') return

  const details = { factor_id: factor.id, factor_type: factor.factor_type, by }
  await recordEvent(db, { type: 'mfa.removed', userId: user.id, client, details })
  await tellOwner(context, db, user, 'A second factor of your account was removed')
}

/** Mails the owner, where there is an address. @param what the beginning of a sentence that ends in "just now." */
export async function tellOwner(context: AuthContext, db: Transaction, user: UserRow, what: string): Promise<void> {
  if (!user.email || !user.email_confirmed_at) return
  await context.mail.send(db, user.email, factorChangedMail({ what, url: context.config.publicUrl }))
}

async function lowerAndDelete(db: Transaction, factorId: string): Promise<void> {
  await lowerSessions(db, factorId, Object.values(METHODS))
  await deleteFactor(db, factorId)
}
