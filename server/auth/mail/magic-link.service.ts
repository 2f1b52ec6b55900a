import type { Transaction } from '#server/db/database.ts'
import { magicLinkMail } from '#server/mail/templates.ts'
import { type Client, recordEvent } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { mailLink } from '../links/links.service.ts'
import type { Challenge } from '../links/pkce.ts'
import { limitMail } from '../account/account-limits.ts'
import { withConstantDuration } from '../password/constant-duration.ts'
import { newAccount } from '../account/user.presenter.ts'
import { findUserByEmail, insertUser } from '../account/users.sql.ts'

export type MagicLinkRequest = {
  email: string
  data: Record<string, unknown>
  /** Makes an account without a password for an unknown address. */
  mayCreate: boolean
  challenge: Challenge | undefined
  redirectTo: string
  client: Client
}

/**
 * Mails a link and a code that sign in without a password. The caller cannot tell whether the address is known, not even
 * where no account may be made: then nothing is sent.
 * @throws {AuthError} rate limits
 */
export async function mailMagicLink(context: AuthContext, request: MagicLinkRequest): Promise<void> {
  const { email, challenge, redirectTo, client } = request
  await limitMail(context, email, client)
  await withConstantDuration(context.clock, () =>
    context.database.asOwner(async (db) => {
      const userId = await findOrCreate(context, db, request)
      if (!userId) return
      await mailLink(context, db, {
        userId,
        kind: 'magiclink',
        to: email,
        redirectTo,
        challenge,
        content: magicLinkMail,
      })
    }),
  )
}

async function findOrCreate(
  context: AuthContext,
  db: Transaction,
  request: MagicLinkRequest,
): Promise<string | undefined> {
  const known = await findUserByEmail(db, request.email)
  if (known) return known.is_banned ? undefined : known.id
  if (!request.mayCreate || context.config.signupDisabled) return undefined

  const { user, identity } = newAccount({ ...request, passwordHash: null, isConfirmed: false, now: new Date() })
  if (!(await insertUser(db, user, identity))) return undefined
  await recordEvent(db, { type: 'signup', userId: user.id, client: request.client })
  return user.id
}
