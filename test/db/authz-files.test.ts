/** The functions that decide who may read and change which files, asked directly, as in `authz.test.ts`. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { canEditSpace, SPACE_ROLES } from '#contract/organisation/space-roles.ts'
import { ada, ask, bob, eve, factor, home, person, plant, remove, stageAuthorisation } from './authz-stage.ts'

stageAuthorisation()

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
