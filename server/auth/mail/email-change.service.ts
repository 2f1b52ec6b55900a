import {
  accountExistsMail,
  emailChangedMail,
  emailChangeMail,
  emailChangeNoticeMail,
  newEmailMail,
} from '#server/mail/templates.ts'
import type { Transaction } from '#server/db/database.ts'
import { changeEmail, clearNewEmail, emailIsTaken, lockUser, setNewEmail, type UserRow } from '../account/users.sql.ts'
import { type Client, recordEvent } from '../audit.ts'
import { emailExists, linkExpired } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import type { Challenge } from '../session/pkce.ts'
import { mailLink } from './links.service.ts'
import { deleteTokens, deleteTokensOf, hasToken, type TokenKind } from './one-time-tokens.sql.ts'

const KINDS: readonly TokenKind[] = ['email_change_current', 'email_change_new', 'email_change_stop']

type EmailChange = {
  user: UserRow
  newEmail: string
  /** The password came with the request, so the mailbox that the account leaves need not confirm as well. */
  isProven: boolean
  challenge: Challenge | undefined
  redirectTo: string
  client: Client
}

/**
 * Asks the new mailbox to confirm; nothing changes before. The present one confirms as well or, where the password was given, is notified and can
 * stop it. If somebody has the new address already, a mail tells them so there; the caller learns nothing.
 */
export async function requestEmailChange(context: AuthContext, db: Transaction, change: EmailChange): Promise<void> {
  const { user, newEmail, isProven, challenge, redirectTo, client } = change
  await deleteTokensOf(db, user.id, KINDS)
  await setNewEmail(db, user.id, newEmail)
  const link = { userId: user.id, redirectTo, challenge }
  const { publicUrl: url } = context.config
  if (user.email) {
    const kind = isProven ? 'email_change_stop' : 'email_change_current'
    const content = isProven ? emailChangeNoticeMail : emailChangeMail
    await mailLink(context, db, { ...link, kind, to: user.email, content: (parts) => content({ ...parts, newEmail }) })
  }
  if (await emailIsTaken(db, newEmail)) await context.mail.send(db, newEmail, accountExistsMail({ url }))
  else {
    const content = isProven ? newEmailMail : emailChangeMail
    const kind = 'email_change_new'
    await mailLink(context, db, { ...link, kind, to: newEmail, content: (parts) => content({ ...parts, newEmail }) })
  }
  await recordEvent(db, { type: 'email.change_requested', userId: user.id, client })
}

/** Mails the links of a change that waits once more, each as it was. */
export async function requestEmailChangeAgain(
  context: AuthContext,
  db: Transaction,
  change: Omit<EmailChange, 'newEmail' | 'isProven'>,
): Promise<void> {
  const { new_email: newEmail, id } = change.user
  if (!newEmail) return
  const isProven = await hasToken(db, id, 'email_change_stop')
  await requestEmailChange(context, db, { ...change, newEmail, isProven })
}

type Confirmation = { user: UserRow; kind: TokenKind; client: Client }

/**
 * One of the links was used. The links of a change are made together and expire together, so a missing one was used.
 * @returns `changed-by-password`: nobody is signed in by the link, for who asked is signed in already.
 * @throws {AuthError} `email_exists`, `otp_expired`
 */
export async function confirmEmailChange(
  context: AuthContext,
  db: Transaction,
  { user, kind, client }: Confirmation,
): Promise<'half' | 'changed' | 'changed-by-password'> {
  const other = kind === 'email_change_new' ? 'email_change_current' : 'email_change_new'
  if (await hasToken(db, user.id, other)) return 'half'
  if (!user.new_email) throw linkExpired()
  if (await emailIsTaken(db, user.new_email)) throw emailExists()
  const isProven = await hasToken(db, user.id, 'email_change_stop')
  await applyEmailChange(context, db, { user, newEmail: user.new_email, client })
  return isProven ? 'changed-by-password' : 'changed'
}

/** The address is another one from here on; the mailbox that the account leaves is notified, and what was mailed to it before ends. */
export async function applyEmailChange(
  context: AuthContext,
  db: Transaction,
  { user, newEmail, client }: { user: UserRow; newEmail: string; client: Client },
): Promise<void> {
  await deleteTokens(db, user.id)
  await changeEmail(db, user.id, newEmail)
  await recordEvent(db, { type: 'email.changed', userId: user.id, client })
  if (user.email) await context.mail.send(db, user.email, emailChangedMail({ newEmail }))
}

/** Ends a change that nobody has confirmed: its owner, or who reads the mailbox that the account would leave. */
export async function stopEmailChange(
  db: Transaction,
  { user, client }: { user: UserRow; client: Client },
): Promise<void> {
  await deleteTokensOf(db, user.id, KINDS)
  if (!user.new_email) return
  await clearNewEmail(db, user.id)
  await recordEvent(db, { type: 'email.change_stopped', userId: user.id, client })
}

/** The same for the signed-in owner. */
export async function stopOwnEmailChange(context: AuthContext, userId: string, client: Client): Promise<void> {
  await context.limits.take('changeByUser', userId)
  await context.database.asOwner(async (db) => {
    const user = await lockUser(db, userId)
    if (user) await stopEmailChange(db, { user, client })
  })
}
