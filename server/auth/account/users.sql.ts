import type { Database, Transaction } from '#server/db/database.ts'
import { FACTORS_OF_USER, type UserFactor } from '../mfa/factors.sql.ts'

export type UserRow = {
  id: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  is_vault_enrolled: boolean
  /** True when a vault client derives this account's secret: an ordinary password must not sign it in. */
  has_kdf: boolean
  email_confirmed_at: Date | null
  phone_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  new_email: string | null
  email_change_sent_at: Date | null
  new_phone: string | null
  phone_change_sent_at: Date | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  is_anonymous: boolean
  banned_until: Date | null
  is_banned: boolean
  /** Because their organisation is suspended, and not by a decision about them. */
  is_of_suspended: boolean
  /** Until when owners of their organisation, which is being deleted, can keep it; null where it is not. */
  leaving_until: Date | null
  /** Second factors, oldest first; those that were not verified in time are left out. */
  factors: UserFactor[]
  created_at: Date
  updated_at: Date
}

export type IdentityRow = {
  id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
}

const COLUMNS = `u.id, u.email, u.phone, u.encrypted_password, u.is_vault_enrolled, u.email_confirmed_at,
  u.phone_confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.new_email, u.email_change_sent_at, u.new_phone, u.phone_change_sent_at,
  u.reauthentication_sent_at, u.last_sign_in_at, u.app_metadata, u.user_metadata, u.is_anonymous, u.banned_until,
  auth.is_suspended(u.id, u.banned_until) as is_banned, auth.is_of_suspended(u.id, u.banned_until) as is_of_suspended,
  auth.leaving_until(u.id) as leaving_until,
  u.created_at, u.updated_at, exists (select from auth.kdf_parameters k where k.user_id = u.id) as has_kdf,
  ${FACTORS_OF_USER} as factors`

/** Single statements as the owner of the schema, each its own transaction. */
export function ownerOf(database: Database): Transaction {
  return { query: (statement) => database.owner(statement.text, statement.values) }
}

export async function findUserByEmail(db: Transaction, email: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>({
    text: `select ${COLUMNS} from auth.users u where u.email = $1 and u.deleted_at is null`,
    values: [email],
  })
  return rows[0]
}

/** @param phone E.164 without the plus sign. */
export async function findUserByPhone(db: Transaction, phone: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>({
    text: `select ${COLUMNS} from auth.users u where u.phone = $1 and u.deleted_at is null`,
    values: [phone],
  })
  return rows[0]
}

export async function findUser(db: Transaction, id: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>({
    text: `select ${COLUMNS} from auth.users u where u.id = $1 and u.deleted_at is null`,
    values: [id],
  })
  return rows[0]
}

/** Like `findUser`, and nobody else changes the row before this transaction ends. */
export async function lockUser(db: Transaction, id: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>({
    text: `select ${COLUMNS} from auth.users u where u.id = $1 and u.deleted_at is null for update`,
    values: [id],
  })
  return rows[0]
}

/** Before `lockUser`, where keys of the vault are replaced: the organisation comes first (docs/decisions/0058-locks-have-an-order.md). */
export async function lockAccountKeys(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'select authz.lock_account_keys($1)', values: [id] })
}

export async function listIdentities(db: Transaction, userId: string): Promise<IdentityRow[]> {
  const { rows } = await db.query<IdentityRow>({
    text: `select id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at
           from auth.identities
           where user_id = $1
           order by created_at, id`,
    values: [userId],
  })
  return rows
}

/** Stores a new account with its identity, if it has one. @returns false when the address or number is taken meanwhile. */
export async function insertUser(db: Transaction, user: UserRow, identity: IdentityRow | undefined): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `insert into auth.users (id, email, encrypted_password, email_confirmed_at, confirmation_sent_at, app_metadata,
                                   user_metadata, created_at, updated_at, phone, is_anonymous)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)
           on conflict do nothing`,
    values: [
      user.id,
      user.email,
      user.encrypted_password,
      user.email_confirmed_at,
      user.confirmation_sent_at,
      user.app_metadata,
      user.user_metadata,
      user.created_at,
      user.phone,
      user.is_anonymous,
    ],
  })
  if (rowCount !== 1) return false
  if (!identity) return true
  await db.query({
    text: `insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $6)`,
    values: [
      identity.id,
      user.id,
      identity.provider,
      identity.provider_id,
      identity.identity_data,
      identity.created_at,
    ],
  })
  return true
}

export async function emailIsTaken(db: Transaction, email: string): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'select from auth.users where email = $1', values: [email] })
  return rowCount === 1
}

/** Marks the number as confirmed and makes it the account's own. @throws {DatabaseError} 23505 when it is taken. */
export async function confirmPhone(db: Transaction, userId: string, phone: string): Promise<void> {
  await db.query({
    text: `update auth.users
           set phone = $2, phone_confirmed_at = case when phone = $2 then coalesce(phone_confirmed_at, now()) else now() end, new_phone = null, is_anonymous = false, updated_at = now(),
               user_metadata = user_metadata || '{"phone_verified": true}'
           where id = $1`,
    values: [userId, phone],
  })
  await confirmIdentity(db, { userId, provider: 'phone', address: phone })
}

