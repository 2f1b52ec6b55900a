import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/database.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError, emailExists, invalid, lastOwner } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { leavesOthersWithoutOwner, lockTeams } from '../account/leaving.sql.ts'
import { leastPassword } from '../password/least-password.sql.ts'
import { deleteSessions } from '../session/sessions.sql.ts'
import { stopPhoneChange } from '../mail/phone.service.ts'
import { presentUser } from '../account/user.presenter.ts'
import {
  emailIsTaken,
  findUser,
  listIdentities,
  lockUser,
  mergeUserMetadata,
  ownerOf,
  type UserRow,
} from '../account/users.sql.ts'
import type { AdminFields } from './admin.schemas.ts'
import { hardDelete } from '../account/hard-delete.sql.ts'
import { insertBareUser, listUserIds, mergeAppMetadata, saveIdentity, setColumns, softDelete } from './admin.sql.ts'

type Presented = Record<string, unknown>

export type UserPage = { users: Presented[]; total: number }

/** One page of accounts, oldest first. */
export async function listUsers(context: AuthContext, page: number, perPage: number): Promise<UserPage> {
  const db = ownerOf(context.database)
  const { ids, total } = await listUserIds(db, { limit: perPage, offset: (page - 1) * perPage })
  return { users: await Promise.all(ids.map((id) => present(db, id))), total }
}

/** @throws {AuthError} `user_not_found` */
export async function readUserAsAdmin(context: AuthContext, id: string): Promise<Presented> {
  return present(ownerOf(context.database), id)
}

/**
 * Makes an account. It is confirmed only where the administrator says so.
 * @throws {AuthError} `validation_failed`, `email_exists`, `phone_exists`, `weak_password`
 */
export async function createUser(
  context: AuthContext,
  fields: AdminFields & { id?: string | null | undefined },
  client: Client,
): Promise<Presented> {
  const { email, phone } = fields
  if (!email && !phone) throw invalid('Cannot create a user without either an email or phone')
  const passwordHash = await hashOf(context, fields)
  return context.database.asOwner(async (db) => {
    if (email && (await emailIsTaken(db, email))) throw emailExists()
    const id = fields.id ?? randomUUID()
    await insertBareUser(db, { id, email: email ?? null, phone: phone ?? null })
    await apply(db, id, { fields, passwordHash })
    await recordEvent(db, { type: 'user.created', userId: id, client, details: { by: 'admin' } })
    return present(db, id)
  })
}

/**
 * Changes an account. A new password or a ban ends its sessions, and a change of number that waits for its code.
 * @throws {AuthError} `user_not_found`, `validation_failed`, `email_exists`, `phone_exists`, `weak_password`
 */
export async function changeUser(
  context: AuthContext,
  { id, fields, client }: { id: string; fields: AdminFields; client: Client },
): Promise<Presented> {
  const passwordHash = await hashOf(context, fields, id)
  const answer = await context.database.asOwner(async (db) => {
    const user = await lockUser(db, id)
    if (!user) throw notFound()
    requireNoVault(user, passwordHash)
    if (fields.email && fields.email !== user.email && (await emailIsTaken(db, fields.email))) throw emailExists()
    await apply(db, id, { fields, passwordHash })
    const isLockedOut = passwordHash !== undefined || typeof fields.ban_duration === 'number'
    if (isLockedOut) {
      await deleteSessions(db, id, undefined)
      await stopPhoneChange(db, id)
    }
    await recordEvent(db, {
      type: 'user.changed',
      userId: id,
      client,
      details: { by: 'admin', fields: Object.keys(fields).join(',') },
    })
    return present(db, id)
  })
  context.callers.sessions.forget()
  return answer
}

/**
 * Removes an account with everything it owns, or, softly, only what tells whose it was.
 * @throws {AuthError} `user_not_found`, `last_owner` where others would be left without one
 */
export async function deleteUser(
  context: AuthContext,
  { id, isSoft, client }: { id: string; isSoft: boolean; client: Client },
): Promise<void> {
  await context.database.asOwner(async (db) => {
    await lockTeams(db, id)
    if (!(await lockUser(db, id))) throw notFound()
    if (await leavesOthersWithoutOwner(db, id)) throw lastOwner()
    await recordEvent(db, {
      type: 'user.deleted',
      userId: id,
      client,
      details: { by: 'admin', soft: isSoft },
    })
    await (isSoft ? softDelete : hardDelete)(db, id)
  })
  context.callers.sessions.forget()
}

const notFound = () => new AuthError(404, 'user_not_found', 'User not found')

async function hashOf(
  context: AuthContext,
  { password, password_hash: hash }: AdminFields,
  userId?: string,
): Promise<string | undefined> {
  if (password && hash) throw invalid('Only a password or a password hash should be provided')
  if (hash) return hash
  if (!password) return undefined
  await context.policy.requireStrong(password, await leastPassword(ownerOf(context.database), userId))
  return context.passwords.hash(password)
}

// The server cannot wrap the vault's key again, so a password it sets would open the account and not the files.
function requireNoVault(user: UserRow, passwordHash: string | undefined): void {
  if (passwordHash !== undefined && (user.is_vault_enrolled || user.has_kdf)) {
    throw invalid('This account has a vault: only its owner can change the password, or recover it with the words')
  }
}

async function apply(
  db: Transaction,
  id: string,
  { fields, passwordHash }: { fields: AdminFields; passwordHash: string | undefined },
): Promise<void> {
  const { email, phone, email_confirm: confirmsEmail, phone_confirm: confirmsPhone, ban_duration: banMs } = fields
  const now = new Date()
  await setColumns(db, id, {
    email: email ?? undefined,
    phone: phone ?? undefined,
    encrypted_password: passwordHash,
    email_confirmed_at: confirmsEmail ? now : undefined,
    phone_confirmed_at: confirmsPhone ? now : undefined,
    banned_until: typeof banMs === 'number' ? new Date(now.getTime() + banMs) : banMs,
  })
  if (fields.user_metadata) await mergeUserMetadata(db, id, fields.user_metadata)
  if (fields.app_metadata) await mergeAppMetadata(db, id, fields.app_metadata)
  if (email) await saveIdentity(db, id, { provider: 'email', data: { email, email_verified: confirmsEmail ?? false } })
  if (phone) await saveIdentity(db, id, { provider: 'phone', data: { phone, phone_verified: confirmsPhone ?? false } })
}

async function present(db: Transaction, id: string): Promise<Presented> {
  const user = await findUser(db, id)
  if (!user) throw notFound()
  return presentUser(user, await listIdentities(db, id))
}
