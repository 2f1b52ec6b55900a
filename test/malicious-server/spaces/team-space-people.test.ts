/** A server that lies about the people of a team space: whose keys are theirs, who left, and who may change it. */
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rosterHash, toBase64Url, utf8 } from '#crypto/index.ts'
import { changeTeamSpace, createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { changeSpace, seenIn, spaceSeenBy } from '../../support/people/change-space.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { forgedBundle } from '../forged-bundle.ts'
import {
  HISTORY,
  PEOPLE,
  type Row,
  ada,
  attackSummary,
  attacked,
  bob,
  editor,
  epoch,
  eve,
  expectRefused,
  forgedBy,
  isOf,
  manager,
  rowsOf,
  spaceId,
  tamper,
  stageAttackedSpace,
} from './attacked-space.ts'

stageAttackedSpace()

describe('keys that the server made itself', () => {
  test('do not become those of a member whom another manager added', async () => {
    await changeSpace(ada, spaceId, { members: [manager(ada), manager(bob), editor(eve)] })
    const forged = await forgedBundle(eve.userId)
    const exchange = (row: Row): Row => (row['user_id'] === eve.userId ? { ...row, ...forged } : row)
    attacked.proxy.tamperJson<Row[]>(['user_key_bundles', PEOPLE], (rows) => rows.map(exchange))
    // Bob has never met Eve: only the roster says which keys are hers.
    await expectRefused(await bob.reopen())

    // The keys that are wrapped for come from the roster, also where the list looked right.
    attacked.proxy.tamperJson<Row[]>('user_key_bundles?select=user_id', (rows) => rows.map(exchange))
    const own = await bob.reopen()
    await changeSpace(own, spaceId, { name: 'Council' })
    expect(attacked.proxy.changed(), 'nobody who is in the roster is looked up').toBe(0)
    attacked.proxy.honest()
    expect(await spaceSeenBy(eve, spaceId)).toMatchObject({ name: 'Council', problem: null })
  })

  test('are refused in a roster that a manager was led to sign', async () => {
    await changeSpace(ada, spaceId, { members: [manager(ada), manager(bob), editor(eve)] })
    await listTeamSpaces(ada.api, ada.vault)
    const keys = await forgedBundle(eve.userId)
    const { history, wrapped } = await forgedBy(bob, ada, 3, (member) =>
      member.userId === eve.userId ? { ...member, fingerprint: keys.print } : member,
    )
    attackSummary({ epoch: 3, wrapped_key: wrapped }, [history])
    await expectRefused(ada)
    await expectRefused(await ada.reopen())
  })

  test('do not become those of somebody who is added again', async () => {
    await changeSpace(ada, spaceId, { members: [manager(ada), manager(bob)] })
    const forged = await forgedBundle(eve.userId)
    const own = await bob.reopen()
    attacked.proxy.tamperJson<Row[]>(['user_key_bundles?select=user_id', PEOPLE], (rows) =>
      rows.map((row) => (row['user_id'] === eve.userId ? { ...row, ...forged } : row)),
    )
    // Bob never met Eve, who was a member before him.
    await expect(
      changeSpace(own, spaceId, { members: [manager(ada), manager(bob), editor(eve)] }),
    ).rejects.toMatchObject({ code: 'key_changed' })
  })

  test('are not remembered by looking at a space', async () => {
    const dan = await attacked.person()
    const own = await createTeamSpace(dan.api, dan.vault, { name: 'Trap', members: [editor(eve)] })
    expect(await spaceSeenBy(eve, own)).toMatchObject({ name: 'Trap' })
    const { keyring } = await eve.reopen().then(({ vault }) => vault)
    expect(Object.keys(keyring.pins).filter((name) => name.includes(dan.userId))).toEqual([])
  })
})

describe('who left', () => {
  test('is the word of the server: a manager who looks at the list removes nobody', async () => {
    await changeSpace(ada, spaceId, { members: [manager(ada), manager(bob), editor(eve)] })
    const before = await epoch()
    tamper(PEOPLE, (row) => (row['user_id'] === bob.userId ? { ...row, is_member: false } : row))
    const own = await ada.reopen()
    const space = await spaceSeenBy(own, spaceId)
    expect(space?.leavers).toMatchObject([{ userId: bob.userId, email: bob.email }])
    expect(await epoch()).toBe(before)
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  })

  test('is not removed by a change that somebody made before they were shown as gone', async () => {
    const seen = seenIn((await spaceSeenBy(ada, spaceId))!)
    tamper(PEOPLE, (row) => (row['user_id'] === bob.userId ? { ...row, is_member: false } : row))
    const own = await ada.reopen()
    await changeTeamSpace(own.api, own.vault, { id: spaceId, name: 'Council', seen })
    attacked.proxy.honest()
    expect(await spaceSeenBy(bob, spaceId)).toMatchObject({ name: 'Council', role: 'editor' })
  })

  test('cannot be mistaken for somebody else: names and addresses are those that a manager sealed', async () => {
    const address: Record<string, string> = { [bob.userId]: eve.email, [eve.userId]: bob.email }
    tamper(PEOPLE, (row) => ({ ...row, email: address[String(row['user_id'])] ?? row['email'] }))
    const dan = await bob.reopen()
    const members = (await spaceSeenBy(dan, spaceId))?.members ?? []
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    for (const { userId, email } of [bob, eve]) {
      expect(members.find((one) => one.userId === userId)?.email).toBe(email)
    }
  })
})

describe('a token without the keys of the account', () => {
  test('cannot put an unsigned roster into a space, which keeps working', async () => {
    const [row] = await rowsOf(ada, HISTORY)
    const before = JSON.parse(String(row?.['roster'])) as Row
    const previous = toBase64Url(await rosterHash({ text: String(row?.['roster']) }))
    const roster = JSON.stringify({ ...before, epoch: 2, previous })
    const members = before['members'] as Row[]
    const wraps = Object.fromEntries(members.map(({ user_id }) => [user_id, 'AAAA']))
    const payload = { space_id: spaceId, epoch: 2, roster, signature: row?.['signature'], previous_key: null, wraps }
    await expect(ada.api.post('/statements/v1/team-epochs', payload)).rejects.toMatchObject({ code: 'unexpected' })
    await expect(ada.api.rest('rpc/begin_team_epoch', { method: 'POST', body: { payload } })).rejects.toThrow()
    expect(await epoch()).toBe(1)
    await changeSpace(ada, spaceId, { name: 'Council' })
    expect(await spaceSeenBy(bob, spaceId)).toMatchObject({ name: 'Council' })
  })
})

/** The next roster of the space, signed by `author`, with random bytes in the place of its name or its labels. */
async function longRoster(author: VaultPerson, before: string, lengths: { name?: number; people?: number }) {
  const said = JSON.parse(before) as Row
  const filled = Object.entries(lengths).map(([field, length]) => [field, toBase64Url(randomBytes(length))])
  const previous = toBase64Url(await rosterHash({ text: before }))
  // The members of a canonical text stay where they are.
  const roster = JSON.stringify({ ...said, epoch: 2, previous, ...Object.fromEntries(filled) })
  const signature = toBase64Url(await author.vault.signer.sign('qs1/roster', utf8(roster)))
  const members = said['members'] as Row[]
  const wraps = Object.fromEntries(members.map(({ user_id }) => [user_id, 'AAAA']))
  return { space_id: spaceId, epoch: 2, roster, signature, previous_key: 'AAAA', wraps }
}

describe('a colleague who makes a space too long to read', () => {
  test('is refused a roster that is longer than its members need', async () => {
    const [row] = await rowsOf(ada, HISTORY)
    const people = await longRoster(ada, String(row?.['roster']), { people: 2000 })
    await expect(ada.api.post('/statements/v1/team-epochs', people)).rejects.toMatchObject({
      message: expect.stringContaining('too long'),
    })
    const name = await longRoster(ada, String(row?.['roster']), { name: 2000 })
    await expect(ada.api.post('/statements/v1/team-epochs', name)).rejects.toMatchObject({
      message: expect.stringContaining('too long'),
    })
    expect(await epoch()).toBe(1)
  })

  test('hides no other space, with the help of the server either', async () => {
    const other = await createTeamSpace(bob.api, bob.vault, { name: 'Bakery', members: [] })
    const roster = 'x'.repeat(2 * 1024 * 1024)
    attacked.proxy.tamper(({ path }, { body }) => {
      if (!isOf(path, HISTORY)) return null
      const rows = JSON.parse(body.toString()) as Row[]
      return rows.some((one) => String(one['roster']).includes(spaceId))
        ? { body: Buffer.from(JSON.stringify([{ ...rows[0], epoch: 1000, roster }])) }
        : null
    })
    const dan = await bob.reopen()
    const spaces = await listTeamSpaces(dan.api, dan.vault)
    expect(spaces.find(({ id }) => id === spaceId)).toMatchObject({ problem: 'space_refused' })
    expect(spaces.find(({ id }) => id === other)).toMatchObject({ name: 'Bakery', problem: null })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  })
})
