import type { Transaction } from '#server/db/database.ts'
import type { UserRow } from '../account/users.sql.ts'

/** Ids of one page of accounts, newest first, and how many there are in all. */
export async function listUserIds(
  db: Transaction,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await db.query<{ ids: string[]; total: number }>({
    text: `select array(select id from auth.users where deleted_at is null order by created_at desc, id desc limit $1 offset $2) as ids,
             (select count(*)::int from auth.users where deleted_at is null) as total`,
    values: [limit, offset],
  })
  return rows[0] ?? { ids: [], total: 0 }
}

/** Columns that an administrator may set as they are; undefined leaves one alone. */
export type AdminColumns = {
  email?: string | undefined
  phone?: string | undefined
  encrypted_password?: string | undefined
  email_confirmed_at?: Date | undefined
  phone_confirmed_at?: Date | undefined
  invited_at?: Date | undefined
  banned_until?: Date | null | undefined
}

/** @throws {DatabaseError} 23505 when the address or number is taken. */
export async function setColumns(db: Transaction, userId: string, columns: AdminColumns): Promise<void> {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  // Names come from the type above, never from a request.
  const set = given.map(([name], index) => `${name} = $${index + 2}`)
  await db.query({
    text: `update auth.users set ${set.join(', ')}, updated_at = now() where id = $1`,
    values: [userId, ...given.map(([, value]) => value)],
  })
}

/** Merges into the metadata that only the server may set; a null removes its key. */
export async function mergeAppMetadata(db: Transaction, userId: string, data: Record<string, unknown>): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null)
  await db.query({
    text: `update auth.users set app_metadata = (app_metadata || $2) - $3::text[], updated_at = now() where id = $1`,
    values: [userId, data, removed],
  })
}

/** Stores an account that an administrator makes. @throws {DatabaseError} 23505 when address, number or id is taken. */
export async function insertBareUser(db: Transaction, user: Pick<UserRow, 'id' | 'email' | 'phone'>): Promise<void> {
  await db.query({
    text: `insert into auth.users (id, email, phone, app_metadata, user_metadata)
           values ($1::uuid, $2, $3, $4, '{}')`,
    values: [user.id, user.email, user.phone, { provider: user.email ? 'email' : 'phone', providers: [] }],
  })
}

/** Gives the account an identity by its address or number, or brings the one it has up to date. */
export async function saveIdentity(
  db: Transaction,
  userId: string,
  { provider, data }: { provider: 'email' | 'phone'; data: Record<string, unknown> },
): Promise<void> {
  await db.query({
    text: `insert into auth.identities as i (user_id, provider, provider_id, identity_data)
           values ($1::uuid, $2, $1::uuid::text, $3)
           on conflict (provider, provider_id) do update
           set identity_data = i.identity_data || excluded.identity_data, updated_at = now()`,
    values: [userId, provider, { sub: userId, ...data }],
  })
  await db.query({
    text: `update auth.users u
           set app_metadata = u.app_metadata || jsonb_build_object('providers',
                 (select jsonb_agg(distinct i.provider) from auth.identities i where i.user_id = u.id))
           where u.id = $1`,
    values: [userId],
  })
}

/** Keeps the row, so that what refers to it stays true, and forgets who it was. */
export async function softDelete(db: Transaction, userId: string): Promise<void> {
  for (const text of [
    `update auth.users
     set email = null, phone = null, encrypted_password = null, new_email = null, new_phone = null,
         user_metadata = '{}', app_metadata = '{}', deleted_at = now(), updated_at = now()
     where id = $1`,
    `update public.profiles
     set first_name = null, last_name = null, company = null, avatar_url = null, updated_at = now()
     where user_id = $1`,
    // Somebody who can never come back must not count as an organisation's owner.
    'delete from public.enterprise_user_roles where user_id = $1',
    // The key of each of their spaces changes when a manager is there next.
    'delete from public.team_space_members where user_id = $1',
    'delete from auth.identities where user_id = $1',
    'delete from auth.mfa_factors where user_id = $1',
    'delete from auth.passkeys where user_id = $1',
    'delete from auth.one_time_tokens where user_id = $1',
    'delete from auth.flow_states where user_id = $1',
    'delete from auth.sessions where user_id = $1',
    // The end of the sessions wrote it.
    'delete from auth.last_uses where user_id = $1',
  ]) {
    await db.query({ text, values: [userId] })
  }
}
