import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from '#server/db/database.ts'
import type { Client } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { hashCode } from '../links/links.service.ts'
import { stopPhoneChange } from '../mail/phone.service.ts'
import type { SignedIn } from '../request.ts'
import type { SessionAnswer } from '../session/sessions.service.ts'
import { type Credential, readAssertion, readCreation, relyingParty } from '../webauthn/ceremony.ts'
import { lockMember, raise, recordWrong, requireMayChangeWays, tellOwner } from './assurance.service.ts'
import { codeScope } from './challenge.service.ts'
import { type ChallengeRow, deleteChallenge, tryChallenge } from './challenges.sql.ts'
import { factorNotFound } from './enrol.service.ts'
import {
  credentialIsKnown,
  deleteUnverified,
  type FactorRow,
  type FactorType,
  findFactor,
  markVerified,
  saveSignCount,
  spendStep,
} from './factors.sql.ts'
import { openSecret } from '#server/secret-seal.ts'
import { stepOf } from './totp.ts'
import { limitAddress } from '../account/account-limits.ts'

/** A challenge dies after this many answers. */
const MOST_ATTEMPTS = 5

/** What a person answers: the digits, or what the authenticator signed. */
export type Proof = { code: string } | { ceremony: 'create' | 'request'; credential: unknown }

export type FactorVerification = {
  signedIn: SignedIn
  factorId: string
  challengeId: string
  proof: Proof
  client: Client
}

/**
 * Checks the answer to a challenge and raises the session to aal2. The first right answer makes the factor count, drops
 * those that still wait, a number that waits for its code included, and tells the owner.
 * @throws {AuthError} `mfa_factor_not_found`, `mfa_ip_address_mismatch`, `mfa_challenge_expired`,
 *   `mfa_verification_failed`, `over_request_rate_limit`; `reauthentication_needed` for a factor that does not count yet
 */
export async function verifyFactor(context: AuthContext, request: FactorVerification): Promise<SessionAnswer> {
  const { signedIn, client } = request
  await limitAddress(context, 'mfaByAddress', client)
  await context.limits.take('mfaCodeByUser', signedIn.userId)
  const outcome = await context.database.asOwner((db) => tryProof(context, db, request))
  if ('wrong' in outcome) throw new AuthError(422, 'mfa_verification_failed', WRONG[outcome.wrong])
  context.callers.sessions.forget()
  return outcome.session
}

const WRONG: Record<FactorType, string> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid WebAuthn credential response',
  recovery_code: 'Invalid recovery code entered',
}

async function tryProof(
  context: AuthContext,
  db: Transaction,
  { signedIn, factorId, challengeId, proof, client }: FactorVerification,
): Promise<{ session: SessionAnswer } | { wrong: FactorType }> {
  const user = await lockMember(db, signedIn.userId)
  const factor = await findFactor(db, user.id, factorId)
  if (!factor) throw factorNotFound()
  if (factor.status === 'unverified') {
    // It was begun by somebody who had shown more than a token; another holder of one must not finish it.
    const message = 'AAL2 required to enroll a new factor'
    await requireMayChangeWays(context, db, { user, sessionId: signedIn.sessionId, status: 403, message })
  }
  const challenge = requireUsable(await tryChallenge(db, challengeId, factor.id), {
    client,
    sessionId: signedIn.sessionId,
  })
  const proven = await prove(context, db, { factor, challenge, challengeId, proof })
  if (!proven) {
    await recordWrong(db, { userId: user.id, factor, client })
    // Returned, not thrown, so that the attempt stays counted.
    return { wrong: factor.factor_type }
  }
  await deleteChallenge(db, challengeId)
  if (factor.status === 'unverified') {
    await markVerified(db, factor.id, proven.credential)
    await deleteUnverified(db, user.id)
    await stopPhoneChange(db, user.id)
    await tellOwner(context, db, user, 'A second factor was added to your account')
  }
  return { session: await raise(context, db, { ...signedIn, factor, client }) }
}

function requireUsable(
  challenge: ChallengeRow | undefined,
  { client, sessionId }: { client: Client; sessionId: string },
): ChallengeRow {
  if (!challenge || (challenge.session_id !== null && challenge.session_id !== sessionId)) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (challenge.session_id === null && challenge.ip !== client.ip) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch')
  }
  if (challenge.is_expired || challenge.attempts > MOST_ATTEMPTS) {
    const message = 'MFA challenge has expired, verify against another challenge or create a new challenge'
    throw new AuthError(422, 'mfa_challenge_expired', message)
  }
  return challenge
}

type Trial = { factor: FactorRow; challenge: ChallengeRow; challengeId: string; proof: Proof }

/** @returns null when the proof is wrong; a new authenticator brings its credential. */
async function prove(
  context: AuthContext,
  db: Transaction,
  { factor, challenge, challengeId, proof }: Trial,
): Promise<{ credential?: Credential } | null> {
  const { serverSecret } = context.secrets
  if ('ceremony' in proof) return proveByAuthenticator(context, db, { factor, challenge, proof })
  if (factor.secret_sealed) {
    const step = stepOf(
      openSecret(serverSecret, { kind: 'mfa-secret', id: factor.id }, factor.secret_sealed),
      proof.code,
      new Date(context.clock.nowMs()),
    )
    return step !== null && (await spendStep(db, factor.id, step)) ? {} : null
  }
  if (!challenge.otp_hash) return null
  const wanted = hashCode(serverSecret, codeScope(challengeId), proof.code)
  return timingSafeEqual(challenge.otp_hash, wanted) ? {} : null
}

async function proveByAuthenticator(
  { config }: AuthContext,
  db: Transaction,
  {
    factor,
    challenge,
    proof,
  }: { factor: FactorRow; challenge: ChallengeRow; proof: Extract<Proof, { ceremony: string }> },
): Promise<{ credential?: Credential } | null> {
  const { webauthn_challenge: asked, webauthn_ceremony: ceremony } = challenge
  // A challenge to create is worth nothing once the factor has its credential.
  if (asked === null || ceremony !== proof.ceremony || (ceremony === 'create') !== (factor.status === 'unverified')) {
    return null
  }
  const rp = relyingParty(config.publicUrl)
  const expected = { challenge: asked, verification: 'discouraged' as const }
  const { credential_id, public_key } = factor
  if (!credential_id || !public_key) {
    const credential = await readCreation(rp, proof.credential, expected)
    return credential && !(await credentialIsKnown(db, credential.credential_id)) ? { credential } : null
  }
  const known = { credential_id, public_key, sign_count: factor.sign_count, transports: factor.transports }
  const signCount = await readAssertion(rp, proof.credential, { ...expected, credential: known })
  if (signCount === null) return null
  await saveSignCount(db, factor.id, signCount)
  return {}
}
