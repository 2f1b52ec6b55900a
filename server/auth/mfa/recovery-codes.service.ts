import { randomInt, randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/database.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { hashCode } from '../links/links.service.ts'
import type { SignedIn } from '../request.ts'
import type { SessionAnswer } from '../session/sessions.service.ts'
import { hasSecondFactor, findUser, ownerOf, type UserRow } from '../account/users.sql.ts'
import {
  anonymousRefused,
  lockMember,
  raise,
  recordWrong,
  removeFactor,
  requireMayChangeWays,
  tellOwner,
} from './assurance.service.ts'
import { freeName } from './enrol.service.ts'
import { type FactorRow, findRecoveryFactor, insertFactor } from './factors.sql.ts'
import { countCodes, replaceCodes, spendCode } from './recovery-codes.sql.ts'
import { limitAddress } from '../account/account-limits.ts'

const CODES = 10
/** Without 0, 1, l and o, which are mistaken for one another. 16 of 32 characters are 80 bits. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz'
const CODE_LENGTH = 16
const DEFAULT_NAME = 'Recovery codes'

type Request = { signedIn: SignedIn; client: Client }

export type NewCodes = { id: string; type: 'recovery_code'; friendly_name?: string; total: number; codes: string[] }

/** How many codes there are and how many are left. @throws {AuthError} `mfa_factor_not_found` */
export async function countRecoveryCodes(
  context: AuthContext,
  { userId }: SignedIn,
): Promise<{ id: string; type: 'recovery_code'; total: number; remaining: number }> {
  const db = ownerOf(context.database)
  const user = await findUser(db, userId)
  if (user?.is_anonymous) throw anonymousRefused()
  const factor = await requireCodes(db, userId)
  return { id: factor.id, type: 'recovery_code', ...(await countCodes(db, factor.id)) }
}

/**
 * Makes ten codes, each of which replaces a lost factor once. They are shown in this answer only.
 * @throws {AuthError} `mfa_recovery_codes_sole_factor`, `insufficient_aal`, `reauthentication_needed`, `mfa_verified_factor_exists`,
 *   `mfa_factor_name_conflict`
 */
export async function createRecoveryCodes(
  context: AuthContext,
  { signedIn, friendlyName = DEFAULT_NAME, client }: Request & { friendlyName: string | undefined },
): Promise<NewCodes> {
  await context.limits.take('changeByUser', signedIn.userId)
  return context.database.asOwner(async (db) => {
    const user = await lockMember(db, signedIn.userId)
    if (!hasSecondFactor(user)) {
      const message = 'Recovery codes cannot be the only factor, enroll another one first'
      throw new AuthError(422, 'mfa_recovery_codes_sole_factor', message)
    }
    await requireProven(context, db, user, signedIn)
    if (await findRecoveryFactor(db, user.id)) {
      const message = 'Recovery codes already exist, regenerate them instead'
      throw new AuthError(422, 'mfa_verified_factor_exists', message)
    }
    await freeName(db, user.factors, friendlyName)

    const id = randomUUID()
    await insertFactor(db, { id, userId: user.id, type: 'recovery_code', friendlyName, status: 'verified' })
    return fill(context, db, { user, factor: { id, friendly_name: friendlyName }, client })
  })
}

/** Replaces all codes by ten new ones. @throws {AuthError} `mfa_factor_not_found`, `insufficient_aal`, `reauthentication_needed` */
export async function renewRecoveryCodes(context: AuthContext, { signedIn, client }: Request): Promise<NewCodes> {
  await context.limits.take('changeByUser', signedIn.userId)
  return context.database.asOwner(async (db) => {
    const user = await lockMember(db, signedIn.userId)
    const factor = await requireCodes(db, user.id)
    await requireProven(context, db, user, signedIn)
    return fill(context, db, { user, factor, client })
  })
}

/** Removes all codes. @throws {AuthError} `mfa_factor_not_found`, `insufficient_aal`, `reauthentication_needed`, `mfa_recovery_codes_needed` */
export async function dropRecoveryCodes(context: AuthContext, { signedIn, client }: Request): Promise<{ id: string }> {
  await context.limits.take('changeByUser', signedIn.userId)
  const id = await context.database.asOwner(async (db) => {
    const user = await lockMember(db, signedIn.userId)
    const factor = await requireCodes(db, user.id)
    await requireProven(context, db, user, signedIn)
    await removeFactor(context, db, { user, factor, client, by: 'user' })
    return factor.id
  })
  context.callers.sessions.forget()
  return { id }
}

/**
 * Uses up a code and raises the session to aal2.
 * @throws {AuthError} `mfa_factor_not_found`, `mfa_verification_failed`, `mfa_recovery_codes_locked` after too many tries
 */
export async function verifyRecoveryCode(
  context: AuthContext,
  { signedIn, code, client }: Request & { code: string },
): Promise<SessionAnswer> {
  await limitAddress(context, 'mfaByAddress', client)
  await context.limits.take('recoveryCodeByUser', signedIn.userId)
  const session = await context.database.asOwner(async (db) => {
    const user = await lockMember(db, signedIn.userId)
    const factor = await requireCodes(db, user.id)
    if (!(await spendCode(db, factor.id, hashOf(context, factor.id, code)))) {
      await recordWrong(db, { userId: user.id, factor, client })
      return undefined
    }
    await tellOwner(context, db, user, 'A recovery code was used to sign in to your account')
    return raise(context, db, { ...signedIn, factor, client })
  })
  if (!session) throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
  context.callers.sessions.forget()
  return session
}

async function requireCodes(db: Transaction, userId: string): Promise<FactorRow> {
  const factor = await findRecoveryFactor(db, userId)
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'No recovery codes found')
  return factor
}

function requireProven(context: AuthContext, db: Transaction, user: UserRow, { sessionId }: SignedIn): Promise<void> {
  const message = 'AAL2 required to manage recovery codes'
  return requireMayChangeWays(context, db, { user, sessionId, status: 403, message })
}

async function fill(
  context: AuthContext,
  db: Transaction,
  { user, factor, client }: { user: UserRow; factor: Pick<FactorRow, 'id' | 'friendly_name'>; client: Client },
): Promise<NewCodes> {
  const codes = Array.from({ length: CODES }, newCode)
  const hashes = codes.map((code) => hashOf(context, factor.id, code))
  await replaceCodes(db, factor.id, hashes)
  const details = { factor_id: factor.id, total: codes.length }
  await recordEvent(db, { type: 'mfa.recovery_codes_made', userId: user.id, client, details })
  await tellOwner(context, db, user, 'New recovery codes were made for your account')
  const name = factor.friendly_name ? { friendly_name: factor.friendly_name } : {}
  return { id: factor.id, type: 'recovery_code', ...name, total: codes.length, codes }
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

// As people type it: capitals, spaces and dashes do not count.
function hashOf(context: AuthContext, factorId: string, code: string): Buffer {
  const canonical = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return hashCode(context.secrets.serverSecret, `recovery/${factorId}`, canonical)
}
