import { PERMISSIONS, type Permission, type Role } from '#contract/permissions.ts'
import type { Transaction } from '../db/database.ts'
import { become, becomeOwner } from './become.ts'
import type { ProbePerson } from './probe-people.ts'

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS).filter((name): name is Permission =>
  Object.hasOwn(PERMISSIONS, name),
)

/** Gives somebody one role and no other, in a transaction that its caller undoes. @param lastsSeconds negative where it has expired */
export async function giveRole(
  db: Transaction,
  { id }: ProbePerson,
  { role, lastsSeconds = 3600 }: { role: Role; lastsSeconds?: number },
): Promise<void> {
  await takeRoles(db, id)
  await db.query({
    text: `insert into public.enterprise_user_roles (user_id, tenant_id, role, expires_at)
           select user_id, tenant_id, $2, now() + make_interval(secs => $3) from public.profiles where user_id = $1`,
    values: [id, role, lastsSeconds],
  })
}

export async function takeRoles(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'delete from public.enterprise_user_roles where user_id = $1', values: [id] })
}

/** What the database lets somebody do, and whether it lets them into the admin panel. */
export async function rightsOf(
  db: Transaction,
  person: ProbePerson,
): Promise<{ allowed: readonly string[]; enters: boolean }> {
  await become(db, person)
  // Still for this person: `auth.uid()` is who the claims name.
  await becomeOwner(db)
  const { rows } = await db.query<{ allowed: string[]; enters: boolean }>({
    text: `select array(select p from unnest($1::text[]) as p where authz.allows(p, authz.tenant())) as allowed,
                  authz.enters_admin() as enters`,
    values: [ALL_PERMISSIONS],
  })
  return rows[0] ?? { allowed: [], enters: false }
}
