import { randomBytes } from 'node:crypto'
import { secondsOf } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import { secondFactorRequired, signInWayRequired } from '#server/http/caller.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError, invalid, banned } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { requireFreshSession } from './fresh-proof.service.ts'
import { readRefreshToken, type RefreshToken, sessionKey, writeRefreshToken } from './refresh-token.ts'
import {
  advanceCounter,
  deleteSession,
  deleteSessions,
  findSession,
  insertSession,
  lockSession,
  readRequired,
  sessionExists,
  type SessionRow,
} from './sessions.sql.ts'
import { presentUser } from '../account/user.presenter.ts'
import { findUser, hasSecondFactor, listIdentities, ownerOf, stampSignIn, type UserRow } from '../account/users.sql.ts'

/** Older tokens are still answered this long after a refresh: several tabs may ask at once. */
const REUSE_SECONDS = 10
/** How far behind the newest a token may be within that time. */
const TOKENS_AT_ONCE = 3
const LOCK_PATIENCE_MS = 5000

export type SessionAnswer = Record<string, unknown> & {
  access_token: string
  refresh_token: string
  expires_in: number
  expires_at: number
}

/**
 * Starts a session for a user who has just proven who they are, and answers with its tokens.
 * @param account the name that a password was given for
 */
export async function openSession(
  context: AuthContext,
  db: Transaction,
  {
    userId,
    method,
    provider,
    account,
    client,
  }: { userId: string; method: string; provider?: string | undefined; account?: string | undefined; client: Client },
): Promise<SessionAnswer> {
  await stampSignIn(db, userId)
  const watch = await context.threats.signIns.beforeSession(db, { userId, account, client })
  const session = await insertSession(db, {
    userId,
    refreshKey: randomBytes(32),
    amr: [{ method, timestamp: secondsOf(context.clock), ...(provider && { provider }) }],
    userAgent: client.userAgent,
    ip: client.ip,
    device: client.device,
  })
  await recordEvent(db, { type: 'login.succeeded', userId, client, details: { method, session_id: session.id } })
  await watch(session.id)
  await context.installation.claimLocally(db, userId, client)
  const user = await findUser(db, userId)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return answerSession(context, db, { user, session, counter: session.refresh_counter })
}

/**
 * Exchanges a refresh token. See [Note: refresh tokens].
 * @throws {AuthError} `validation_failed`, `refresh_token_not_found`, `refresh_token_already_used`, `session_expired`,
 *   `user_banned`, `conflict`
 */
export async function refreshSession(context: AuthContext, token: string, client: Client): Promise<SessionAnswer> {
  const presented = readRefreshToken(token)
  if (!presented) throw malformed()

  const deadline = context.clock.elapsedMs() + LOCK_PATIENCE_MS
  while (context.clock.elapsedMs() < deadline) {
    const outcome = await context.database.asOwner((db) => tryRefresh(context, db, presented, client))
    if (outcome instanceof AuthError) throw outcome
    if (outcome !== 'busy') return outcome
    await context.clock.sleep(10 + Math.random() * 20)
  }
  throw new AuthError(409, 'conflict', 'Too many concurrent token refresh requests on the same session')
}

// [Note: refresh tokens] A session counts its refreshes and a token is one count. The newest count moves the session on.
// The one before it means that the client lost our answer, if it comes from the device that asked for the newest, and one of the last three
// within ten seconds that several tabs refreshed at once: both get the newest token again. Anything else is a copy in wrong hands, and ends
// the session for both holders. So a thief who refreshes as often as the owner is noticed when the owner refreshes next.
// A second factor lifts the floor: what was given out before it gets nothing, not even within the ten seconds.
async function tryRefresh(
  context: AuthContext,
  db: Transaction,
  presented: RefreshToken & { isGenuine: (key: Buffer) => boolean },
  client: Client,
): Promise<SessionAnswer | AuthError | 'busy'> {
  const session = await lockSession(db, presented.sessionId)
  if (!session) return (await sessionExists(db, presented.sessionId)) ? 'busy' : unknownToken()
  if (!presented.isGenuine(keyOf(context, session))) return malformed()
  const user = await findUser(db, session.user_id)
  if (!user) return unknownToken()
  if (user.is_banned) return banned(user, 400)

  if (session.has_run_out) return endExpiredSession(context, db, session)

  const behind = session.refresh_counter - presented.counter
  if (behind < 0) return malformed()
  const isElsewhere = session.newest_device !== null && client.device?.equals(session.newest_device) === false
  const isCopy = behind > 1 || (behind === 1 && isElsewhere)
  // The time counts from the newest refresh: somebody who refreshes all the time must not stay within it for ever.
  const isAtOnce = session.refreshed_ago <= REUSE_SECONDS && behind <= TOKENS_AT_ONCE
  if (isCopy && !isAtOnce) {
    return endStolenSession(context, db, session, client)
  }
  if (presented.counter < session.refresh_floor) return alreadyUsed()
  if (behind === 0) await advanceCounter(db, session.id, client.device)
  await noticeMove(context, db, session, client)
  return answerSession(context, db, { user, session, counter: session.refresh_counter + (behind === 0 ? 1 : 0) })
}

