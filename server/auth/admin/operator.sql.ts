import type { Database, Transaction } from '#server/db/database.ts'

/** What an operator sees of an account. Names and files are sealed, and not here. */
export type ListedAccount = {
  id: string
  email: string | null
  organisation: string | null
  roles: string[]
  /** `removed`: from their organisation, by somebody who manages it. */
  state: 'active' | 'unconfirmed' | 'suspended' | 'removed'
  has_vault: boolean
  second_factors: number
  passkeys: number
  sessions: number
  created_at: Date
  last_sign_in_at: Date | null
}

/** Accounts by their addresses. */
export async function listAccounts(database: Database): Promise<ListedAccount[]> {
  const { rows } = await database.owner<ListedAccount>(
    `select u.id, u.email, t.name as organisation,
                  array(select r.role::text from authz.live_roles r where r.user_id = u.id order by r.role) as roles,
                  case when exists (select from public.former_members f where f.user_id = u.id) then 'removed'
                       when u.banned_until > now() then 'suspended'
                       when u.email_confirmed_at is null and u.phone_confirmed_at is null and not u.is_anonymous then 'unconfirmed'
                       else 'active' end as state,
                  u.is_vault_enrolled as has_vault,
                  (select count(*)::integer from auth.mfa_factors f
                   where f.user_id = u.id and f.status = 'verified' and f.factor_type <> 'recovery_code') as second_factors,
                  (select count(*)::integer from auth.passkeys k where k.user_id = u.id) as passkeys,
                  (select count(*)::integer from auth.sessions s where s.user_id = u.id) as sessions,
                  u.created_at, u.last_sign_in_at
           from auth.users u
           left join public.profiles p on p.user_id = u.id
           left join public.tenants t on t.id = p.tenant_id
           where u.deleted_at is null
           order by u.email nulls last, u.created_at`,
  )
  return rows
}

/** Makes somebody super admin of the organisation that runs the installation. @returns false when they are already. */
export async function makeSuperAdmin(db: Transaction, userId: string): Promise<boolean> {
  // In the order of a claim, which does the same for the first one.
  await db.query({ text: 'select from auth.installation for update', values: [] })
  await db.query({ text: 'select from public.tenants where is_default for no key update', values: [] })
  const { rowCount } = await db.query({
    text: `select from authz.live_roles where user_id = $1 and tenant_id = authz.operator() and role = 'super_admin'`,
    values: [userId],
  })
  if (rowCount !== 0) return false
  await db.query({ text: `select set_config('audit.by', 'operator', true)`, values: [] })
  await db.query({
    text: `delete from public.enterprise_user_roles
           where user_id = $1 and tenant_id = authz.operator() and role not in ('owner', 'super_admin')`,
    values: [userId],
  })
  await db.query({
    text: `insert into public.enterprise_user_roles (user_id, tenant_id, role) values ($1, authz.operator(), 'super_admin')
           on conflict (user_id, tenant_id, role) do update set expires_at = null`,
    values: [userId],
  })
  // The link of a first start must not make another one.
  await db.query({
    text: 'update auth.installation set claimed_at = now(), claim_hash = null where claimed_at is null',
    values: [],
  })
  return true
}

/** They belong to the organisation that runs the installation. */
export async function isOfOperator(db: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'select from public.profiles where user_id = $1 and tenant_id = authz.operator()',
    values: [userId],
  })
  return rowCount !== 0
}

/** Somebody who manages the organisation removed this person from it, and may let them back in. */
export async function wasRemoved(db: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'select from public.former_members where user_id = $1',
    values: [userId],
  })
  return rowCount !== 0
}
