import { LIMITS } from '#contract/limits.ts'
import {
  accountExistsMail,
  emailChangedMail,
  emailChangeMail,
  emailChangeNoticeMail,
  newEmailMail,
} from '#server/mail/templates.ts'
import type { Transaction } from '#server/db/database.ts'
import { changeEmail, emailIsTaken, lockUser, type UserRow } from '../account/users.sql.ts'
import { type Client, recordEvent } from '../audit.ts'
import { emailExists, linkExpired } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import type { Challenge } from '../links/pkce.ts'
import { clearNewEmail, type Half, lockWaitingChange, removeHalf, setNewEmail } from './email-change.sql.ts'
import { mailLink } from '../links/links.service.ts'
import { deleteTokens, deleteTokensOf, hasToken, type TokenKind } from '../links/one-time-tokens.sql.ts'

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
 * stop it. If somebody has the new address already, a mail tells them so there, and the change is never confirmed; the caller learns nothing.
 */
export async function requestEmailChange(context: AuthContext, db: Transaction, change: EmailChange): Promise<void> {
  const { user, newEmail, isProven, challenge, redirectTo, client } = change
  const waitsFor = halvesOf(user, isProven)
  await deleteTokensOf(db, user.id, KINDS)
  await setNewEmail(db, user.id, { newEmail, waitsFor })
  const links = { user, newEmail, waitsFor, challenge, redirectTo, lifeSeconds: LIMITS.emailChangeSeconds }
  if (user.email && isProven) {
    await mailLink(context, db, {
      userId: user.id,
      kind: 'email_change_stop',
      to: user.email,
      redirectTo,
      challenge,
      content: (parts) => emailChangeNoticeMail({ ...parts, newEmail }),
    })
  }
  await mailHalves(context, db, links)
  await recordEvent(db, { type: 'email.change_requested', userId: user.id, client })
}

const halvesOf = (user: UserRow, isProven: boolean): Half[] =>
  user.email && !isProven ? ['email_change_current', 'email_change_new'] : ['email_change_new']

type Links = Pick<EmailChange, 'user' | 'newEmail' | 'challenge' | 'redirectTo'> & {
  waitsFor: Half[]
  lifeSeconds: number
}

/** Mails the links of the mailboxes that are still to confirm. */
async function mailHalves(context: AuthContext, db: Transaction, links: Links): Promise<void> {
  const { user, newEmail, waitsFor, challenge, redirectTo, lifeSeconds } = links
  const link = { userId: user.id, redirectTo, challenge, lifeSeconds }
  if (user.email && waitsFor.includes('email_change_current')) {
    const content = (parts: { url: string; code: string }) => emailChangeMail({ ...parts, email: user.email, newEmail })
    await mailLink(context, db, { ...link, kind: 'email_change_current', to: user.email, content })
  }
  if (!waitsFor.includes('email_change_new')) return
  if (await emailIsTaken(db, newEmail)) {
    await context.mail.send(db, newEmail, accountExistsMail({ url: context.config.publicUrl }))
    return
  }
  const mail = waitsFor.length === 1 ? newEmailMail : emailChangeMail
  const content = (parts: { url: string; code: string }) => mail({ ...parts, email: user.email, newEmail })
  await mailLink(context, db, { ...link, kind: 'email_change_new', to: newEmail, content })
}

/**
 * Mails the links of a change that waits once more, to the mailboxes that are still to confirm. Anybody may ask for that, so nothing else
 * changes: it ends when it would have ended, and the link that stops it stays.
 */
export async function requestEmailChangeAgain(
  context: AuthContext,
  db: Transaction,
  change: Pick<EmailChange, 'user' | 'challenge' | 'redirectTo'>,
): Promise<void> {
  const waiting = await lockWaitingChange(db, change.user.id)
  if (!waiting) return
  const { new_email: newEmail, waits_for: waitsFor, seconds_left: lifeSeconds } = waiting
  await mailHalves(context, db, { ...change, newEmail, waitsFor, lifeSeconds })
}

/** For links that an administrator hands over: a change to that address continues, any other ends. */
export async function prepareEmailChange(db: Transaction, user: UserRow, newEmail: string): Promise<void> {
  const waiting = await lockWaitingChange(db, user.id)
  if (waiting?.new_email === newEmail) return
  await deleteTokensOf(db, user.id, KINDS)
  await setNewEmail(db, user.id, { newEmail, waitsFor: halvesOf(user, false) })
}

type Confirmation = { user: UserRow; kind: Half; sentTo: string; client: Client }

/**
 * One of the links was used. Until the new mailbox has confirmed, whether somebody has its address makes no difference to the answer.
 * @returns `changed-by-password`: nobody is signed in by the link, for who asked is signed in already.
 * @throws {AuthError} `email_exists`, `otp_expired`
 */
export async function confirmEmailChange(
  context: AuthContext,
  db: Transaction,
  { user, kind, sentTo, client }: Confirmation,
): Promise<'half' | 'changed' | 'changed-by-password'> {
  const waiting = await lockWaitingChange(db, user.id)
  if (!waiting || (kind === 'email_change_new' && sentTo !== waiting.new_email)) throw linkExpired()
  await removeHalf(db, user.id, kind)
  if (waiting.waits_for.some((half) => half !== kind)) return 'half'
  if (await emailIsTaken(db, waiting.new_email)) throw emailExists()
  const isProven = await hasToken(db, user.id, 'email_change_stop')
  await applyEmailChange(context, db, { user, newEmail: waiting.new_email, client })
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