async function noticeMove(context: AuthContext, db: Transaction, session: SessionRow, now: Client): Promise<void> {
  if (session.seen_ip === null) return
  const before = { ip: session.seen_ip, userAgent: session.seen_user_agent ?? undefined }
  await context.threats.signIns.refreshed(db, { userId: session.user_id, sessionId: session.id }, { before, now })
}

// Returned, not thrown, here and below: the end of the session must be committed.
async function endExpiredSession(context: AuthContext, db: Transaction, session: SessionRow): Promise<AuthError> {
  await deleteSession(db, session.id)
  context.callers.sessions.forget()
  return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
}

async function endStolenSession(
  context: AuthContext,
  db: Transaction,
  session: SessionRow,
  client: Client,
): Promise<AuthError> {
  await deleteSession(db, session.id)
  await recordEvent(db, {
    type: 'refresh.reuse_detected',
    userId: session.user_id,
    status: 'blocked',
    client,
    details: { session_id: session.id },
  })
  await context.threats.signIns.reused(db, { userId: session.user_id, sessionId: session.id }, client)
  context.callers.sessions.forget()
  return alreadyUsed()
}

export type LogoutScope = 'global' | 'local' | 'others'

/**
 * Ends the sessions of `scope`; their access tokens stop working with them. With a second factor that this session has not proven,
 * `global` ends this one alone: clients send it for "sign out", also from the page that asks for the code. The same holds for
 * what the organisation requires and the account has.
 * @throws {AuthError} for `others`: `insufficient_aal` without the second factor of the account, `reauthentication_needed` by no more than a token
 * @throws {CallerError} for `others`: `sign_in_way_required`, `second_factor_required`
 */
export async function endSessions(
  context: AuthContext,
  {
    userId,
    sessionId,
    scope: asked,
    isUnused,
    client,
  }: { userId: string; sessionId: string; scope: LogoutScope; isUnused: boolean; client: Client },
): Promise<void> {
  const owner = ownerOf(context.database)
  const user = await findUser(owner, userId)
  const hasRequiredFactor = !user || !hasSecondFactor(user) || (await findSession(owner, sessionId))?.aal === 'aal2'
  if (!hasRequiredFactor && asked === 'others') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to end other sessions when MFA is enabled.')
  }
  const { way, factor } = await readRequired(context, owner, { userId, sessionId })
  const lacksWay = way.has && way.isLacking
  const isLacking = lacksWay || (factor.has && factor.isLacking)
  if (isLacking && asked === 'others') {
    const message = 'Sign in as your organisation requires first: only that ends other sessions'
    throw lacksWay ? signInWayRequired(message) : secondFactorRequired(message)
  }
  if (user && asked === 'others') await requireFreshSession(owner, { user, sessionId })
  const scope = hasRequiredFactor && !isLacking ? asked : 'local'
  await context.database.asOwner(async (db) => {
    if (scope === 'local') await deleteSession(db, sessionId)
    else await deleteSessions(db, userId, scope === 'others' ? sessionId : undefined)
    const details = { scope, session_id: sessionId, ...(isUnused ? { unused: true } : {}) }
    await recordEvent(db, { type: 'logout', userId, client, details })
  })
  context.callers.sessions.forget()
}

/** The answer that carries a session's newest tokens. */
export async function answerSession(
  context: AuthContext,
  db: Transaction,
  { user, session, counter }: { user: UserRow; session: SessionRow; counter: number },
): Promise<SessionAnswer> {
  const issuedAt = secondsOf(context.clock)
  const expiresIn = context.config.accessTokenSeconds
  const accessToken = await context.callers.tokens.sign(
    {
      sub: user.id,
      role: 'authenticated',
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.app_metadata,
      user_metadata: user.user_metadata,
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    },
    issuedAt,
    issuedAt + expiresIn,
  )
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: issuedAt + expiresIn,
    refresh_token: writeRefreshToken({ sessionId: session.id, counter }, keyOf(context, session)),
    user: presentUser(user, await listIdentities(db, user.id)),
  }
}

function keyOf(context: AuthContext, session: SessionRow): Buffer {
  return sessionKey(session.refresh_key, context.secrets.serverSecret)
}

const alreadyUsed = () => new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
const malformed = () => invalid('Refresh token is not valid')
const unknownToken = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
