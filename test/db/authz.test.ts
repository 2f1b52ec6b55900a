/** The functions that decide who may do what, asked directly: each condition alone makes the difference once. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canEditSpace, SPACE_ROLES } from '#contract/space-roles.ts'
import { type TestDatabase, createTestDatabase } from '../support/server/test-database.ts'

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client(database.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const [home, elsewhere] = [randomUUID(), randomUUID()]
let [ada, bob, eve] = ['', '', '']
beforeEach(async () => {
  await client.query('begin')
  await plant(`insert into tenants (id, name) values ($1, 'Home'), ($2, 'Elsewhere')`, [home, elsewhere])
  ;[ada, bob, eve] = [await person('owner'), await person('admin'), await person('member')]
})
afterEach(() => client.query('rollback'))

/** Writes rows as they may come about in time, past the triggers of whoever made them. */
async function plant(text: string, values: unknown[]): Promise<void> {
  await client.query(`set local session_replication_role = replica`)
  await client.query(text, values)
  await client.query(`set local session_replication_role = origin`)
}
async function person(role: string, tenant = home): Promise<string> {
  const id = randomUUID()
  await plant(`insert into auth.users (id, email) values ($1::uuid, $1::text || '@example.org')`, [id])
  await plant('insert into profiles (user_id, tenant_id) values ($1, $2)', [id, tenant])
  await give(id, role, { tenant })
  return id
}
const give = (id: string, role: string, { tenant = home, expires = null as string | null } = {}): Promise<void> =>
  plant('insert into enterprise_user_roles (user_id, tenant_id, role, expires_at) values ($1, $2, $3, $4)', [
    id,
    tenant,
    role,
    expires,
  ])
const remove = (id: string): Promise<void> =>
  plant('insert into former_members (user_id, tenant_id) values ($1, $2)', [id, home])

