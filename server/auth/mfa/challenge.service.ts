import { randomInt, randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/database.ts'
import type { Client } from '../audit.ts'
import { invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { hashCode } from '../links/links.service.ts'
import { limitAddress, limitOwnSms } from '../account/account-limits.ts'
import { requireProvider } from '../mail/phone.service.ts'
import type { SignedIn } from '../request.ts'
import { ownerOf, type UserRow } from '../account/users.sql.ts'
import { creationOptions, relyingParty, requestOptions } from '../webauthn/ceremony.ts'
import { lockMember } from './assurance.service.ts'
import { insertChallenge } from './challenges.sql.ts'
import { factorNotFound } from './enrol.service.ts'
import { type FactorRow, findFactor, stampChallenge } from './factors.sql.ts'

/** How long an answer to a challenge may take. */
const CHALLENGE_SECONDS = 300

export type FactorChallenge = { id: string; type: string; expires_at: number } & Record<string, unknown>

type Request = { signedIn: SignedIn; factorId: string; client: Client }

/**
 * Asks for a factor: sends the code, or makes the options for an authenticator. Answers count only in the same session, from wherever:
 * phones change their address between two requests.
 * @throws {AuthError} `mfa_factor_not_found`, `validation_failed` for recovery codes, which need no challenge, rate limits
 */
export async function challenge(context: AuthContext, request: Request): Promise<FactorChallenge> {
  const { signedIn, factorId, client } = request
  await limitAddress(context, 'mfaByAddress', client)
  const known = await findFactor(ownerOf(context.database), signedIn.userId, factorId)
  if (known?.phone) {
    requireProvider(context)
    await limitOwnSms(context, { phone: known.phone, sessionId: signedIn.sessionId })
  }
  return context.database.asOwner(async (db) => {
    const user = await lockMember(db, signedIn.userId)
    const factor = await findFactor(db, user.id, factorId)
    if (!factor) throw factorNotFound()
    await stampChallenge(db, factor.id)
    return ask(context, db, { user, factor, client, sessionId: signedIn.sessionId })
  })
}

/** What the hash of a code is bound to, beside the code. */
export const codeScope = (challengeId: string) => `mfa/${challengeId}`

async function ask(
  context: AuthContext,
  db: Transaction,
  { user, factor, client, sessionId }: { user: UserRow; factor: FactorRow; client: Client; sessionId: string },
): Promise<FactorChallenge> {
  const id = randomUUID()
  const fields = { id, factorId: factor.id, sessionId, ip: client.ip, lifeSeconds: CHALLENGE_SECONDS }
  switch (factor.factor_type) {
    case 'totp':
      return { id, type: 'totp', expires_at: await insertChallenge(db, fields) }
    case 'phone': {
      const otpHash = await sendCode(context, db, { challengeId: id, phone: factor.phone ?? '' })
      return { id, type: 'phone', expires_at: await insertChallenge(db, { ...fields, otpHash }) }
    }
    case 'webauthn': {
      const { ceremony, options } = await webauthnOptions(context, user, factor)
      const webauthn = { challenge: options.challenge, ceremony }
      const expiresAt = await insertChallenge(db, { ...fields, webauthn })
      const credential_options = { publicKey: options }
      return { id, type: 'webauthn', expires_at: expiresAt, webauthn: { type: ceremony, credential_options } }
    }
    case 'recovery_code':
      throw invalid('Recovery codes need no challenge')
  }
}

async function sendCode(
  context: AuthContext,
  db: Transaction,
  { challengeId, phone }: { challengeId: string; phone: string },
): Promise<Buffer> {
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  await context.sms.send(db, phone, `Your QuantumShield code is ${code}. It works for five minutes.`)
  return hashCode(context.secrets.serverSecret, codeScope(challengeId), code)
}

// The authenticator is the second factor beside a password, so it need not ask for a PIN as well.
async function webauthnOptions({ config }: AuthContext, user: UserRow, factor: FactorRow) {
  const rp = relyingParty(config.publicUrl)
  const { credential_id } = factor
  if (credential_id) {
    const allow = [{ credential_id, transports: factor.transports }]
    return { ceremony: 'request' as const, options: await requestOptions(rp, { allow, verification: 'discouraged' }) }
  }
  const options = await creationOptions(rp, {
    // Not the user's id: on one authenticator that would replace the user's passkey.
    handle: factor.id,
    userName: user.email ?? user.phone ?? user.id,
    exclude: [],
    isDiscoverable: false,
    verification: 'discouraged',
  })
  return { ceremony: 'create' as const, options }
}
