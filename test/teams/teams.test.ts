import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEAM_LIMITS } from '#contract/organisation/teams.ts'
import { listTeam, removeMember, restoreMember } from '#vault/organisation/team.ts'
import { expandTeam } from '#vault/teams/expand-team.ts'
import { type NamedTeam, changePeopleOfTeam, changeTeam, createTeam, deleteTeam } from '#vault/teams/teams.ts'
import { listPeopleOfTeam, listTeams } from '#vault/teams/teams.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { forgetSpaceTeam, listSpaceTeams, noteSpaceTeam } from '#vault/teams/space-teams.ts'
import { inOtherOrganisation } from '../organisation/team-stage.ts'

let server: TestServer
/** Ada owns the organisation, Bob and Eve are members of it, Mallory has another one. */
let ada: VaultPerson, bob: VaultPerson, eve: VaultPerson, mallory: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
  ;[bob, eve, mallory] = await Promise.all([personWithVault(server), personWithVault(server), personWithVault(server)])
  await inOtherOrganisation(mallory, server)
})
afterAll(() => server.stop())

let count = 0
const newTeam = (people: readonly VaultPerson[] = [], name = `Team ${++count}`) =>
  createTeam(ada.api, { name, description: '', people: people.map(({ userId }) => userId) })
const addToTeam = (api: VaultApi, id: string, added: readonly string[]) =>
  changePeopleOfTeam(api, id, { added, removed: [] })
const removeFromTeam = (api: VaultApi, id: string, removed: readonly string[]) =>
  changePeopleOfTeam(api, id, { added: [], removed })
const found = async ({ api }: VaultPerson, id: string): Promise<NamedTeam | undefined> =>
  (await listTeams(api)).find((team) => team.id === id)
const refused = (code: string) => ({ code })

test('a team is made, described, filled and deleted, and everybody of the organisation sees who is in it', async () => {
  const id = await createTeam(ada.api, { name: ' Finance ', description: 'Books and bills', people: [bob.userId] })
  expect(await found(bob, id)).toEqual({
    id,
    name: 'Finance',
    description: 'Books and bills',
    source: 'manual',
    version: 1,
    people: 1,
    isMine: true,
  })
  await addToTeam(ada.api, id, [bob.userId, eve.userId, eve.userId])
  expect(await found(ada, id)).toMatchObject({ people: 2, isMine: false })
  expect(await listPeopleOfTeam(eve.api, id)).toEqual([bob.userId, eve.userId].toSorted())
  await changeTeam(ada.api, id, 1, { name: 'Finance and tax', description: '' })
  await removeFromTeam(ada.api, id, [bob.userId])
  expect(await found(ada, id)).toMatchObject({ name: 'Finance and tax', description: '', version: 2, people: 1 })
  await deleteTeam(ada.api, id)
  expect(await found(ada, id)).toBeUndefined()
  await expect(deleteTeam(ada.api, id)).rejects.toMatchObject(refused('team_gone'))
})

test('each change is in the audit log of the organisation, with who did it and what it was about', async () => {
  const id = await newTeam([bob, eve], 'Audited')
  await changeTeam(ada.api, id, 1, { name: 'Audited twice', description: '' })
  await removeFromTeam(ada.api, id, [eve.userId])
  await deleteTeam(ada.api, id)
  const { rows } = await server.database.owner<Record<string, unknown>>(
    `select event_type, user_id, event_category, risk_level, details - 'table' - 'id' - 'source' as details
     from system_audit_log where details ->> 'id' = $1 order by created_at, id`,
    [id],
  )
  const by = { user_id: ada.userId, event_category: 'config_change' }
  const added = (person: VaultPerson) => ({
    ...by,
    event_type: 'team.member_added',
    risk_level: 'medium',
    details: { team: 'Audited', person: person.userId },
  })
  expect(rows).toEqual([
    { ...by, event_type: 'team.created', risk_level: 'low', details: { team: 'Audited' } },
    ...[bob, eve].toSorted((a, b) => (a.userId < b.userId ? -1 : 1)).map(added),
    {
      ...by,
      event_type: 'team.renamed',
      risk_level: 'low',
      details: { team: 'Audited twice', former_name: 'Audited' },
    },
    {
      ...by,
      event_type: 'team.member_removed',
      risk_level: 'medium',
      details: { team: 'Audited twice', person: eve.userId },
    },
    // Those who go with it are counted, and have no events of their own.
    { ...by, event_type: 'team.deleted', risk_level: 'medium', details: { team: 'Audited twice', members: 1 } },
  ])
})

