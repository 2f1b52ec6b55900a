import type { Transaction } from '#server/db/database.ts'

/**
 * Two owners who go at the same time wait for one another here, and for anyone who changes the lists of their team spaces. Before the account:
 * docs/decisions/0058-locks-have-an-order.md.
 */
export async function lockTeams(db: Transaction, userId: string): Promise<void> {
  await db.query({
    text: `select from public.tenants t
           where t.id in (select r.tenant_id from public.enterprise_user_roles r where r.user_id = $1
                          union select p.tenant_id from public.profiles p where p.user_id = $1)
           order by t.id
           for no key update`,
    values: [userId],
  })
  await db.query({
    text: `select from public.spaces s
           where s.id in (select m.space_id from public.team_space_members m where m.user_id = $1)
           order by s.id
           for update`,
    values: [userId],
  })
}

/** Nobody could manage an organisation without an owner, and the people who are still in it. */
export async function leavesOthersWithoutOwner(db: Transaction, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_last: boolean }>({
    text: `select exists (
             select from authz.live_roles mine
             where mine.user_id = $1 and mine.role = 'owner' and not authz.has_other_owner($1, mine.tenant_id)
               and exists (select from public.enterprise_user_roles other
                           where other.tenant_id = mine.tenant_id and other.user_id <> $1)) as is_last`,
    values: [userId],
  })
  return rows[0]?.is_last ?? false
}

/** Nobody could change who belongs to such a space again. */
export async function leavesSpaceWithoutManager(db: Transaction, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_last: boolean }>({
    text: `select exists (
             select from public.team_space_members mine
             where mine.user_id = $1 and mine.role = 'manager'
               and not exists (select from public.team_space_members o
                               where o.space_id = mine.space_id and o.role = 'manager' and o.user_id <> $1
                                 and not exists (select from public.former_members f where f.user_id = o.user_id))
               and exists (select from public.team_space_members other
                           where other.space_id = mine.space_id and other.user_id <> $1)) as is_last`,
    values: [userId],
  })
  return rows[0]?.is_last ?? false
}
