import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_PERMISSIONS, entersAdmin, PERMISSIONS, ROLES, TEAM_ROLES } from '#contract/permissions.ts'
import { SPACE_ROLES } from '#contract/organisation/space-roles.ts'
import { TAG_COLORS } from '#contract/tags.ts'
import type { Database } from '#server/db/database.ts'
import { createTestDatabase } from './support/server/test-database.ts'

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ database, drop } = await createTestDatabase())
})
afterAll(() => drop())

test('PostgreSQL and the contract agree on every permission of every role', async () => {
  const { rows } = await database.owner<{ permission: string; role: string }>(
    'select permission, role from authz.permissions',
  )

  const stored = new Set(rows.map(({ permission, role }) => `${permission}/${role}`))
  const agreed = new Set(
    Object.entries(PERMISSIONS).flatMap(([permission, roles]) => roles.map((role) => `${permission}/${role}`)),
  )
  expect(stored).toEqual(agreed)
})

const literalsIn = (text = ''): (string | undefined)[] => [...text.matchAll(/'([^']+)'::text/g)].map(([, one]) => one)

test.each([
  ['enterprise_user_roles_role', ROLES],
  ['team_space_members_role', SPACE_ROLES],
  ['tags_color', TAG_COLORS],
])('%s takes exactly the values of the contract', async (constraint, values) => {
  const { rows } = await database.owner<{ rule: string }>(
    'select pg_get_constraintdef(oid) as rule from pg_constraint where conname = $1',
    [constraint],
  )

  expect(new Set(literalsIn(rows[0]?.rule))).toEqual(new Set<string>(values))
})

test('the team page and PostgreSQL agree on the roles it gives', async () => {
  const { rows } = await database.owner<{ roles: string[] }>('select authz.team_roles() as roles')
  expect(rows[0]?.roles).toEqual([...TEAM_ROLES])
})

test('PostgreSQL and the contract agree on what opens the admin panel', async () => {
  const { rows } = await database.owner<{ permissions: string[] }>('select authz.admin_permissions() as permissions')
  expect(rows[0]?.permissions).toEqual([...ADMIN_PERMISSIONS])
})

test.each(ROLES)('PostgreSQL and the contract agree on whether %s opens the admin panel', async (role) => {
  const { rows } = await database.owner<{ administers: boolean }>('select authz.administers($1) as administers', [role])
  expect(rows[0]?.administers).toBe(entersAdmin([role]))
})

test('nobody changes or empties the audit log, not even its owner', async () => {
  await database.owner(`select audit.record('test.made', 'auth', null, 'test', 'success', 'low', '{}')`)

  await expect(database.owner('update system_audit_log set action = $1', ['x'])).rejects.toThrow('append-only')
  await expect(database.owner('delete from system_audit_log')).rejects.toThrow('append-only')
  await expect(database.owner('truncate system_audit_log')).rejects.toThrow('append-only')
})
