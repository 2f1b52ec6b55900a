import type { Transaction } from '#server/db/database.ts'
import { inviteMail } from '#server/mail/templates.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError, emailExists, invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { leastPassword } from '../password/least-password.sql.ts'
import { prepareEmailChange } from '../mail/email-change.service.ts'
import { mailLink, makeLink } from '../links/links.service.ts'
import { newAccount, presentUser } from '../account/user.presenter.ts'
import {
  emailIsTaken,
  findUser,
  findUserByEmail,
  insertUser,
  listIdentities,
  type UserRow,
  ownerOf,
} from '../account/users.sql.ts'
import { setColumns } from './admin.sql.ts'
import type { LINK_KINDS } from './admin.schemas.ts'

type LinkKind = (typeof LINK_KINDS)[number]
export type GenerateLink = {
  kind: LinkKind
  email: string
  newEmail: string | undefined
  password: string | undefined
  data: Record<string, unknown>
  redirectTo: string
  client: Client
}

/**
 * Makes a one-time link for an administrator to hand over by other means; nothing is mailed. It replaces an earlier link of
 * its kind.
 * @throws {AuthError} `email_exists` (signup, invite), `user_not_found` (the others), `validation_failed`, `weak_password`
 */
export async function generateLink(context: AuthContext, request: GenerateLink): Promise<Record<string, unknown>> {
  const { kind, email, newEmail, password, redirectTo, client } = request
  if (kind === 'signup' && !password) throw invalid('Signup requires a valid password')
  if (kind.startsWith('email_change') && !newEmail) throw invalid('new_email is required for an email change')
  if (password) await context.policy.requireStrong(password, await leastPassword(ownerOf(context.database)))
  const passwordHash = password ? await context.passwords.hash(password) : null

  return context.database.asOwner(async (db) => {
    const user = await accountFor(db, { ...request, passwordHash })
    if (newEmail && kind.startsWith('email_change')) await prepareChange(db, user, newEmail)
    const to = kind === 'email_change_new' && newEmail ? newEmail : email
    const link = await makeLink(context, db, { userId: user.id, kind, to, redirectTo, challenge: undefined })
    await recordEvent(db, {
      type: 'link.generated',
      userId: user.id,
      client,
      details: { by: 'admin', kind },
    })
    return {
      ...(await present(db, user.id)),
      action_link: link.url,
      email_otp: link.code,
      hashed_token: link.secret,
      redirect_to: redirectTo,
      verification_type: kind,
    }
  })
}

export type Invitation = Pick<GenerateLink, 'email' | 'data' | 'redirectTo' | 'client'>

/** Makes an account and mails its invitation. @throws {AuthError} `email_exists` */
export async function invite(context: AuthContext, request: Invitation): Promise<Record<string, unknown>> {
  const { email, redirectTo, client } = request
  return context.database.asOwner(async (db) => {
    const user = await accountFor(db, { ...request, kind: 'invite', passwordHash: null })
    const link = { userId: user.id, kind: 'invite' as const, to: email, redirectTo, challenge: undefined }
    await mailLink(context, db, { ...link, content: inviteMail })
    await recordEvent(db, { type: 'user.invited', userId: user.id, client })
    return present(db, user.id)
  })
}

export type Wanted = Pick<GenerateLink, 'kind' | 'email' | 'data'> & { passwordHash: string | null }

/**
 * The account that a link is for; sign-ups, invitations and first magic links make it.
 * @throws {AuthError} `email_exists` (signup, invite), `user_not_found` (the others)
 */
export async function accountFor(db: Transaction, { kind, email, data, passwordHash }: Wanted): Promise<UserRow> {
  const known = await findUserByEmail(db, email)
  const isForNew = kind === 'signup' || kind === 'invite'
  if (known?.email_confirmed_at && isForNew) throw emailExists()
  if (known) {
    if (kind === 'invite') await setColumns(db, known.id, { invited_at: new Date() })
    return known
  }
  if (!isForNew && kind !== 'magiclink') throw new AuthError(404, 'user_not_found', 'User with this email not found')

  const { user: account, identity } = newAccount({ email, passwordHash, data, isConfirmed: false, now: new Date() })
  // What the administrator gave, and no more.
  const user = { ...account, user_metadata: data }
  if (!(await insertUser(db, user, identity))) throw emailExists()
  if (kind === 'invite') await setColumns(db, user.id, { invited_at: new Date() })
  return user
}

async function prepareChange(db: Transaction, user: UserRow, newEmail: string): Promise<void> {
  if (newEmail !== user.email && (await emailIsTaken(db, newEmail))) throw emailExists()
  await prepareEmailChange(db, user, newEmail)
}

async function present(db: Transaction, id: string): Promise<Record<string, unknown>> {
  const user = await findUser(db, id)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return presentUser(user, await listIdentities(db, id))
}
