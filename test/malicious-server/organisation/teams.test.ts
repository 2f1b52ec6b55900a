import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listTeam } from '#vault/organisation/team.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { findPeople } from '#vault/sharing/people.ts'
import { listSharedWithMe } from '#vault/sharing/shared-files.ts'
import { createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { expandTeam } from '#vault/teams/expand-team.ts'
import { listSpaceTeams, noteSpaceTeam } from '#vault/teams/space-teams.ts'
import { driftOf } from '#vault/teams/team-drift.ts'
import { createTeam, listPeopleOfTeam } from '#vault/teams/teams.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { storeFile } from '../../support/stored-file.ts'
import { stageAttacked } from '../attacked.ts'
import { shown } from '../../support/shown.ts'

const PEOPLE = 'team_members?select=user_id'
const OF_SPACE = 'rpc/teams_of_space'

const attacked = stageAttacked()
/** Ada owns the organisation and has met Bob; Mallory is an account that the server made in it, as it may. */
let ada: VaultPerson, bob: VaultPerson, mallory: VaultPerson
let team: string
beforeAll(async () => {
  ada = await attacked.person()
  ;[bob, mallory] = await Promise.all([attacked.person(), attacked.person()])
  await give(await storeFile(ada, 'hello.txt', BYTES), [bob])
  team = await createTeam(ada.api, { name: 'Finance', description: '', people: [bob.userId] })
})

const BYTES = new TextEncoder().encode('1 + 1')
async function give(fileId: string, people: readonly VaultPerson[]): Promise<void> {
  const { peers } = await findPeople(
    ada.api,
    ada.vault,
    people.map(({ email }) => email),
  )
  await shareFile(ada.api, ada.vault, { file: await shown(ada, fileId), peers, days: null, now: new Date() })
}

/** As a screen does before anything is confirmed. */
async function expanded() {
  const [ids, { members }] = await Promise.all([listPeopleOfTeam(ada.api, team), listTeam(ada.api, ada.vault)])
  return expandTeam(ids, members)
}
const trusts = (people: readonly { userId: string; trust: unknown }[]) =>
  Object.fromEntries(people.map(({ userId, trust }) => [userId, trust]))

describe('a server that adds a person of its own to a team', () => {
  beforeEach(() => {
    attacked.proxy.tamperJson<{ user_id: string }[]>(PEOPLE, (rows) => [...rows, { user_id: mallory.userId }])
  })

  test('shows them by name and address, as somebody whose keys were never seen, beside those who are known', async () => {
    const { people, strangers } = await expanded()
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    expect(trusts(people)).toEqual({ [bob.userId]: 'chosen', [mallory.userId]: 'new' })
    expect(people.find(({ userId }) => userId === mallory.userId)?.email).toBe(mallory.email)
    expect(strangers).toBe(0)
  })

  test('gets nothing for them: a space and a file go to the persons who were confirmed, and the team is named in neither', async () => {
    const confirmed = (await expanded()).people.filter(({ trust }) => trust !== 'new')
    const members = confirmed.map(({ userId, email }) => ({ userId, email, role: 'editor' as const }))
    const spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Books', members })
    const fileId = await storeFile(ada, 'books.txt', BYTES)
    await give(fileId, [bob])

    expect((await listTeamSpaces(bob.api, bob.vault)).map(({ id }) => id)).toContain(spaceId)
    expect(await listTeamSpaces(mallory.api, mallory.vault)).toEqual([])
    expect(await listSharedWithMe(mallory.api, mallory.vault, new Date())).toEqual([])
    const { rows } = await attacked.server.database.owner<{ signed: string }>(
      `select roster as signed from team_space_epochs union all select grant_text from file_access where granted_by is not null`,
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { signed } of rows) {
      expect(signed).not.toContain(team)
      expect(signed).not.toContain(mallory.userId)
    }
  })

  test('cannot count somebody among it who is in no list of the organisation without that being said', async () => {
    attacked.proxy.honest()
    const nobody = 'dddddddd-0000-4000-8000-000000000001'
    attacked.proxy.tamperJson<{ user_id: string }[]>(PEOPLE, (rows) => [...rows, { user_id: nobody }])
    expect(await expanded()).toMatchObject({ people: [{ userId: bob.userId }], strangers: 1 })
  })
})

test('a server that gives a person of a team other keys is found out: they are named and get nothing', async () => {
  attacked.proxy.tamperJson<Record<string, unknown>[]>('rpc/team_members', (rows) => {
    const { statement, signature } = rows.find(({ user_id: id }) => id === mallory.userId) ?? {}
    return rows.map((row) => (row['user_id'] === bob.userId ? { ...row, statement, signature } : row))
  })
  const { people, blocked } = await expanded()
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  expect(people).toEqual([])
  expect(trusts(blocked)).toEqual({ [bob.userId]: 'changed' })
})

test('a server that makes up whom a space remembers can show wrong numbers, and changes no member', async () => {
  const members = [{ userId: bob.userId, email: bob.email, role: 'editor' as const }]
  const spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Plans', members })
  await noteSpaceTeam(ada.api, { spaceId, teamId: team, added: [bob.userId], leftOut: [] })
  attacked.proxy.tamperJson<Record<string, unknown>[]>(OF_SPACE, (rows) =>
    rows.map((row) => ({ ...row, added: [mallory.userId, bob.userId], people: [mallory.userId] })),
  )
  const [remembered] = await listSpaceTeams(ada.api, spaceId)
  const space = (await listTeamSpaces(ada.api, ada.vault)).find(({ id }) => id === spaceId)
  const inSpace = space?.members.map(({ userId }) => userId) ?? []
  expect(inSpace.toSorted()).toEqual([ada.userId, bob.userId].toSorted())
  const { missing, gone } = driftOf(remembered!, inSpace, [bob.userId, mallory.userId])
  // What a manager is shown, by name, and would have to press.
  expect({ missing, gone }).toEqual({ missing: [mallory.userId], gone: [bob.userId] })
})