/** The answer of a function to somebody; a refusal as its code. */
async function ask(me: string | null, call: string, values: unknown[], session?: string): Promise<unknown> {
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
const DENIED = '42501'

describe('a permission', () => {
  const allows = (me: string, permission = 'manage_users', tenant = home) =>
    ask(me, 'authz.allows($1, $2)', [permission, tenant])

  test('is that of a role one has oneself, in this organisation', async () => {
    expect(await allows(bob)).toBe(true)
    expect(await allows(eve)).toBe(false)
    expect(await allows(bob, 'no_such_thing')).toBe(false)
    expect(await allows(bob, 'manage_users', elsewhere)).toBe(false)
    await give(eve, 'owner', { tenant: elsewhere })
    expect(await allows(eve)).toBe(false)
  })

  test('ends with the role, and waits for the second factor', async () => {
    await give(eve, 'admin', { expires: '2020-01-01T00:00:00Z' })
    expect(await allows(eve)).toBe(false)
    await factor(bob)
    expect(await allows(bob)).toBe(false)
  })
})

function factor(id: string, type: 'totp' | 'recovery_code' = 'totp', status = 'verified'): Promise<void> {
  const secret = type === 'totp' ? Buffer.alloc(32) : null
  return plant(
    'insert into auth.mfa_factors (id, user_id, factor_type, status, secret_sealed) values ($1, $2, $3, $4, $5)',
    [randomUUID(), id, type, status, secret],
  )
}

describe('a session', () => {
  const isProven = (me: string, id?: string) => ask(me, 'authz.is_proven()', [], id)
  async function session(id: string, aal: string): Promise<string> {
    const made = randomUUID()
    await plant('insert into auth.sessions (id, user_id, refresh_key, aal) values ($1, $2, $3, $4)', [
      made,
      id,
      Buffer.alloc(32),
      aal,
    ])
    return made
  }

  test('is proven without a factor, or with an unfinished one', async () => {
    expect(await isProven(bob)).toBe(true)
    await factor(bob, 'totp', 'unverified')
    await factor(bob, 'recovery_code')
    await factor(eve)
    expect(await isProven(bob)).toBe(true)
  })

  test('is proven with one only by the second step of that person', async () => {
    await factor(bob)
    expect(await isProven(bob)).toBe(false)
    expect(await isProven(bob, await session(bob, 'aal1'))).toBe(false)
    expect(await isProven(bob, await session(eve, 'aal2'))).toBe(false)
    expect(await isProven(bob, randomUUID())).toBe(false)
    await session(bob, 'aal2')
    expect(await isProven(bob)).toBe(false)
    expect(await isProven(bob, await session(bob, 'aal2'))).toBe(true)
  })

  test('is asked for where keys are given out', async () => {
    const require = (me: string | null) => ask(me, 'authz.require_proven()', [])
    expect(await require(bob)).toBe(bob)
    expect(await require(null)).toBe(DENIED)
    expect(await require(randomUUID())).toBe(DENIED)
    await factor(bob)
    expect(await require(bob)).toBe(DENIED)
  })
})

describe('who leads', () => {
  const leads = (id: string, tenant = home) => ask(null, 'authz.leads($1, $2)', [id, tenant])

  test('is an owner or administrator of all, of that organisation', async () => {
    for (const role of ['owner', 'tenant_admin', 'super_admin']) expect(await leads(await person(role))).toBe(true)
    for (const role of ['admin', 'security_admin', 'member']) expect(await leads(await person(role))).toBe(false)
    expect(await leads(ada, elsewhere)).toBe(false)
    await give(bob, 'owner', { tenant: elsewhere })
    expect(await leads(bob)).toBe(false)
    await give(eve, 'owner', { expires: '2020-01-01T00:00:00Z' })
    expect(await leads(eve)).toBe(false)
  })

  test('alone changes a leader, and nobody changes who does not belong', async () => {
    const require = (me: string, id: string, tenant = home) => ask(me, 'authz.require_member($1, $2)', [id, tenant])
    expect(await require(bob, eve)).toBe('')
    expect(await require(ada, ada)).toBe('')
    expect(await require(bob, ada)).toBe(DENIED)
    expect(await require(ada, await person('member', elsewhere))).toBe('QS404')
    await remove(eve)
    expect(await require(ada, eve)).toBe('QS404')
  })

  test('alone invites an owner; whoever manages people invites the others', async () => {
    const may = (id: string, role: string, tenant = home) =>
      ask(null, 'authz.may_invite($1, $2, $3)', [id, tenant, role])
    expect([await may(ada, 'owner'), await may(bob, 'owner'), await may(bob, 'member')]).toEqual([true, false, true])
    expect(await may(eve, 'member')).toBe(false)
    expect(await may(bob, 'member', elsewhere)).toBe(false)
    await give(eve, 'analyst')
    expect(await may(eve, 'member')).toBe(false)
  })

  test('has the team to themselves with whoever manages people', async () => {
    const lock = (me: string | null) => ask(me, 'authz.lock_team()', [])
    expect([await lock(bob), await lock(eve), await lock(null)]).toEqual([home, DENIED, DENIED])
    const domains = (me: string) => ask(me, 'authz.lock_domains()', [])
    expect([await domains(ada), await domains(bob)]).toEqual([home, DENIED])
    await factor(bob)
    expect(await lock(bob)).toBe(DENIED)
  })
})

describe('the last owner', () => {
  const require = (id: string) => ask(null, 'authz.require_other_owner($1, $2)', [id, home])

  test('stays, whatever else there is', async () => {
    expect(await require(bob)).toBe('')
    expect(await require(ada)).toBe('QS409')
    await give(bob, 'owner', { expires: '2020-01-01T00:00:00Z' })
    expect(await require(ada)).toBe('QS409')
    await give(eve, 'owner', { tenant: elsewhere })
    expect(await require(ada)).toBe('QS409')
  })

  test('is not the last where another one can sign in', async () => {
    await give(bob, 'owner')
    expect(await require(ada)).toBe('')
    await remove(bob)
    expect(await require(ada)).toBe('QS409')
    await give(eve, 'owner')
    expect(await require(ada)).toBe('')
    await plant('update auth.users set deleted_at = now() where id = $1', [eve])
    expect(await require(ada)).toBe('QS409')
  })
})

describe('a team space', () => {
  const space = randomUUID()
  const other = randomUUID()
  const join = (id: string, role: string, where = space) =>
    plant('insert into team_space_members (space_id, user_id, role, wrapped_key) values ($1, $2, $3, $4)', [
      where,
      id,
      role,
      'AAAA',
    ])
  const roleOf = (me: string) => ask(me, 'authz.space_role($1)', [space])
  const edits = (me: string) => ask(me, 'authz.edits_space($1)', [space])
  const spacesOf = (me: string) => ask(me, 'array(select authz.team_spaces())', [])
  beforeEach(async () => {
    await join(ada, 'manager')
    await join(bob, 'editor')
    await join(eve, 'viewer')
  })

  test('is edited by managers and editors of that space', async () => {
    expect([await roleOf(ada), await roleOf(bob), await roleOf(eve)]).toEqual(['manager', 'editor', 'viewer'])
    expect([await edits(ada), await edits(bob), await edits(eve)]).toEqual([true, true, false])
    const stranger = await person('owner')
    await join(stranger, 'manager', other)
    expect([await roleOf(stranger), await edits(stranger), await spacesOf(stranger)]).toEqual([null, false, [other]])
    expect(await spacesOf(eve)).toEqual([space])
  })

  test('is edited by the roles that the contract says', async () => {
    const answers: [role: string, isEditing: unknown][] = []
    for (const role of SPACE_ROLES) {
      const member = await person('member')
      await join(member, role)
      answers.push([role, await edits(member)])
    }
    expect(answers).toEqual(SPACE_ROLES.map((role) => [role, canEditSpace(role)]))
  })

  test('has objects that its members alone read', async () => {
    const [now, absent] = ['somewhere/now.qs1', 'somewhere/absent.qs1']
    const file = randomUUID()
    await plant(
      `insert into file_records (id, user_id, tenant_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, team_space_id)
       values ($1, $2, $3, 'x', 'x', 1, 'x', 'x', $4, $5)`,
      [file, ada, home, now, space],
    )
    const reads = (me: string, name: string) => ask(me, 'authz.reads_team_object($1)', [name])
    const stranger = await person('owner')
    await join(stranger, 'manager', other)
    expect([await reads(eve, now), await reads(stranger, now), await reads(eve, absent)]).toEqual([true, false, false])
    await remove(eve)
    expect(await reads(eve, now)).toBe(false)
  })

  test('is closed to who was removed, and before the second factor', async () => {
    await remove(bob)
    await factor(ada)
    for (const me of [ada, bob]) {
      expect([await roleOf(me), await edits(me), await spacesOf(me)]).toEqual([null, false, []])
    }
    expect(await spacesOf(eve)).toEqual([space])
  })
})

describe('the object of a shared file', () => {
  const object = 'somewhere/object.qs1'
  const isShared = (me: string, name = object) => ask(me, 'authz.is_object_shared($1)', [name])
  async function share({ by = ada, to = bob, expires = null as string | null } = {}) {
    const file = randomUUID()
    await plant(
      `insert into file_records (id, user_id, tenant_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path)
       values ($1, $2, $3, 'x', 'x', 1, 'x', 'x', $4)`,
      [file, ada, home, object],
    )
    await plant(
      `insert into file_access (user_id, file_id, granted_by, role, grant_text, grant_signature, wrapped_key, expires_at)
       values ($1, $2, $3, 'viewer', 'x', 'x', 'x', $4)`,
      [to, file, by, expires],
    )
  }

  test('opens for whom its owner shared it with, and for nobody else', async () => {
    await share()
    expect([await isShared(bob), await isShared(eve), await isShared(ada)]).toEqual([true, false, false])
    expect(await isShared(bob, 'somewhere/else.qs1')).toBe(false)
    await factor(bob)
    expect(await isShared(bob)).toBe(false)
  })

  test('opens until the grant ends', async () => {
    await share({ expires: '2999-01-01T00:00:00Z' })
    expect(await isShared(bob)).toBe(true)
    await plant(`update file_access set expires_at = '2020-01-01T00:00:00Z'`, [])
    expect(await isShared(bob)).toBe(false)
  })

  test('does not open by a grant of somebody else, nor in the trash', async () => {
    await share({ by: eve })
    expect(await isShared(bob)).toBe(false)
    await plant('update file_access set granted_by = $1', [ada])
    expect(await isShared(bob)).toBe(true)
    await plant('update file_records set trashed_at = now()', [])
    expect(await isShared(bob)).toBe(false)
  })
})