describe('is refused', () => {
  test('to somebody who does not manage users, whatever they call, and by the tables themselves', async () => {
    const id = await newTeam([bob])
    const attempts = [
      createTeam(bob.api, { name: 'Mine', description: '', people: [] }),
      changeTeam(bob.api, id, 1, { name: 'Mine', description: '' }),
      deleteTeam(bob.api, id),
      addToTeam(bob.api, id, [eve.userId]),
      removeFromTeam(bob.api, id, [bob.userId]),
      bob.api.rest('teams', { method: 'POST', body: { name: 'Mine' } }),
      bob.api.rest('team_members', { method: 'POST', body: { team_id: id, user_id: eve.userId } }),
      ada.api.rest(`teams?id=eq.${id}`, { method: 'PATCH', body: { name: 'Mine' } }),
      ada.api.rest(`team_members?team_id=eq.${id}`, { method: 'DELETE' }),
    ]
    const reasons = (await Promise.allSettled(attempts)).map((one) => one.status === 'rejected' && one.reason.code)
    expect(reasons).toEqual(attempts.map(() => 'not_allowed'))
    expect(await listPeopleOfTeam(ada.api, id)).toEqual([bob.userId])
  })

  test('across organisations: nothing is read, changed or found, and nobody of another one is added', async () => {
    const id = await newTeam([bob])
    expect(await listTeams(mallory.api)).toEqual([])
    expect(await listPeopleOfTeam(mallory.api, id)).toEqual([])
    await expect(addToTeam(mallory.api, id, [mallory.userId])).rejects.toMatchObject(refused('team_gone'))
    await expect(deleteTeam(mallory.api, id)).rejects.toMatchObject(refused('team_gone'))
    const both = [eve.userId, mallory.userId]
    await expect(addToTeam(ada.api, id, both)).rejects.toMatchObject(refused('not_member'))
    const exchanged = { added: [randomUUID()], removed: [bob.userId] }
    await expect(changePeopleOfTeam(ada.api, id, exchanged)).rejects.toMatchObject(refused('not_member'))
    expect(await listPeopleOfTeam(ada.api, id)).toEqual([bob.userId])
    // The same name is free in another organisation.
    const name = (await found(ada, id))?.name ?? ''
    await createTeam(mallory.api, { name, description: '', people: [mallory.userId] })
  })

  test('for a name that another team has, in whatever case, or that is none', async () => {
    const id = await newTeam([], 'Sales')
    await expect(newTeam([], ' sALES ')).rejects.toMatchObject(refused('team_name_taken'))
    const other = await newTeam([], 'Support')
    const words = (name: string) => ({ name, description: '' })
    await expect(changeTeam(ada.api, other, 1, words('SALES'))).rejects.toMatchObject(refused('team_name_taken'))
    await changeTeam(ada.api, id, 1, words('SALES'))
    for (const name of ['', '   ', 'a\nb', 'x'.repeat(TEAM_LIMITS.nameCharacters + 1)]) {
      await expect(newTeam([], name)).rejects.toThrow(/1 to 100 characters/)
    }
    await newTeam([], 'x'.repeat(TEAM_LIMITS.nameCharacters))
    const long = { name: 'Long', description: 'x'.repeat(TEAM_LIMITS.descriptionCharacters + 1), people: [] }
    await expect(createTeam(ada.api, long)).rejects.toThrow()
  })

  test('to the slower of two administrators: their words are not written over the first', async () => {
    const id = await newTeam()
    const both = ['First', 'Second'].map((name) => changeTeam(ada.api, id, 1, { name, description: '' }))
    const results = await Promise.allSettled(both)
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused('team_changed') })
    expect(await found(ada, id)).toMatchObject({ version: 2 })
    // People are added and removed one by one, so nobody overwrites anybody.
    await Promise.all([addToTeam(ada.api, id, [bob.userId]), addToTeam(ada.api, id, [eve.userId])])
    expect(await found(ada, id)).toMatchObject({ people: 2 })
  })

  test('for a team of an identity provider, except that it can be deleted', async () => {
    const id = await newTeam([bob])
    await server.database.owner(`update teams set source = 'scim', external_id = 'group-1' where id = $1`, [id])
    const managed = refused('team_provisioned')
    await expect(changeTeam(ada.api, id, 1, { name: 'Mine', description: '' })).rejects.toMatchObject(managed)
    await expect(addToTeam(ada.api, id, [eve.userId])).rejects.toMatchObject(managed)
    await expect(removeFromTeam(ada.api, id, [bob.userId])).rejects.toMatchObject(managed)
    await deleteTeam(ada.api, id)
  })

  test('beyond the limits, and the last that fits is taken', async () => {
    const id = await newTeam()
    const { people, perOrganisation } = TEAM_LIMITS
    await server.database.owner(
      `insert into auth.users (email, email_confirmed_at)
       select 'limit-' || n || '@example.org', now() from generate_series(1, $1) n`,
      [people - 1],
    )
    await server.database.owner(
      `insert into team_members (team_id, user_id) select $1, id from auth.users where email like 'limit-%'`,
      [id],
    )
    await expect(addToTeam(ada.api, id, [bob.userId, eve.userId])).rejects.toMatchObject(refused('team_full'))
    await addToTeam(ada.api, id, [bob.userId])
    await expect(addToTeam(ada.api, id, [eve.userId])).rejects.toMatchObject(refused('team_full'))
    await server.database.owner(
      `insert into teams (tenant_id, name)
       select t.tenant_id, 'Filler ' || n
       from (select tenant_id, count(*) as has from teams where tenant_id = (select tenant_id from teams where id = $1)
             group by 1) t, generate_series(1, $2 - 1 - has) n`,
      [id, perOrganisation],
    )
    await newTeam()
    await expect(newTeam()).rejects.toMatchObject(refused('too_many_teams'))
    await server.database.owner(`delete from teams where name like 'Filler %'`)
  })
})

