import { reauthenticationMail, recoveryMail } from '#server/mail/templates.ts'
import type { Transaction } from '#server/db/database.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { mailLink, makeSmsCode } from '../links/links.service.ts'
import type { Challenge } from '../links/pkce.ts'
import { requestEmailChangeAgain } from './email-change.service.ts'
import { limitMail, limitOwnMail, limitOwnSms } from '../account/account-limits.ts'
import type { SignedIn } from '../request.ts'
import { mailConfirmation } from '../password/sign-up.service.ts'
import { withConstantDuration } from '../password/constant-duration.ts'
import { findUser, findUserByEmail, recordMailSent } from '../account/users.sql.ts'

type MailRequest = { email: string; challenge: Challenge | undefined; redirectTo: string; client: Client }

/** Mails a recovery link if `email` has an account; the caller cannot tell. @throws {AuthError} rate limits */
export async function recover(context: AuthContext, request: MailRequest): Promise<void> {
  const { email, challenge, redirectTo, client } = request
  await limitMail(context, email, client)
  await withConstantDuration(context.clock, () =>
    context.database.asOwner(async (db) => {
      const user = await findUserByEmail(db, email)
      if (!user || user.is_banned) return
      await recordMailSent(db, user.id, 'recovery_sent_at')
      await mailLink(context, db, {
        userId: user.id,
        kind: 'recovery',
        to: email,
        redirectTo,
        challenge,
        content: recoveryMail,
      })
      await recordEvent(db, { type: 'password.reset_requested', userId: user.id, client })
    }),
  )
}

/**
 * Mails the link of a waiting sign-up or email change again, if there is one; the caller cannot tell.
 * @throws {AuthError} rate limits
 */
export async function resend(
  context: AuthContext,
  request: MailRequest & { type: 'signup' | 'email_change' },
): Promise<void> {
  await limitMail(context, request.email, request.client)
  await withConstantDuration(context.clock, () =>
    context.database.asOwner(async (db) => {
      const user = await findUserByEmail(db, request.email)
      if (!user || user.is_banned) return
      if (request.type === 'email_change') {
        await requestEmailChangeAgain(context, db, { ...request, user })
      } else if (!user.email_confirmed_at) {
        await recordMailSent(db, user.id, 'confirmation_sent_at')
        await mailConfirmation(context, db, { ...request, userId: user.id })
      }
    }),
  )
}

/**
 * Mails the code that `PUT /user` takes as `nonce`, or sends it by SMS to an account without a mailbox.
 * @throws {AuthError} `user_not_found`, `validation_failed` for an account that has neither, rate limits
 */
export async function sendReauthenticationCode(
  context: AuthContext,
  { userId, sessionId }: SignedIn,
  client: Client,
): Promise<void> {
  const user = await context.database.asOwner((db) => findUser(db, userId))
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (user.email) return mailCode(context, { userId, sessionId, to: user.email, client })
  const { phone } = user
  if (phone && (await context.database.asOwner((db) => isReachedBySms(db, userId))))
    return sendCodeBySms(context, { userId, sessionId, to: phone })
  throw new AuthError(422, 'validation_failed', 'Reauthentication requires the user to have an email or a phone number')
}

type Code = SignedIn & { to: string }

async function mailCode(
  context: AuthContext,
  { userId, sessionId, to, client }: Code & { client: Client },
): Promise<void> {
  await limitOwnMail(context, { email: to, sessionId, client })
  await context.database.asOwner(async (db) => {
    await recordMailSent(db, userId, 'reauthentication_sent_at')
    await mailLink(context, db, {
      userId,
      kind: 'reauthentication',
      to,
      redirectTo: context.config.publicUrl,
      challenge: undefined,
      content: reauthenticationMail,
    })
  })
}

async function sendCodeBySms(context: AuthContext, { userId, sessionId, to }: Code): Promise<void> {
  await limitOwnSms(context, { phone: to, sessionId })
  await context.database.asOwner(async (db) => {
    const code = await makeSmsCode(context, db, { userId, kind: 'reauthentication', to })
    await context.sms.send(db, to, `Enter ${code} in QuantumShield to confirm that it is you.`)
  })
}

/** The number was not added lately, which a thief could have done. */
async function isReachedBySms(db: Transaction, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ has_number: boolean }>({
    text: 'select threats.has_number($1) as has_number',
    values: [userId],
  })
  return rows[0]?.has_number ?? false
}
