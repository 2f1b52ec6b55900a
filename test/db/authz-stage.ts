import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../support/server/test-database.ts'

export const DENIED = '42501'
export const [home, elsewhere] = [randomUUID(), randomUUID()]
/** Of `home`: its owner, an administrator and a member. */
export let [ada, bob, eve] = ['', '', '']
let client: Client

/** For the top of a file: a database of its own, with these people in it; each test is rolled back. */
export function stageAuthorisation(): void {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    client = new Client(database.connection)
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })
  beforeEach(async () => {
    await client.query('begin')
    await plant(`insert into tenants (id, name) values ($1, 'Home'), ($2, 'Elsewhere')`, [home, elsewhere])
    ;[ada, bob, eve] = [await person('owner'), await person('admin'), await person('member')]
  })
  afterEach(() => client.query('rollback'))
}

/** Writes rows as they may come about in time, past the triggers of those who made them. */
export async function plant(text: string, values: unknown[]): Promise<void> {
  await client.query(`set local session_replication_role = replica`)
  await client.query(text, values)
  await client.query(`set local session_replication_role = origin`)
}

export async function person(role: string, tenant = home): Promise<string> {
  const id = randomUUID()
  await plant(
    `insert into auth.users (id, email, email_confirmed_at) values ($1::uuid, $1::text || '@example.org', now())`,
    [id],
  )
  await plant('insert into profiles (user_id, tenant_id) values ($1, $2)', [id, tenant])
  await give(id, role, { tenant })
  return id
}

export const give = (
  id: string,
  role: string,
  { tenant = home, expires = null as string | null } = {},
): Promise<void> =>
  plant('insert into enterprise_user_roles (user_id, tenant_id, role, expires_at) values ($1, $2, $3, $4)', [
    id,
    tenant,
    role,
    expires,
  ])

export const remove = (id: string): Promise<void> =>
  plant('insert into former_members (user_id, tenant_id) values ($1, $2)', [id, home])

/** The answer of a function to somebody; a refusal as its code. */
export async function ask(me: string | null, call: string, values: unknown[], session?: string): Promise<unknown> {
  const claims = { role: 'authenticated', sub: me ?? '', ...(session && { session_id: session }) }
  await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
  await client.query('savepoint asked')
  try {
    const { rows } = await client.query<{ answer: unknown }>(`select ${call} as answer`, values)
    return rows[0]?.answer
  } catch (error) {
    await client.query('rollback to savepoint asked')
    return (error as { code?: string }).code
  }
}

export function factor(id: string, type: 'totp' | 'recovery_code' = 'totp', status = 'verified'): Promise<void> {
  const secret = type === 'totp' ? Buffer.alloc(32) : null
  return plant(
    'insert into auth.mfa_factors (id, user_id, factor_type, status, secret_sealed) values ($1, $2, $3, $4, $5)',
    [randomUUID(), id, type, status, secret],
  )
}
