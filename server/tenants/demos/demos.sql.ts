import type { DemoProgress } from '#contract/organisation/demo.ts'
import type { NewestDemo } from '#contract/organisation/demo-wire.ts'
import type { Caller, Database, Transaction } from '../../db/database.ts'

/** The newest, for the operator, and whether everybody joins one organisation. @throws {DatabaseError} 42501 */
export async function readNewest(database: Database, caller: Caller): Promise<NewestDemo> {
  const { rows } = await database.oneAsCaller<{ newest: NewestDemo }>(caller, {
    text: 'select tenancy.newest_demo() as newest',
  })
  if (!rows[0]) throw new Error('a function returned nothing')
  return rows[0].newest
}

/** @throws {DatabaseError} 42501, QS403, QS488, QS489 */
export async function beginDemo(
  database: Database,
  caller: Caller,
  { name, owner, domain, people }: { name: string; owner: string; domain: string; people: number },
): Promise<{ id: string; tenant: string }> {
  const { rows } = await database.oneAsCaller<{ id: string; tenant: string }>(caller, {
    text: 'select d.id, d.tenant_id as tenant from tenancy.begin_demo($1, $2, $3, $4) as d',
    values: [name, owner, domain, people],
  })
  if (!rows[0]) throw new Error('a new demo was not returned')
  return rows[0]
}

/** @returns whether it is still wanted */
export async function noteDemo(database: Database, id: string, { step, done, total }: DemoProgress): Promise<boolean> {
  const { rows } = await database.owner<{ is_wanted: boolean }>(
    'select tenancy.note_demo($1, $2, $3, $4) as is_wanted',
    [id, step, done, total],
  )
  return rows[0]?.is_wanted ?? false
}

/** @returns false where it was cancelled meanwhile */
export async function finishDemo(database: Database, id: string): Promise<boolean> {
  const { rows } = await database.owner<{ is_made: boolean }>('select tenancy.finish_demo($1) as is_made', [id])
  return rows[0]?.is_made ?? false
}

/** Leaves one as it is that people from elsewhere or a legal hold need, and does nothing where it is made or cancelled by now. */
export async function removeUnmade(
  database: Database,
  id: string,
  { why, problem = null }: { why: 'failed' | 'stopped'; problem?: string | null },
): Promise<void> {
  await database.owner('select tenancy.begin_demo_removal($1, $2, $3, $4)', [
    id,
    'making',
    why,
    problem?.slice(0, 300) ?? null,
  ])
}

/** The open invitation of an address of this demo while it is made; undefined for anybody else's. Nobody else uses it meanwhile. */
export async function findInvitation(db: Transaction, demo: string, email: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    text: `select i.id from tenancy.demos d
           join public.invitations i on i.tenant_id = d.tenant_id and i.email = $2 and i.accepted_at is null and i.expires_at > now()
           where d.id = $1 and d.state = 'making' and split_part($2, '@', -1) = d.domain
           for update of i`,
    values: [demo, email],
  })
  return rows[0]?.id
}
