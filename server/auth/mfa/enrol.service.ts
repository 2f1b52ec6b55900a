import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/database.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { requireProvider } from '../mail/phone.service.ts'
import type { SignedIn } from '../request.ts'
import type { UserRow } from '../account/users.sql.ts'
import { lockMember, removeFactor, requireMayChangeWays } from './assurance.service.ts'
import {
  deleteFactor,
  deleteStale,
  deleteUnverified,
  findFactor,
  insertFactor,
  type UserFactor,
} from './factors.sql.ts'
import type { Enrolment } from './mfa.schemas.ts'
import { sealSecret } from '#server/secret-seal.ts'
import { newTotp } from './totp.ts'

/** Verified or waiting, recovery codes not counted. */
const MOST_FACTORS = 10

export type Enrolled = { id: string; type: string; friendly_name?: string | undefined } & Record<string, unknown>

/**
 * Makes a factor that waits five minutes for its first verification. The secret of an authenticator app is shown in this
 * answer only.
 * @throws {AuthError} `insufficient_aal`, `reauthentication_needed`, `too_many_enrolled_mfa_factors`, `mfa_factor_name_conflict`,
 *   `mfa_verified_factor_exists`, `no_authorization`, `phone_provider_disabled`, rate limits
 */
export async function enrol(
  context: AuthContext,
  { signedIn, enrolment, client }: { signedIn: SignedIn; enrolment: Enrolment; client: Client },
): Promise<Enrolled> {
  if (enrolment.factor_type === 'phone') requireProvider(context)
  await context.limits.take('changeByUser', signedIn.userId)
  return context.database.asOwner(async (db) => {
    const user = await lockMember(db, signedIn.userId)
    await deleteStale(db, user.id)
    await requireRoom(context, db, user, { signedIn, enrolment })
    const id = randomUUID()
    const answer = await insert(context, db, { id, user, enrolment })
    const details = { factor_id: id, factor_type: enrolment.factor_type }
    await recordEvent(db, { type: 'mfa.enrolled', userId: user.id, client, details })
    return answer
  })
}

/**
 * Removes one of the user's factors.
 * @throws {AuthError} `mfa_factor_not_found`, and for a verified factor `insufficient_aal`, `reauthentication_needed`
 */
export async function unenrol(
  context: AuthContext,
  { signedIn, factorId, client }: { signedIn: SignedIn; factorId: string; client: Client },
): Promise<void> {
  await context.limits.take('changeByUser', signedIn.userId)
  await context.database.asOwner(async (db) => {
    const user = await lockMember(db, signedIn.userId)
    const factor = await findFactor(db, user.id, factorId)
    if (!factor) throw factorNotFound()
    if (factor.status === 'verified') {
      const message = 'AAL2 required to unenroll verified factor'
      await requireMayChangeWays(context, db, { user, sessionId: signedIn.sessionId, status: 422, message })
    }
    await removeFactor(context, db, { user, factor, client, by: 'user' })
  })
  context.callers.sessions.forget()
}

export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found')

/**
 * Frees a name for a new factor: a factor that has it and was never verified goes, because its enrolment was abandoned.
 * @returns the factors that stay. @throws {AuthError} `mfa_factor_name_conflict`
 */
export async function freeName(db: Transaction, factors: UserFactor[], name: string): Promise<UserFactor[]> {
  const holder = factors.find((factor) => factor.friendly_name === name)
  if (!holder) return factors
  if (holder.status === 'verified') {
    const message = `A factor with the friendly name "${name}" for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', message)
  }
  await deleteFactor(db, holder.id)
  return factors.filter((factor) => factor !== holder)
}

async function requireRoom(
  context: AuthContext,
  db: Transaction,
  user: UserRow,
  { signedIn, enrolment }: { signedIn: SignedIn; enrolment: Enrolment },
): Promise<void> {
  const message = 'AAL2 required to enroll a new factor'
  await requireMayChangeWays(context, db, { user, sessionId: signedIn.sessionId, status: 403, message })
  const kept = enrolment.factor_type === 'phone' ? await dropNumber(db, user, enrolment.phone) : user.factors
  const name = enrolment.friendly_name
  const others = name ? await freeName(db, kept, name) : kept
  if (others.filter(({ factor_type: type }) => type !== 'recovery_code').length >= MOST_FACTORS) {
    const message = 'Maximum number of enrolled factors reached, unenroll to continue'
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
  }
}

// Starting again with the same number replaces the factor that is not verified.
async function dropNumber(db: Transaction, user: UserRow, phone: string): Promise<UserFactor[]> {
  if (user.factors.some((factor) => factor.phone === phone && factor.status === 'verified')) {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue'
    throw new AuthError(422, 'mfa_verified_factor_exists', message)
  }
  await deleteUnverified(db, user.id, phone)
  return user.factors.filter((factor) => factor.phone !== phone)
}

async function insert(
  context: AuthContext,
  db: Transaction,
  { id, user, enrolment }: { id: string; user: UserRow; enrolment: Enrolment },
): Promise<Enrolled> {
  const { factor_type: type, friendly_name: friendlyName } = enrolment
  const factor = { id, userId: user.id, type, friendlyName }
  const answer = { id, type, friendly_name: friendlyName }
  if (enrolment.factor_type === 'totp') {
    const issuer = enrolment.issuer || new URL(context.config.publicUrl).hostname
    const totp = newTotp({ issuer, label: user.email ?? user.phone ?? user.id })
    await insertFactor(db, {
      ...factor,
      secretSealed: sealSecret(context.secrets.serverSecret, { kind: 'mfa-secret', id }, totp.secret),
    })
    return { ...answer, totp: { qr_code: totp.qrCode, secret: totp.secretText, uri: totp.uri } }
  }
  const phone = enrolment.factor_type === 'phone' ? { phone: enrolment.phone } : {}
  await insertFactor(db, { ...factor, ...phone })
  return { ...answer, ...phone }
}
