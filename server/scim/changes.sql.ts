import type { Transaction } from '../db/database.ts'
import type { GroupChanges } from './group-changes.ts'
import type { UserChanges } from './user-changes.ts'

/** Begins a change in the name of a token; changes of one organisation wait for each other. @returns the organisation */
export async function begin(db: Transaction, token: string): Promise<string> {
  return requireId(await db.query<{ id: string }>({ text: 'select scim.begin($1) as id', values: [token] }))
}

/** An account for somebody of an organisation, without keys and password. @returns its id */
export async function provision(db: Transaction, home: string, address: string): Promise<string> {
  const text = 'select scim.provision($1, $2) as id'
  return requireId(await db.query<{ id: string }>({ text, values: [home, address] }))
}

export type Target = { token: string; home: string; id: string }

export async function changeUser(db: Transaction, { token, home, id }: Target, changes: UserChanges): Promise<void> {
  await db.query({ text: 'select scim.change_person($1, $2, $3, $4)', values: [token, home, id, changes] })
}

export async function removeUser(db: Transaction, { token, home, id }: Target): Promise<void> {
  await db.query({ text: 'select scim.remove_person($1, $2, $3)', values: [token, home, id] })
}

export async function addGroup(db: Transaction, home: string, changes: GroupChanges): Promise<string> {
  const text = 'select scim.add_group($1, $2, $3) as id'
  const values = [home, changes.displayName, changes.externalId ?? null]
  return requireId(await db.query<{ id: string }>({ text, values }))
}

export async function changeGroup(
  db: Transaction,
  { home, id }: Pick<Target, 'home' | 'id'>,
  { members, ...changes }: GroupChanges,
): Promise<void> {
  await db.query({ text: 'select scim.change_group($1, $2, $3)', values: [home, id, changes] })
  if (!members) return
  const { coming, gone } = members
  await db.query({
    text: 'select scim.change_members($1, $2, $3, $4)',
    values: [home, id, [...coming], gone ? [...gone] : null],
  })
}

export async function removeGroup(db: Transaction, { home, id }: Pick<Target, 'home' | 'id'>): Promise<void> {
  await db.query({ text: 'select scim.remove_group($1, $2)', values: [home, id] })
}

export async function nameOfOrganisation(db: Transaction, home: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>({
    text: `select left(regexp_replace(t.name, '[[:cntrl:]]+', ' ', 'g'), 100) as name from public.tenants t where t.id = $1`,
    values: [home],
  })
  return rows[0]?.name ?? ''
}

function requireId({ rows: [row] }: { rows: { id: string }[] }): string {
  if (!row) throw new Error('a function of the database returned no row')
  return row.id
}

/** Where the first mail to somebody goes: undefined where none is wanted, and for an account that is suspended or was signed in to. */
export async function mailsOf(db: Transaction, token: string, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ email: string }>({
    text: `select o.email from scim.people o
           join scim.tokens t on t.id = $1 and t.tenant_id = o.tenant_id and t.mails_people
           where o.id = $2 and o.active and not o.has_signed_in`,
    values: [token, id],
  })
  return rows[0]?.email
}