/** Stores the request; the number changes when its owner has entered the code. */
export async function setNewPhone(db: Transaction, userId: string, phone: string): Promise<void> {
  await db.query({
    text: 'update auth.users set new_phone = $2, phone_change_sent_at = now(), updated_at = now() where id = $1',
    values: [userId, phone],
  })
}

/** Forgets a number that waits for its code. The caller revokes the code. */
export async function clearNewPhone(db: Transaction, userId: string): Promise<void> {
  await db.query({
    text: 'update auth.users set new_phone = null, updated_at = now() where id = $1 and new_phone is not null',
    values: [userId],
  })
}

/** Says which invitation somebody accepts whose address is confirmed in this transaction; see auth.welcome_user. */
export async function acceptInvitation(db: Transaction, invitationId: string): Promise<void> {
  await db.query({ text: `select set_config('auth.accepted_invitation', $1, true)`, values: [invitationId] })
}

/** For the rest of the transaction: the address of a new account was typed and not confirmed, so its domain decides nothing. */
export async function markAddressUnproven(db: Transaction): Promise<void> {
  await db.query({ text: `select set_config('auth.is_unproven_address', 'true', true)` })
}

/** Marks the address as confirmed, in the account and in its email identity. */
export async function confirmEmail(db: Transaction, userId: string): Promise<void> {
  await db.query({
    text: `with confirmed as (
             update auth.users
             set email_confirmed_at = now(), user_metadata = user_metadata || '{"email_verified": true}', updated_at = now()
             where id = $1 and email_confirmed_at is null
             returning id
           )
           update auth.identities i
           set identity_data = i.identity_data || '{"email_verified": true}', updated_at = now()
           from confirmed c
           where i.user_id = c.id and i.provider = 'email'`,
    values: [userId],
  })
}

export async function setPassword(db: Transaction, userId: string, phc: string): Promise<void> {
  await db.query({
    text: 'update auth.users set encrypted_password = $2, updated_at = now() where id = $1',
    values: [userId, phc],
  })
}

/** Takes the password away: the person who set it has not confirmed the address. */
export async function dropPassword(db: Transaction, userId: string): Promise<void> {
  await db.query({
    text: 'update auth.users set encrypted_password = null, updated_at = now() where id = $1',
    values: [userId],
  })
  await db.query({ text: 'delete from auth.kdf_parameters where user_id = $1', values: [userId] })
}

/** Merges `data` into the user metadata; a null removes its key. */
export async function mergeUserMetadata(db: Transaction, userId: string, data: Record<string, unknown>): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null)
  await db.query({
    text: `update auth.users set user_metadata = (user_metadata || $2) - $3::text[], updated_at = now() where id = $1`,
    values: [userId, data, removed],
  })
}

/** Makes `email` the account's address. @throws {DatabaseError} 23505 when it is taken. */
export async function changeEmail(db: Transaction, userId: string, email: string): Promise<void> {
  await db.query({
    text: `update auth.users
           set email = $2, new_email = null, email_change_waits_for = null,
               email_confirmed_at = coalesce(email_confirmed_at, now()), is_anonymous = false, updated_at = now(),
               user_metadata = user_metadata || jsonb_build_object('email', $2::text)
           where id = $1`,
    values: [userId, email],
  })
  await confirmIdentity(db, { userId, provider: 'email', address: email })
}

export type MailStamp = 'confirmation_sent_at' | 'recovery_sent_at' | 'reauthentication_sent_at'

const STAMPS: Record<MailStamp, string> = {
  confirmation_sent_at: 'update auth.users set confirmation_sent_at = now() where id = $1',
  recovery_sent_at: 'update auth.users set recovery_sent_at = now() where id = $1',
  reauthentication_sent_at: 'update auth.users set reauthentication_sent_at = now() where id = $1',
}

export async function recordMailSent(db: Transaction, userId: string, stamp: MailStamp): Promise<void> {
  await db.query({ text: STAMPS[stamp], values: [userId] })
}

export async function stampSignIn(db: Transaction, userId: string): Promise<void> {
  await db.query({ text: 'update auth.users set last_sign_in_at = now() where id = $1', values: [userId] })
}

/** True when the account asks for more than a password. Recovery codes alone never do: they stand in for another factor. */
export function hasSecondFactor(user: UserRow): boolean {
  return user.factors.some(({ status, factor_type: type }) => status === 'verified' && type !== 'recovery_code')
}

type Confirmed = { userId: string; provider: 'email' | 'phone'; address: string }

/** The identity of an address or number that its owner has confirmed. */
async function confirmIdentity(db: Transaction, { userId, provider, address }: Confirmed): Promise<void> {
  await db.query({
    text: `insert into auth.identities as i (user_id, provider, provider_id, identity_data)
           values ($1::uuid, $2::text, $1::uuid::text,
                   jsonb_build_object('sub', $1::uuid, $2::text, $3::text, $2::text || '_verified', true))
           on conflict (provider, provider_id) do update
           set identity_data = i.identity_data || excluded.identity_data, updated_at = now()`,
    values: [userId, provider, address],
  })
}
