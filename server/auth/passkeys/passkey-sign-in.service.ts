import { type Client, recordEvent } from '../audit.ts'
import { banned } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { openSession, type SessionAnswer } from '../session/sessions.service.ts'
import { lockAccount } from '../mfa/assurance.service.ts'
import { ownerOf } from '../account/users.sql.ts'
import { claimedCredential, readAssertion, relyingParty, requestOptions } from '../webauthn/ceremony.ts'
import { CHALLENGE_SECONDS, consumeChallenge, type PasskeyOptions, verificationFailed } from './passkeys.service.ts'
import { findPasskey, insertPasskeyChallenge, recordPasskeyUse } from './passkeys.sql.ts'
import { limitAddress } from '../account/account-limits.ts'

/** Options to sign in with any passkey of this site: nobody says yet who they are. @throws {AuthError} 429 */
export async function beginPasskeySignIn(context: AuthContext, client: Client): Promise<PasskeyOptions> {
  await limitAddress(context, 'passkeyByAddress', client)
  const rp = relyingParty(context.config.publicUrl)
  const options = await requestOptions(rp, { allow: [], verification: 'required' })
  const { challenge } = options
  const db = ownerOf(context.database)
  const stored = await insertPasskeyChallenge(db, { userId: null, challenge, lifeSeconds: CHALLENGE_SECONDS })
  return { challenge_id: stored.id, options: { ...options }, expires_at: stored.expires_at }
}

/**
 * Opens a session by a passkey. It is aal1: an account with a second factor still asks for it.
 * @throws {AuthError} `webauthn_challenge_not_found`, `webauthn_challenge_expired`,
 *   `webauthn_verification_failed`, `user_banned`, 429
 */
export async function finishPasskeySignIn(
  context: AuthContext,
  { challengeId, credential: response, client }: { challengeId: string; credential: unknown; client: Client },
): Promise<SessionAnswer> {
  await limitAddress(context, 'passkeyByAddress', client)
  const challenge = await consumeChallenge(context, { id: challengeId, userId: null })
  const claimed = claimedCredential(response)
  if (!claimed) throw verificationFailed()

  const outcome = await context.database.asOwner(async (db) => {
    const owner = (await findPasskey(db, claimed.id))?.user_id
    const user = owner && (await lockAccount(db, owner))
    // Read again under the lock: answers of one device count one after the other.
    const passkey = await findPasskey(db, claimed.id)
    // As for a wrong answer: strangers do not learn which credentials there are.
    if (!passkey) throw verificationFailed()
    const rp = relyingParty(context.config.publicUrl)
    const proof = { credential: passkey, challenge, verification: 'required' as const }
    const signCount = claimed.handle === passkey.user_id ? await readAssertion(rp, response, proof) : null
    if (!user || signCount === null) {
      const details = { reason: 'passkey', passkey_id: passkey.id }
      const userId = passkey.user_id
      await recordEvent(db, { type: 'login.failed', userId, status: 'failure', client, details })
      // Returned, not thrown, so that it stays written.
      return undefined
    }
    if (user.is_banned) throw banned(user)
    await recordPasskeyUse(db, passkey.id, signCount)
    return openSession(context, db, { userId: user.id, method: 'passkey', client })
  })
  if (!outcome) throw verificationFailed()
  return outcome
}
