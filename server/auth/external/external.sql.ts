import type { Transaction } from '#server/db/database.ts'
import type { IdentityRow } from '../account/users.sql.ts'

const COLUMNS = 'id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at'

/** Nobody else looks for this identity, or makes it, before this transaction ends. */
export async function lockIdentity(db: Transaction, provider: string, subject: string): Promise<void> {
  await db.query({
    text: `select pg_advisory_xact_lock(hashtextextended('quantumshield.identity/' || $1 || '/' || $2, 0))`,
    values: [provider, subject],
  })
}

export async function findIdentity(
  db: Transaction,
  provider: string,
  subject: string,
): Promise<IdentityRow | undefined> {
  const { rows } = await db.query<IdentityRow>({
    text: `select ${COLUMNS} from auth.identities where provider = $1 and provider_id = $2`,
    values: [provider, subject],
  })
  return rows[0]
}

/** Whether the identity provider of the person's organisation made the account, so that nobody else set anything of it. */
export async function isProvisioned(db: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'select from scim.accounts where user_id = $1', values: [userId] })
  return rowCount === 1
}

/** @throws {DatabaseError} 23505 when somebody has it. */
export async function insertIdentity(
  db: Transaction,
  identity: Pick<IdentityRow, 'user_id' | 'provider' | 'provider_id' | 'identity_data'>,
): Promise<void> {
  await db.query({
    text: `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
           values ($1, $2, $3, $4, now())`,
    values: [identity.user_id, identity.provider, identity.provider_id, identity.identity_data],
  })
}

/** Remembers what the provider says now, and when. */
export async function stampIdentity(db: Transaction, id: string, data: Record<string, unknown>): Promise<void> {
  await db.query({
    text: 'update auth.identities set identity_data = $2, last_sign_in_at = now(), updated_at = now() where id = $1',
    values: [id, data],
  })
}

export async function deleteIdentity(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'delete from auth.identities where id = $1', values: [id] })
}

/** Lists the account's providers in the metadata that only the server sets. The first one stays the first. */
export async function listProviders(db: Transaction, userId: string): Promise<void> {
  await db.query({
    text: `with named as (
             select array_agg(i.provider order by i.since) as providers
             from (select provider, min(created_at) as since from auth.identities where user_id = $1 group by provider) i
           )
           update auth.users u
           set app_metadata = u.app_metadata || jsonb_build_object(
                 'provider', case when u.app_metadata ->> 'provider' = any (n.providers)
                                  then u.app_metadata ->> 'provider' else n.providers[1] end,
                 'providers', to_jsonb(n.providers)),
               updated_at = now()
           from named n
           where u.id = $1`,
    values: [userId],
  })
}

/** Makes an ordinary account of an anonymous one; with an address that its provider has verified. */
export async function promoteAnonymousUser(
  db: Transaction,
  userId: string,
  verifiedEmail: string | undefined,
): Promise<void> {
  await db.query({
    text: `update auth.users
           set is_anonymous = false, email = coalesce(email, $2),
               email_confirmed_at = case when email is null and $2::text is not null then now() else email_confirmed_at end,
               updated_at = now()
           where id = $1`,
    values: [userId, verifiedEmail ?? null],
  })
}

/**
 * Takes the sign-in by address and password away. The account keeps an address that another of its identities has
 * verified.
 * @throws {DatabaseError} 23505 when that address belongs to another account.
 */
export async function dropEmailSignIn(db: Transaction, userId: string): Promise<void> {
  await db.query({
    text: `with other as (
             select lower(i.identity_data ->> 'email') as email
             from auth.identities i
             join auth.users u on u.id = i.user_id
             where i.user_id = $1 and i.provider <> 'email' and i.identity_data -> 'email_verified' = 'true'
               and i.identity_data ->> 'email' is not null
             order by lower(i.identity_data ->> 'email') = u.email desc, i.created_at
             limit 1
           )
           update auth.users
           set email = (select o.email from other o), new_email = null, encrypted_password = null,
               email_confirmed_at = case when exists (select from other) then email_confirmed_at end, updated_at = now()
           where id = $1`,
    values: [userId],
  })
}

export async function dropPhoneSignIn(db: Transaction, userId: string): Promise<void> {
  await db.query({
    text: `update auth.users
           set phone = null, phone_confirmed_at = null, new_phone = null, updated_at = now()
           where id = $1`,
    values: [userId],
  })
}
