import type { Transaction } from '#server/db/database.ts'
import { passwordChangedMail } from '#server/mail/templates.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError, emailExists, invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { checkProof, isInFirstDay, requireFreshProof } from '../session/fresh-proof.service.ts'
import { type Kdf, saveKdf } from '../password/kdf.ts'
import { requireOwnFactor, requireRequired } from '../mfa/assurance.service.ts'
import { deleteTokens } from '../links/one-time-tokens.sql.ts'
import { leastPassword } from '../password/least-password.sql.ts'
import { isDerivedSecret } from '../password/passwords.ts'
import type { Challenge } from '../links/pkce.ts'
import { requestPhoneChange } from '../mail/phone.service.ts'
import { applyEmailChange, requestEmailChange } from '../mail/email-change.service.ts'
import { clearNewEmail } from '../mail/email-change.sql.ts'
import { LONGEST_DATA } from '../schemas.ts'
import { limitMail } from './account-limits.ts'
import { deleteSessions, findSession } from '../session/sessions.sql.ts'
import { presentUser } from './user.presenter.ts'
import {
  clearNewPhone,
  emailIsTaken,
  findUser,
  listIdentities,
  lockAccountKeys,
  lockUser,
  mergeUserMetadata,
  ownerOf,
  setPassword,
  type UserRow,
} from './users.sql.ts'
import { saveVaultKeys } from './vault-keys.service.ts'
import type { VaultKeys } from './vault-key-fields.ts'

type UserChanges = {
  email?: string | undefined
  phone?: string | undefined
  password?: string | undefined
  currentPassword?: string | undefined
  nonce?: string | undefined
  data?: Record<string, unknown> | undefined
  /** Goes with a derived secret: how it was derived and, once there is a vault, its key under the new password. */
  vault?: { kdf: Kdf; keys: VaultKeys } | undefined
}

export type UserUpdate = {
  userId: string
  sessionId: string
  changes: UserChanges
  challenge: Challenge | undefined
  redirectTo: string
  client: Client
}

/** The signed-in user. @throws {AuthError} `user_not_found` */
export async function readUser(context: AuthContext, userId: string): Promise<Record<string, unknown>> {
  const db = ownerOf(context.database)
  return presentUser(await requireUser(findUser(db, userId)), await listIdentities(db, userId))
}

/**
 * Changes the signed-in user. A new password ends all other sessions and everything that was mailed; a new email address
 * waits until both mailboxes confirm or, where the password came with it, the new one.
 *
 * @throws {AuthError} `weak_password`, `same_password`, `current_password_invalid`, `reauthentication_needed`,
 *   `reauthentication_not_valid`, `validation_failed`, `email_exists`, `conflict`, `insufficient_aal`, rate limits.
 * @throws {CallerError} `sign_in_way_required`, `second_factor_required`
 */
export async function updateUser(context: AuthContext, update: UserUpdate): Promise<Record<string, unknown>> {
  const { userId, changes, client } = update
  await context.limits.take('changeByUser', userId)
  const user = await requireUser(findUser(ownerOf(context.database), userId))
  await requireSecondFactor(context, user, update)
  const newEmail = changes.email === user.email ? undefined : changes.email
  if (newEmail) await limitMail(context, newEmail, client)
  const isProven = newEmail !== undefined && (await isPasswordGiven(context, user, update))
  if (changes.password !== undefined) await requireGoodPassword(context, user, changes)
  await requireProof(context, user, { ...update, newEmail, isProven })
  const passwordHash = changes.password === undefined ? undefined : await hashOther(context, user, changes.password)
  // Last, for its message is sent at once: what is refused above must not have begun half.
  const phone = otherPhone(user, changes)
  if (phone) await requestPhoneChange(context, { userId, phone, client })

  const answer = await context.database.asOwner(async (db) => {
    if (changes.vault) await lockAccountKeys(db, userId)
    const locked = await requireUser(lockUser(db, userId))
    // What was proven with a password holds while it is the account's.
    const isOtherPassword = (newEmail || passwordHash) && locked.encrypted_password !== user.encrypted_password
    if (isOtherPassword || locked.is_vault_enrolled !== user.is_vault_enrolled || locked.has_kdf !== user.has_kdf) {
      throw new AuthError(409, 'conflict', 'The account changed meanwhile, please try again')
    }
    if (changes.data) await mergeData(db, locked, changes.data)
    if (passwordHash) await applyPassword(context, db, { ...update, user: locked, passwordHash })
    if (newEmail) await beginEmailChange(context, db, { ...update, user: locked, newEmail, isProven })
    return presentUser(await requireUser(findUser(db, userId)), await listIdentities(db, userId))
  })
  if (passwordHash) context.callers.sessions.forget()
  return answer
}

// A change that opens the account to somebody else, or shuts its owner out, takes the second factor of an account that has one, or the passkey or provider where one is required.
async function requireSecondFactor(
  context: AuthContext,
  user: UserRow,
  { sessionId, changes: { email, phone, password, data, vault } }: UserUpdate,
): Promise<void> {
  const isSensitive =
    password !== undefined ||
    data !== undefined ||
    (email !== undefined && email !== user.email) ||
    (phone !== undefined && phone !== user.phone)
  if (!isSensitive) return
  const message = 'AAL2 session is required to update email or password when MFA is enabled.'
  const owner = ownerOf(context.database)
  await requireOwnFactor(context, owner, { user, sessionId, status: 401, message })
  // A new password replaces keys of the vault.
  if (user.is_vault_enrolled && vault) await requireRequired(context, owner, { userId: user.id, sessionId })
}

