import type { Transaction } from '#server/db/database.ts'
import { accountExistsMail, confirmationMail } from '#server/mail/templates.ts'
import { attributeTest, type Client, recordEvent } from '../audit.ts'
import { AuthError, invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { type Kdf, saveKdf } from './kdf.ts'
import { limitMail } from '../account/account-limits.ts'
import { mailLink } from '../links/links.service.ts'
import { leastPassword } from './least-password.sql.ts'
import { isDerivedSecret } from './passwords.ts'
import type { Challenge } from '../links/pkce.ts'
import { openSession } from '../session/sessions.service.ts'
import { withConstantDuration } from './constant-duration.ts'
import { newAccount, presentUser } from '../account/user.presenter.ts'
import {
  dropPassword,
  findUserByEmail,
  insertUser,
  markAddressUnproven,
  ownerOf,
  recordMailSent,
} from '../account/users.sql.ts'

export type SignUp = {
  email: string
  password: string
  data: Record<string, unknown>
  kdf: Kdf | undefined
  challenge: Challenge | undefined
  redirectTo: string
  client: Client
}

/**
 * Makes an account and mails its confirmation link. A known address gets the same answer in the same time; its owner
 * learns of the attempt by mail.
 *
 * @returns the user; with automatic confirmation a session.
 * @throws {AuthError} `signup_disabled`, `weak_password`, `validation_failed`, `user_already_exists` (automatic
 *   confirmation only), rate limits.
 */
export async function signUp(context: AuthContext, request: SignUp): Promise<Record<string, unknown>> {
  if (context.config.signupDisabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  await context.policy.requireStrong(request.password, await leastPassword(ownerOf(context.database)))
  if (isDerivedSecret(request.password) !== (request.kdf !== undefined)) {
    throw invalid('A derived secret and its kdf parameters belong together')
  }
  await context.limits.take('signUpByAddress', request.client.ip)
  if (context.config.autoconfirm) return signUpConfirmed(context, request)

  await limitMail(context, request.email, request.client)
  return withConstantDuration(context.clock, async () => {
    const passwordHash = await context.passwords.hash(request.password)
    return context.database.asOwner((db) => signUpByMail(context, db, { ...request, passwordHash }))
  })
}

type HashedSignUp = SignUp & { passwordHash: string }

async function signUpByMail(
  context: AuthContext,
  db: Transaction,
  request: HashedSignUp,
): Promise<Record<string, unknown>> {
  await attributeTest(db, request)
  const { user, identity } = newAccount({ ...request, isConfirmed: false, now: new Date() })
  const isNew = await insertUser(db, user, identity)
  if (isNew) {
    if (request.kdf) await saveKdf(db, user.id, request.kdf)
    await mailConfirmation(context, db, { ...request, userId: user.id })
    await recordEvent(db, { type: 'signup', userId: user.id, client: request.client })
  } else {
    await answerKnownAddress(context, db, request)
  }
  return presentUser(user, [identity])
}

// Neither the one who asked first nor the one who asks now has proven to own the address. Of two different passwords one is a
// stranger's, and nobody can tell which: both go, and who confirms chooses a new one.
async function answerKnownAddress(context: AuthContext, db: Transaction, request: SignUp): Promise<void> {
  const known = await findUserByEmail(db, request.email)
  if (!known) return
  if (known.email_confirmed_at) {
    await context.mail.send(db, request.email, accountExistsMail({ url: context.config.publicUrl }))
    return
  }
  if (!(await context.passwords.verify(request.password, known.encrypted_password ?? undefined))) {
    await dropPassword(db, known.id)
  }
  await recordMailSent(db, known.id, 'confirmation_sent_at')
  await mailConfirmation(context, db, { ...request, userId: known.id })
}

export type Confirmation = Pick<SignUp, 'email' | 'redirectTo' | 'challenge'> & { userId: string }

export function mailConfirmation(context: AuthContext, db: Transaction, confirmation: Confirmation): Promise<void> {
  const { userId, email, redirectTo, challenge } = confirmation
  return mailLink(context, db, { userId, kind: 'signup', to: email, redirectTo, challenge, content: confirmationMail })
}

async function signUpConfirmed(context: AuthContext, request: SignUp): Promise<Record<string, unknown>> {
  const passwordHash = await context.passwords.hash(request.password)
  return context.database.asOwner(async (db) => {
    const { user, identity } = newAccount({ ...request, passwordHash, isConfirmed: true, now: new Date() })
    await markAddressUnproven(db)
    if (!(await insertUser(db, user, identity))) {
      throw new AuthError(422, 'user_already_exists', 'User already registered')
    }
    if (request.kdf) await saveKdf(db, user.id, request.kdf)
    await recordEvent(db, { type: 'signup', userId: user.id, client: request.client })
    return openSession(context, db, { userId: user.id, method: 'password', client: request.client })
  })
}
