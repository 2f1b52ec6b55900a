import { type Client, recordEvent } from '../audit.ts'
import { AuthError, invalidCredentials, banned } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { deleteFlowState, lockFlowState } from '../links/one-time-tokens.sql.ts'
import { limitPassword } from '../account/account-limits.ts'
import { leastPassword } from './least-password.sql.ts'
import { isDerivedSecret } from './passwords.ts'
import { fitsChallenge } from '../links/pkce.ts'
import { openSession, type SessionAnswer } from '../session/sessions.service.ts'
import { findUser, findUserByEmail, findUserByPhone, ownerOf, type UserRow } from '../account/users.sql.ts'

/**
 * Signs in with email address or phone number and password. An unknown address, a wrong password and an ordinary password for a vault account
 * are one answer that takes one time.
 * @throws {AuthError} `invalid_credentials`, `email_not_confirmed`, `user_banned`, `over_request_rate_limit`
 */
export async function signInWithPassword(
  context: AuthContext,
  { password, client, ...name }: ({ email: string } | { phone: string }) & { password: string; client: Client },
): Promise<SessionAnswer> {
  const db = ownerOf(context.database)
  const user = await ('email' in name ? findUserByEmail(db, name.email) : findUserByPhone(db, name.phone))
  const { isKnownDevice } = await limitPassword(context, name, { userId: user?.id, client })
  const account = 'email' in name ? name.email : name.phone

  const isRight = await context.passwords.verify(password, hashFor(user, password))
  if (!user || !isRight) {
    await recordFailure(context, user, 'invalid_credentials', client)
    await context.threats.signIns.failed({ account, userId: user?.id, client, isKnownDevice })
    throw invalidCredentials()
  }
  if (user.is_banned) {
    const refusal = banned(user, 400)
    await recordFailure(context, user, refusal.code, client)
    throw refusal
  }
  if ('phone' in name && !user.phone_confirmed_at)
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  if ('email' in name && !user.email_confirmed_at)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')

  const session = await context.database.asOwner((transaction) =>
    openSession(context, transaction, { userId: user.id, method: 'password', account, client }),
  )
  // The rules may have become stricter since the password was chosen.
  const weakness = await context.policy.weaknessOf(password, await leastPassword(db, user.id))
  return weakness ? { ...session, weak_password: weakness } : session
}

/**
 * Exchanges the code of a callback, once, for a session.
 * @throws {AuthError} `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`, `user_banned`
 */
export function exchangeCode(
  context: AuthContext,
  { code, verifier, client }: { code: string; verifier: string; client: Client },
): Promise<SessionAnswer> {
  return context.database.asOwner(async (db) => {
    const flow = await lockFlowState(db, code)
    if (!flow) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (flow.is_expired) throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
    const challenge = { codeChallenge: flow.code_challenge, codeChallengeMethod: flow.code_challenge_method }
    if (!fitsChallenge(verifier, challenge)) {
      throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
    }
    const user = await findUser(db, flow.user_id)
    if (!user) throw new AuthError(403, 'user_banned', 'User is banned')
    if (user.is_banned) throw banned(user)

    await deleteFlowState(db, code)
    const provider = flow.provider ?? undefined
    const session = await openSession(context, db, { userId: user.id, method: flow.amr_method, provider, client })
    return { ...session, ...context.providerTokens.take(code) }
  })
}

// An account that signs in with a derived secret never checks an ordinary password: it would be the real one.
function hashFor(user: UserRow | undefined, password: string): string | undefined {
  if (!user) return undefined
  if ((user.is_vault_enrolled || user.has_kdf) && !isDerivedSecret(password)) return undefined
  return user.encrypted_password ?? undefined
}

// In its own transaction: the refusal that follows must not take it back.
async function recordFailure(
  context: AuthContext,
  user: UserRow | undefined,
  reason: string,
  client: Client,
): Promise<void> {
  await recordEvent(ownerOf(context.database), {
    type: 'login.failed',
    userId: user?.id ?? null,
    status: 'failure',
    client,
    details: { reason },
  })
}