test('somebody who is removed from the organisation leaves its teams, and is in none when they are back', async () => {
  const gil = await personWithVault(server)
  const id = await newTeam([bob, gil])
  await removeMember(ada.api, gil.userId)
  expect(await listPeopleOfTeam(ada.api, id)).toEqual([bob.userId])
  await expect(addToTeam(ada.api, id, [gil.userId])).rejects.toMatchObject(refused('not_member'))
  await restoreMember(ada.api, gil.userId)
  expect(await listPeopleOfTeam(ada.api, id)).toEqual([bob.userId])
  const { members } = await listTeam(ada.api, ada.vault)
  expect(expandTeam([bob.userId, ada.userId], members)).toMatchObject({
    people: [{ userId: bob.userId, trust: 'new' }],
    strangers: 0,
  })
})

describe('a space remembers its teams', () => {
  const spaceWith = (people: readonly VaultPerson[]) =>
    createTeamSpace(ada.api, ada.vault, {
      name: 'Books',
      members: people.map(({ userId, email }) => ({ userId, email, role: 'editor' as const })),
    })
  const note = (person: VaultPerson, spaceId: string, teamId: string, added: VaultPerson[], leftOut: VaultPerson[]) =>
    noteSpaceTeam(person.api, {
      spaceId,
      teamId,
      added: added.map(({ userId }) => userId),
      leftOut: leftOut.map(({ userId }) => userId),
    })

  test('for its members, and nobody joins or leaves it because of that', async () => {
    const teamId = await newTeam([bob, eve], 'Remembered')
    const spaceId = await spaceWith([bob])
    await note(ada, spaceId, teamId, [bob], [eve])
    const remembered = { id: teamId, name: 'Remembered', added: [bob.userId], leftOut: [eve.userId] }
    const people = [bob.userId, eve.userId].toSorted()
    expect(await listSpaceTeams(bob.api, spaceId)).toEqual([{ ...remembered, people }])
    expect(await listSpaceTeams(eve.api, spaceId)).toEqual([])
    await removeFromTeam(ada.api, teamId, [bob.userId])
    await note(ada, spaceId, teamId, [eve], [])
    expect(await listSpaceTeams(ada.api, spaceId)).toMatchObject([{ added: people, leftOut: [], people: [eve.userId] }])
    const { rows } = await server.database.owner('select user_id from team_space_members where space_id = $1', [
      spaceId,
    ])
    expect(rows).toHaveLength(2)
    await forgetSpaceTeam(ada.api, spaceId, teamId)
    expect(await listSpaceTeams(ada.api, spaceId)).toEqual([])
  })

  test('by its managers alone, of teams of their organisation, twenty at most', async () => {
    const spaceId = await spaceWith([bob])
    const teamId = await newTeam([bob])
    await expect(note(bob, spaceId, teamId, [bob], [])).rejects.toMatchObject(refused('not_allowed'))
    await expect(note(eve, spaceId, teamId, [bob], [])).rejects.toMatchObject(refused('not_allowed'))
    await expect(forgetSpaceTeam(bob.api, spaceId, teamId)).rejects.toMatchObject(refused('not_allowed'))
    const theirs = await createTeam(mallory.api, { name: 'Theirs', description: '', people: [] })
    await expect(note(ada, spaceId, theirs, [], [])).rejects.toMatchObject(refused('team_gone'))
    const ids = await Promise.all(Array.from({ length: 20 }, () => newTeam()))
    for (const id of ids) await note(ada, spaceId, id, [], [])
    await expect(note(ada, spaceId, teamId, [], [])).rejects.toThrow(/20 at most/)
    // A team that is deleted takes no room.
    await deleteTeam(ada.api, ids[0] ?? '')
    await note(ada, spaceId, teamId, [bob], [])
    expect((await listSpaceTeams(ada.api, spaceId)).map(({ id }) => id)).toContain(teamId)
  })
})
