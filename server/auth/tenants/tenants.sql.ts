import type { TenantPlan } from '#contract/organisation/tenant-plan-ids.ts'
import type { Transaction } from '#server/db/database.ts'

/** As who acts in this transaction (`actAs`), whose permission the function in SQL checks. @throws {DatabaseError} 42501, QS403 */
export async function addTenant(db: Transaction, { name, plan }: { name: string; plan: TenantPlan }): Promise<string> {
  const { rows } = await db.query<{ id: string }>({
    text: 'select public.create_tenant($1, $2) as id',
    values: [name, plan],
  })
  return only(rows).id
}

/** @returns the invitation, and what the organisation is called, on one line. @throws {DatabaseError} 42501, QS403, QS406 */
export async function addFirstOwner(
  db: Transaction,
  { tenant, email }: { tenant: string; email: string },
): Promise<{ id: string; organisation: string }> {
  const { rows } = await db.query<{ id: string; organisation: string }>({
    text: `select public.invite_first_owner($1, $2) as id,
                  (select left(regexp_replace(t.name, '[[:cntrl:]]+', ' ', 'g'), 100) from public.tenants t where t.id = $1) as organisation`,
    values: [tenant, email],
  })
  return only(rows)
}

function only<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('a function returned nothing')
  return row
}
