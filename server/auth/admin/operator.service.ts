import type { Transaction } from '#server/db/database.ts'
import { inviteMail, recoveryMail } from '#server/mail/templates.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { findUserByEmail, type UserRow, recordMailSent } from '../account/users.sql.ts'
import { mailLink, makeLink, type OneTimeLink } from '../links/links.service.ts'
import { lockAccount, removeFactor } from '../mfa/assurance.service.ts'
import { findFactor } from '../mfa/factors.sql.ts'
import { deleteSessions } from '../session/sessions.sql.ts'
import { changeUser } from './admin.service.ts'
import { accountFor } from './generate-link.service.ts'
import { isOfOperator, makeSuperAdmin, wasRemoved } from './operator.sql.ts'

/** As long as a removal from an organisation. */
const SUSPENDED_MS = 100 * 365 * 24 * 3600 * 1000

export type OperatorLink = Pick<OneTimeLink, 'url' | 'lifeSeconds'>

/** Who is at the machine of the server. Each event says so. */
const OPERATOR: Client = { ip: '127.0.0.1', userAgent: 'npm run user', isOwnMachine: true, isOperator: true }

/**
 * Makes an account without a password. @returns the link that its owner chooses one with, unless it was mailed.
 * @throws {AuthError} `email_exists`
 */
export async function addAccount(
  context: AuthContext,
  { email, isMailed }: { email: string; isMailed: boolean },
): Promise<OperatorLink | undefined> {
  return context.database.asOwner(async (db) => {
    const user = await accountFor(db, { kind: 'invite', email, data: {}, passwordHash: null })
    const link = await handOver(context, db, { kind: 'invite', user, email, isMailed })
    await recordEvent(db, { type: isMailed ? 'user.invited' : 'user.created', userId: user.id, client: OPERATOR })
    return link
  })
}

/**
 * Lets somebody choose another password. A vault stays closed: only its owner's words, passkey or trusted people open it.
 * @returns the link, unless it was mailed.
 * @throws {AuthError} `user_not_found`, `user_banned`
 */
export async function resetPassword(
  context: AuthContext,
  { email, isMailed }: { email: string; isMailed: boolean },
): Promise<{ link: OperatorLink | undefined; hasVault: boolean }> {
  return context.database.asOwner(async (db) => {
    const user = await requireAccount(db, email)
    if (user.is_banned) throw suspended(email)
    if (isMailed) await recordMailSent(db, user.id, 'recovery_sent_at')
    const link = await handOver(context, db, { kind: 'recovery', user, email, isMailed })
    const type = isMailed ? 'password.reset_requested' : 'link.generated'
    await recordEvent(db, { type, userId: user.id, client: OPERATOR, details: { kind: 'recovery' } })
    return { link, hasVault: user.is_vault_enrolled }
  })
}

/** Removes every second factor of somebody who lost theirs, and tells them. Passkeys stay. @returns how many it were. */
export async function resetSecondFactor(context: AuthContext, email: string): Promise<number> {
  return context.database.asOwner(async (db) => {
    const { id } = await requireAccount(db, email)
    const user = await lockAccount(db, id)
    let removed = 0
    for (const { id: factorId, factor_type: type, status } of user?.factors ?? []) {
      // The recovery codes go with the last of the others.
      const factor = user && (await findFactor(db, user.id, factorId))
      if (!factor) continue
      await removeFactor(context, db, { user, factor, client: OPERATOR, by: 'admin' })
      if (status === 'verified' && type !== 'recovery_code') removed++
    }
    return removed
  })
}

/** Ends sessions, and what follows of them, until `restore`. @throws {AuthError} `user_not_found` */
export async function suspend(context: AuthContext, email: string): Promise<void> {
  const { id } = await requireAccountOf(context, email)
  await changeUser(context, { id, fields: { ban_duration: SUSPENDED_MS }, client: OPERATOR })
}

/**
 * Makes somebody super admin of the organisation that runs the installation. Their role there ends, unless they own it.
 * @returns false when they are already.
 * @throws {AuthError} `user_not_found`, `user_banned`; `conflict` for somebody of another organisation, or whom theirs removed
 */
export async function makeAdministrator(context: AuthContext, email: string): Promise<boolean> {
  return context.database.asOwner(async (db) => {
    const { id, is_banned: isBanned } = await requireAccount(db, email)
    if (await wasRemoved(db, id)) throw removed(email)
    if (isBanned) throw suspended(email)
    if (!(await isOfOperator(db, id)))
      throw new AuthError(409, 'conflict', `${email} is not in the organisation that runs this installation.`)
    if (!(await makeSuperAdmin(db, id))) return false
    await recordEvent(db, { type: 'user.changed', userId: id, client: OPERATOR, details: { role: 'super_admin' } })
    return true
  })
}

/** @throws {AuthError} `user_not_found`; `conflict` for somebody whom their organisation removed */
export async function restore(context: AuthContext, email: string): Promise<void> {
  const { id } = await requireAccountOf(context, email)
  if (await context.database.asOwner((db) => wasRemoved(db, id))) throw removed(email)
  await changeUser(context, { id, fields: { ban_duration: null }, client: OPERATOR })
}

/** Ends every session. @returns how many. @throws {AuthError} `user_not_found` */
export async function signOut(context: AuthContext, email: string): Promise<number> {
  return context.database.asOwner(async (db) => {
    const { id } = await requireAccount(db, email)
    const ended = await deleteSessions(db, id)
    await recordEvent(db, { type: 'logout', userId: id, client: OPERATOR, details: { scope: 'global' } })
    return ended
  })
}

const suspended = (email: string): AuthError =>
  new AuthError(422, 'user_banned', `${email} is suspended: restore the account first.`)

const removed = (email: string): AuthError =>
  new AuthError(
    409,
    'conflict',
    `${email} was removed from their organisation: who manages it lets them back in, on the page Team.`,
  )

type Handover = { kind: 'invite' | 'recovery'; user: UserRow; email: string; isMailed: boolean }

async function handOver(
  context: AuthContext,
  db: Transaction,
  { kind, user, email, isMailed }: Handover,
): Promise<OperatorLink | undefined> {
  const site = context.config.publicUrl
  // Each is a page that takes the session out of the address and asks for a password.
  const redirectTo = `${site}${kind === 'recovery' ? '/forgot-password' : '/login'}`
  const link = { userId: user.id, kind, to: email, redirectTo, challenge: undefined }
  if (!isMailed) return makeLink(context, db, link)
  await mailLink(context, db, { ...link, content: kind === 'recovery' ? recoveryMail : inviteMail })
  return undefined
}

const requireAccountOf = (context: AuthContext, email: string): Promise<UserRow> =>
  context.database.asOwner((db) => requireAccount(db, email))

async function requireAccount(db: Transaction, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email)
  if (!user) throw new AuthError(404, 'user_not_found', `There is no account with the address ${email}.`)
  return user
}
