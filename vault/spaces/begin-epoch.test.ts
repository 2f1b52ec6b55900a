import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createRecordCipher,
  fromUtf8,
  fromBase64Url,
  openPreviousSpaceKey,
  parseWrap,
  randomUuid,
  readRoster,
  rosterHash,
  systemRandom,
  toBase64Url,
} from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type Asked, HostileServer } from '../testing/hostile-server.ts'
import { type Person, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { type MadeEpoch, historyRows, makeEpoch, peopleRows, summaryFor } from '../testing/team-space.ts'
import { type WantedMember, beginEpoch } from './begin-epoch.ts'
import { contextOf, openTeam } from './open-team.ts'
import type { OpenTeam } from '../session/team.ts'

const changed = { name: 'VaultError', code: 'key_changed' }

let ada: Person
let bob: Person
let eve: Person
let dan: Person
/** Keys that the server made for Bob. */
let forged: Person
beforeAll(async () => {
  ;[ada, bob, eve, dan] = await Promise.all([newPerson(), newPerson(), newPerson(), newPerson()])
  forged = await newPerson(bob.userId)
})

/** A new one for each test. */
let space: string
let vault: OpenVault
let server: HostileServer
let bundles: Person[]
beforeEach(async () => {
  space = randomUuid(systemRandom)
  vault = await vaultOf(ada)
  bundles = [bob, eve, dan]
  server = await new HostileServer({
    'user_key_bundles?': ({ path }: Asked) =>
      bundles
        .filter(({ userId }) => path.includes(userId))
        .map(({ userId, published }) => ({ user_id: userId, ...published })),
    '/statements/v1/team-epochs': null,
  }).keep(vault)
})

const manager = ({ userId, email }: Person): WantedMember => ({ userId, role: 'manager', email, name: 'Ada' })
const member = ({ userId, email }: Person, change: Partial<WantedMember> = {}): WantedMember => ({
  userId,
  role: 'editor',
  email,
  name: 'Somebody',
  ...change,
})

type Sent = {
  space_id: string
  epoch: number
  roster: string
  signature: string
  previous_key: string | null
  wraps: Record<string, string>
}
async function begin(members: readonly WantedMember[], before: OpenTeam | null = null, name = 'Board'): Promise<Sent> {
  await beginEpoch(server, vault, { id: before?.id ?? space, name, members, before })
  const [request] = server.to('/statements/v1/team-epochs')
  return request?.body as Sent
}
/** What was sent, as an honest server hands it on. */
const rowOf = ({ epoch, roster, signature, previous_key }: Sent) => ({ epoch, roster, signature, previous_key })

async function openAs(person: Person, sent: Sent, older: readonly MadeEpoch[] = []): Promise<OpenTeam> {
  const own = await vaultOf(person)
  const answers = {
    'rpc/team_space_history': [rowOf(sent), ...historyRows(older)],
    'rpc/team_space_people': peopleRows([ada, bob, eve, dan]),
  }
  const { space_id: spaceId, epoch, wraps } = sent
  return openTeam(await new HostileServer(answers).keep(own), own, summaryFor(person, { spaceId, epoch, wraps }))
}

describe('a new space', () => {
  test('opens for everybody who was chosen, and for nobody else', async () => {
    const sent = await begin([manager(ada), member(bob), member(eve, { role: 'viewer' })])
    expect(Object.keys(sent.wraps).toSorted()).toEqual([ada, bob, eve].map(({ userId }) => userId).toSorted())
    for (const [person, role] of [
      [ada, 'manager'],
      [bob, 'editor'],
      [eve, 'viewer'],
    ] as const) {
      const team = await openAs(person, sent)
      const { epoch, roster: rosterText, space_id } = sent
      expect({ epoch, space_id, previous: sent.previous_key }).toEqual({ epoch: 1, space_id: space, previous: null })
      expect(readRoster(rosterText).members.find(({ userId }) => userId === person.userId)?.role).toBe(role)
      expect(team).toMatchObject({ id: space, name: 'Board', epoch: 1 })
      expect(team.people.get(bob.userId)).toMatchObject({ email: bob.email })
    }
  })

  test('names the keys of each, of the maker the own ones whatever the server would say', async () => {
    bundles = [bob, await newPerson(ada.userId)]
    const { members } = readRoster((await begin([manager(ada), member(bob)])).roster)
    expect(new Map(members.map(({ userId, fingerprint }) => [userId, toBase64Url(fingerprint)]))).toEqual(
      new Map([ada, bob].map(({ userId, print }) => [userId, toBase64Url(print)])),
    )
    expect(server.to('user_key_bundles?')[0]?.path).not.toContain(ada.userId)
  })

  test('cuts a name that is too long for the list of members, and leaves out an address that is', async () => {
    const long = { email: `${'b'.repeat(300)}@example.test`, name: '\u{1F600}'.repeat(300) }
    const sent = await begin([manager(ada), member(bob, long), member(eve, { email: 'e'.repeat(600) })])
    const { people } = await openAs(eve, sent)
    expect(people.get(bob.userId)?.email).toBe(long.email)
    const name = people.get(bob.userId)?.name ?? ''
    expect(long.name.startsWith(name)).toBe(true)
    expect(name.isWellFormed()).toBe(true)
    expect(name.length).toBeGreaterThan(20)
    // No statement names her, so readers go by what they know.
    expect(people.get(eve.userId)?.email).toBe(eve.email)
  })

  test('remembers the keys of those who were chosen, and their addresses', async () => {
    await begin([manager(ada), member(bob, { email: ` ${bob.email.toUpperCase()} ` })])
    const { pins } = await server.kept(vault)
    expect(pins).toMatchObject({ ...pinned(bob, 'chosen'), [`mail/${bob.email}`]: bob.userId })
    expect(Object.keys(pins)).not.toContain(`peer/${eve.userId}`)
  })

  test('says of somebody who was only named by id nothing but the id', async () => {
    const sent = await begin([manager(ada), { userId: bob.userId, role: 'editor' }])
    const { spaceId, epoch, people } = readRoster(sent.roster)
    const { key } = (await openAs(bob, sent)).spaces[0]!
    const records = await createRecordCipher(key)
    const labels: unknown = JSON.parse(fromUtf8(await records.open(contextOf({ spaceId, epoch }, 'people'), people!)))
    expect(labels).toEqual({ [ada.userId]: { email: ada.email, name: 'Ada' } })
    expect(JSON.stringify((await server.kept(vault)).pins)).not.toContain('mail/')
  })

  test('is not made with keys other than those remembered, nor with those of nobody', async () => {
    vault = await vaultOf(ada, { pins: pinned(bob, 'seen') })
    await server.keep(vault)
    bundles = [forged]
    await expect(begin([manager(ada), member(bob)])).rejects.toMatchObject(changed)
    bundles = []
    await expect(begin([manager(ada), member(bob)])).rejects.toMatchObject({ code: 'not_member' })
    expect(server.to('/statements/v1/team-epochs')).toEqual([])
  })

  test('asks for many people in several requests, and takes nobody who was not asked for', async () => {
    const many = Array.from({ length: 150 }, (_, at) => ({
      userId: `00000000-0000-4000-8000-${at.toString().padStart(12, '0')}`,
      role: 'viewer' as const,
    }))
    server.say('user_key_bundles?', [{ user_id: eve.userId, ...eve.published }])
    await expect(begin([manager(ada), ...many])).rejects.toMatchObject({ code: 'not_member' })
    expect(server.to('user_key_bundles?')[1]?.path).toContain(
      `user_id=in.(${many
        .slice(100)
        .map(({ userId }) => userId)
        .join(',')})`,
    )
    const asked = server.to('user_key_bundles?').map(({ path }) => path.match(/[0-9a-f-]{36}/g)?.length)
    expect(asked).toEqual([100, 50])
    expect((await server.kept(vault)).pins).toEqual({})
  })
})

describe('the next epoch', () => {
  let first: MadeEpoch
  let second: MadeEpoch
  let before: OpenTeam
  beforeEach(async () => {
    // Eve left after the first.
    first = await makeEpoch({
      author: ada,
      spaceId: space,
      members: [
        [ada, 'manager'],
        [bob, 'editor'],
        [eve, 'editor'],
      ],
    })
    second = await makeEpoch({
      author: ada,
      before: first,
      members: [
        [ada, 'manager'],
        [bob, 'editor'],
      ],
    })
    const team = new HostileServer({
      'rpc/team_space_history': historyRows([first, second]),
      'rpc/team_space_people': peopleRows([ada, bob, eve]),
    })
    before = await openTeam(await team.keep(vault), vault, summaryFor(ada, second))
    await server.keep(vault)
  })

  test('follows the one before and opens the keys before it', async () => {
    const sent = await begin([manager(ada), member(bob), member(dan)], before, 'Council')
    const roster = readRoster(sent.roster)
    expect(roster.epoch).toBe(3)
    expect(roster.previous).toEqual(await rosterHash(second.signed))
    const team = await openAs(dan, sent, [first, second])
    expect(team).toMatchObject({ name: 'Council', epoch: 3 })
    expect(team.spaces.map(({ key }) => key).slice(1)).toEqual([second.key, first.key])
    const spaceKey = team.spaces[0]!.key
    const sealed = fromBase64Url(sent.previous_key ?? '')
    expect(await openPreviousSpaceKey({ spaceKey, sealed, spaceId: space, epoch: 3 })).toEqual(second.key)
    expect(spaceKey).not.toEqual(second.key)
  })

  test('gives members the keys that the roster names, and does not ask the server for them', async () => {
    bundles = [forged]
    const sent = await begin([manager(ada), member(bob)], before)
    expect(server.to('user_key_bundles?')).toEqual([])
    expect(await openAs(bob, sent, [first, second])).toMatchObject({ epoch: 3 })
  })

  test('has no wrap and no name for somebody who was left out', async () => {
    const sent = await begin([manager(ada)], before)
    expect(Object.keys(sent.wraps)).toEqual([ada.userId])
    expect(readRoster(sent.roster).members.map(({ userId }) => userId)).toEqual([ada.userId])
    expect(parseWrap(fromBase64Url(sent.wraps[ada.userId] ?? ''))).toMatchObject({ objectId: space, epoch: 3 })
  })

  test('is refused when the keys of a member are others than the roster names', async () => {
    const person = before.people.get(bob.userId)!
    const other = { ...before, people: new Map([[bob.userId, { ...person, fingerprint: forged.print }]]) }
    await expect(begin([manager(ada), member(bob)], other)).rejects.toMatchObject(changed)
    expect(server.to('/statements/v1/team-epochs')).toEqual([])
  })

  test('takes somebody back with the keys of the time before, and with no others', async () => {
    bundles = [eve]
    await begin([manager(ada), member(eve)], before)
    server.asked.splice(0)
    bundles = [await newPerson(eve.userId)]
    vault = await vaultOf(ada)
    await server.keep(vault)
    await expect(begin([manager(ada), member(eve)], before)).rejects.toMatchObject(changed)
    expect(server.to('/statements/v1/team-epochs')).toEqual([])
    expect((await server.kept(vault)).pins).toEqual({})
  })
})
