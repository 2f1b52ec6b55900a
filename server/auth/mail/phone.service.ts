import type { Transaction } from '#server/db/database.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { limitSms } from '../account/account-limits.ts'
import { makeSmsCode } from '../links/links.service.ts'
import { deleteTokensOf } from '../links/one-time-tokens.sql.ts'
import { leastPassword } from '../password/least-password.sql.ts'
import { isDerivedSecret } from '../password/passwords.ts'
import { withConstantDuration } from '../password/constant-duration.ts'
import { newAccount, presentUser } from '../account/user.presenter.ts'
import {
  clearNewPhone,
  dropPassword,
  findUserByPhone,
  insertUser,
  ownerOf,
  setNewPhone,
  type UserRow,
} from '../account/users.sql.ts'

type PhoneRequest = { phone: string; data: Record<string, unknown>; client: Client }

/**
 * Makes an account by number and sends its code. A known number gets the same answer in the same time.
 * @returns the user; the session begins when the code is entered.
 * @throws {AuthError} `phone_provider_disabled`, `signup_disabled`, `weak_password`, rate limits
 */
export async function signUpByPhone(
  context: AuthContext,
  request: PhoneRequest & { password: string },
): Promise<Record<string, unknown>> {
  requireProvider(context)
  if (context.config.signupDisabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  await context.policy.requireStrong(request.password, await leastPassword(ownerOf(context.database)))
  if (isDerivedSecret(request.password)) {
    throw new AuthError(400, 'validation_failed', 'A vault needs an email address')
  }
  await context.limits.take('signUpByAddress', request.client.ip)
  await limitSms(context, request)
  return withConstantDuration(context.clock, async () => {
    const passwordHash = await context.passwords.hash(request.password)
    return context.database.asOwner(async (db) => {
      const { user, identity } = newAccount({ ...request, passwordHash, isConfirmed: false, now: new Date() })
      const isNew = await insertUser(db, user, identity)
      if (isNew) await recordEvent(db, { type: 'signup', userId: user.id, client: request.client })
      const known = isNew ? user : await findUserByPhone(db, request.phone)
      if (
        !isNew &&
        known &&
        !(await context.passwords.verify(request.password, known.encrypted_password ?? undefined))
      ) {
        await clearUnconfirmedPassword(db, known)
      }
      // A confirmed number needs no code to sign up again; its owner signs in.
      if (known && !known.phone_confirmed_at) await sendCode(context, db, { user: known, phone: request.phone })
      return presentUser(user, [identity])
    })
  })
}

/**
 * Sends a code that signs in. The caller cannot tell whether the number is known.
 * @throws {AuthError} `phone_provider_disabled`, rate limits
 */
export async function sendSignInCode(
  context: AuthContext,
  request: PhoneRequest & { mayCreate: boolean },
): Promise<{ message_id?: string }> {
  requireProvider(context)
  await limitSms(context, request)
  return withConstantDuration(context.clock, () =>
    context.database.asOwner(async (db) => {
      const user = await findOrCreate(context, db, request)
      if (!user || user.is_banned) return {}
      return { message_id: await sendCode(context, db, { user, phone: request.phone }) }
    }),
  )
}

/** Sends the code of a waiting sign-up or change of number again, if there is one. @throws {AuthError} rate limits */
export async function resendCode(
  context: AuthContext,
  { type, phone, client }: { type: 'sms' | 'phone_change'; phone: string; client: Client },
): Promise<{ message_id?: string }> {
  requireProvider(context)
  await limitSms(context, { phone, client })
  return withConstantDuration(context.clock, () =>
    context.database.asOwner(async (db) => {
      const user = await findUserByPhone(db, phone)
      if (!user || user.is_banned) return {}
      if (type === 'phone_change') {
        return user.new_phone ? { message_id: await sendChange(context, db, user.id, user.new_phone) } : {}
      }
      return user.phone_confirmed_at ? {} : { message_id: await sendCode(context, db, { user, phone }) }
    }),
  )
}

/**
 * Sends a code to the new number of an account; the number changes when the code comes back.
 * @throws {AuthError} `phone_provider_disabled`, rate limits
 */
export async function requestPhoneChange(
  context: AuthContext,
  { userId, phone, client }: { userId: string; phone: string; client: Client },
): Promise<void> {
  requireProvider(context)
  await limitSms(context, { phone, client })
  await context.database.asOwner(async (db) => {
    // Whose number it is stays unsaid: no code comes, and nothing changes without one.
    const isTaken = (await findUserByPhone(db, phone)) !== undefined
    await setNewPhone(db, userId, phone)
    if (!isTaken) await sendChange(context, db, userId, phone)
    await recordEvent(db, { type: 'phone.change_requested', userId, client })
  })
}

/** Ends a change of number that waits for its code: anybody may have it sent once more, and the code alone finishes it. */
export async function stopPhoneChange(db: Transaction, userId: string): Promise<void> {
  await deleteTokensOf(db, userId, ['phone_change'])
  await clearNewPhone(db, userId)
}

/** @throws {AuthError} `phone_provider_disabled` where messages have nowhere to go */
export function requireProvider({ sms }: AuthContext): void {
  if (!sms.isAvailable) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
}

async function findOrCreate(
  context: AuthContext,
  db: Transaction,
  request: PhoneRequest & { mayCreate: boolean },
): Promise<UserRow | undefined> {
  const known = await findUserByPhone(db, request.phone)
  if (known) await clearUnconfirmedPassword(db, known)
  if (known || !request.mayCreate || context.config.signupDisabled) return known
  const { user, identity } = newAccount({ ...request, passwordHash: null, isConfirmed: false, now: new Date() })
  if (!(await insertUser(db, user, identity))) return findUserByPhone(db, request.phone)
  await recordEvent(db, { type: 'signup', userId: user.id, client: request.client })
  return user
}

// A stranger may have signed up with this number and a password: its owner, who asks for a code, must not inherit it.
async function clearUnconfirmedPassword(db: Transaction, known: UserRow): Promise<void> {
  if (!known.phone_confirmed_at && !known.email_confirmed_at) await dropPassword(db, known.id)
}

async function sendCode(
  context: AuthContext,
  db: Transaction,
  { user, phone }: { user: UserRow; phone: string },
): Promise<string> {
  const code = await makeSmsCode(context, db, { userId: user.id, kind: 'sms', to: phone })
  return (await context.sms.send(db, phone, `Your QuantumShield code is ${code}. It works for ten minutes.`)).messageId
}

async function sendChange(context: AuthContext, db: Transaction, userId: string, phone: string): Promise<string> {
  const code = await makeSmsCode(context, db, { userId, kind: 'phone_change', to: phone })
  return (await context.sms.send(db, phone, `Enter ${code} to use this number with QuantumShield.`)).messageId
}