async function mergeData(db: Transaction, user: UserRow, data: Record<string, unknown>): Promise<void> {
  if (JSON.stringify({ ...user.user_metadata, ...data }).length > LONGEST_DATA) {
    throw invalid(`User data cannot be longer than ${LONGEST_DATA} characters`)
  }
  await mergeUserMetadata(db, user.id, data)
}

const otherPhone = (user: UserRow, { phone }: UserChanges): string | undefined =>
  phone && phone !== user.phone ? phone : undefined

async function requireGoodPassword(context: AuthContext, user: UserRow, changes: UserChanges): Promise<void> {
  const { password = '', vault } = changes
  await context.policy.requireStrong(password, await leastPassword(ownerOf(context.database), user.id))
  requireVaultParts(user, password, vault)
}

/**
 * Another password or number takes more than a token, and so does an address where no mailbox of the owner could object. Asked once for all
 * of them, because a mailed code is good once.
 */
async function requireProof(
  context: AuthContext,
  user: UserRow,
  update: UserUpdate & { newEmail: string | undefined; isProven: boolean },
): Promise<void> {
  const { changes, newEmail, isProven } = update
  const { currentPassword, nonce } = changes
  const proof = { sessionId: update.sessionId, currentPassword, nonce }
  const isUnguarded = newEmail !== undefined && !isProven && (context.config.autoconfirm || !user.email)
  const addsWay = !user.is_anonymous && (otherPhone(user, changes) !== undefined || isUnguarded)
  const replacesPassword = changes.password !== undefined && !(await mayChooseFirst(context, user))
  if (addsWay || replacesPassword) await requireFreshProof(context, user, proof)
  else if (changes.password !== undefined) await checkProof(context, user, proof)
}

/** Nobody chose a password yet, and whose account it is may take their time over it. */
async function mayChooseFirst({ database }: AuthContext, user: UserRow): Promise<boolean> {
  if (user.encrypted_password !== null || user.is_vault_enrolled) return false
  return user.is_anonymous || isInFirstDay(ownerOf(database), user.id)
}

/** @returns the Argon2id PHC string of a new password. @throws {AuthError} `same_password` */
async function hashOther(context: AuthContext, user: UserRow, password: string): Promise<string> {
  if (await context.passwords.verify(password, user.encrypted_password ?? undefined)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  return context.passwords.hash(password)
}

function requireVaultParts(user: UserRow, password: string, vault: UserChanges['vault']): void {
  const isDerived = isDerivedSecret(password)
  if ((user.is_vault_enrolled || user.has_kdf) && !isDerived) {
    throw invalid('This account has a vault: change its password in the app, which keeps the vault open')
  }
  if (isDerived !== (vault !== undefined)) throw invalid('A derived secret and vault.kdf belong together')
  if (vault && user.is_vault_enrolled !== (vault.keys.wraps.password !== undefined)) {
    throw invalid('vault.password_wrap is needed for an account with a vault, and only for one')
  }
}

type PasswordChange = UserUpdate & { user: UserRow; passwordHash: string }

async function applyPassword(context: AuthContext, db: Transaction, change: PasswordChange): Promise<void> {
  const { user, sessionId, changes, passwordHash, client } = change
  const session = await findSession(db, sessionId)
  const cameBy = (way: string) => session?.amr.some(({ method }) => method === way) ?? false
  const type = isFirstOfInvited(user, cameBy('otp'))
    ? 'password.set'
    : cameBy('recovery')
      ? 'password.reset'
      : 'password.changed'

  await setPassword(db, user.id, passwordHash)
  if (changes.vault) await saveKdf(db, user.id, changes.vault.kdf)
  if (user.is_vault_enrolled && changes.vault) await saveVaultKeys(db, user.id, changes.vault.keys)
  const endedSessions = await deleteSessions(db, user.id, sessionId)
  await deleteTokens(db, user.id)
  // Their links and codes are gone as well. A number that came with the password was asked for by the owner.
  if (user.new_email) await clearNewEmail(db, user.id)
  if (!otherPhone(user, changes)) await clearNewPhone(db, user.id)
  await recordEvent(db, {
    type,
    userId: user.id,
    client,
    details: { session_id: sessionId, ended_sessions: endedSessions },
  })
  if (user.email && type !== 'password.set') {
    await context.mail.send(db, user.email, passwordChangedMail({ url: context.config.publicUrl }))
  }
}

/** A person who accepts an invitation by its mailed link chooses a password for the first time: nothing was changed behind their back. */
const isFirstOfInvited = (user: UserRow, isByMail: boolean): boolean =>
  isByMail && user.invited_at !== null && user.encrypted_password === null && !user.is_vault_enrolled

/** @throws {AuthError} `current_password_invalid` */
async function isPasswordGiven(
  context: AuthContext,
  user: UserRow,
  { sessionId, changes: { currentPassword } }: UserUpdate,
): Promise<boolean> {
  return currentPassword !== undefined && checkProof(context, user, { sessionId, currentPassword })
}

type EmailUpdate = UserUpdate & { user: UserRow; newEmail: string; isProven: boolean }

async function beginEmailChange(context: AuthContext, db: Transaction, change: EmailUpdate): Promise<void> {
  if (!context.config.autoconfirm) return requestEmailChange(context, db, change)
  if (await emailIsTaken(db, change.newEmail)) throw emailExists()
  await applyEmailChange(context, db, change)
}

async function requireUser(found: Promise<UserRow | undefined>): Promise<UserRow> {
  const user = await found
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return user
}
