import { beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson, rosterCode, rosterHash, toBase64Url, utf8 } from '#crypto/index.ts'
import { newPerson, pinned, vaultOf } from '../testing/person.ts'
import { type MadeEpoch, makeEpoch, summaryFor } from '../testing/team-space.ts'
import { authorInTeam, openTeam } from './open-team.ts'
import { ada, bob, epochs, eve, newest, open, people, refused, serve, stageTeam } from '../testing/opened-team.ts'

beforeAll(stageTeam)

describe('a space', () => {
  test('opens with its name, its rosters and the keys of all its epochs', async () => {
    const team = await open()
    const hash = await rosterHash(newest().signed)
    expect(team).toMatchObject({
      id: newest().spaceId,
      name: 'Council',
      epoch: 2,
      rosterHash: toBase64Url(hash),
      code: rosterCode(hash),
      role: 'viewer',
      createdAt: '2026-01-02T03:04:05.678Z',
      hasLeft: 0,
      head: newest().signed,
    })
    expect([...team.rosters.keys()]).toEqual([2, 1])
    expect(team.spaces.map(({ id, epoch, key, rosterHash: named }) => ({ id, epoch, key, named }))).toEqual([
      { id: team.id, epoch: 2, key: epochs[1]!.key, named: hash },
      { id: team.id, epoch: 1, key: epochs[0]!.key, named: await rosterHash(epochs[0]!.signed) },
    ])
  })

  test('asks for that space and no other, and remembers what it saw', async () => {
    const vault = await vaultOf(eve)
    const server = await serve(epochs).keep(vault)
    const { id, rosterHash: hash } = await openTeam(server, vault, summaryFor(eve, newest()))
    const [history, shown] = server.asked
    expect(history).toMatchObject({ path: 'rpc/team_space_history', method: 'POST', body: { space: id } })
    expect(shown).toMatchObject({ path: 'rpc/team_space_people', method: 'POST', body: { space: id } })
    expect((await server.kept(vault)).pins).toEqual({ [`space/${id}`]: `2:${hash}` })
    expect(vault.keyring.pins).toEqual({ [`space/${id}`]: `2:${hash}` })
  })

  test('that is refused is not remembered', async () => {
    const vault = await vaultOf(eve)
    const server = await serve(epochs).keep(vault)
    const summary = { ...summaryFor(eve, newest()), wrapped_key: epochs[0]!.wraps[eve.userId]! }
    await expect(openTeam(server, vault, summary)).rejects.toMatchObject(refused)
    expect((await server.kept(vault)).pins).toEqual({})
  })

  test('says who still holds the key and has left, whatever number the server gives', async () => {
    const [a, b, e] = people()
    const who = [a, { ...b, is_member: false }, e]
    expect(await open(epochs, { who, summary: { has_left: 0 } })).toMatchObject({ hasLeft: 1 })
    expect(await open(epochs, { summary: { has_left: 7 } })).toMatchObject({ hasLeft: 0 })
    // Somebody of an earlier epoch who left holds no newer key.
    const after = await makeEpoch({
      author: ada,
      members: [
        [ada, 'manager'],
        [eve, 'editor'],
      ],
      before: newest(),
    })
    expect(await open([...epochs, after], { who })).toMatchObject({ hasLeft: 0, role: 'editor' })
  })

  test('takes the role from the signed roster, not from the server', async () => {
    expect(await open(epochs, { summary: { role: 'manager' } })).toMatchObject({ role: 'viewer' })
  })
})

test('a line that fails is no reason to refuse a space', async () => {
  const vault = await vaultOf(eve)
  const server = serve(epochs).say('rpc/team_space_people', () => {
    throw new TypeError('no line')
  })
  await expect(openTeam(server, vault, summaryFor(eve, newest()))).rejects.toMatchObject({ name: 'TypeError' })
})

test('people have the names that a manager signed, then the address this vault knows, then what the server says', async () => {
  const [a, b, e] = people()
  const who = [
    { ...a, email: 'ada@server.example', first_name: 'Ada' },
    { ...b, email: eve.email, first_name: 'Eve' },
    e,
  ]
  const vault = await vaultOf(eve, { pins: { ...pinned(ada, 'seen'), 'mail/ada@known.example': ada.userId } })
  const known = await open(epochs, { vault, who })
  expect(known.people.get(bob.userId)).toMatchObject({ email: 'bob@signed.example', name: 'Bob Signed' })
  expect(known.people.get(ada.userId)).toMatchObject({ email: 'ada@known.example', name: 'Ada' })
  expect(known.people.get(ada.userId)?.bundle).toEqual(ada.bundle)
  const fresh = await open(epochs, { who })
  expect(fresh.people.get(ada.userId)).toMatchObject({ email: 'ada@server.example', name: 'Ada' })
})

test('a roster of an earlier release has no labels', async () => {
  const [first] = epochs as [MadeEpoch]
  const { people: _, ...said } = JSON.parse(first.signed.text) as Record<string, string>
  const text = canonicalJson({ ...said, v: 1 })
  const signed = { text, signature: await ada.signer.sign('qs1/roster', utf8(text)) }
  const team = await open([{ ...first, signed }])
  expect(team).toMatchObject({ name: 'Board', role: 'editor' })
  expect(team.people.get(bob.userId)).toMatchObject({ email: bob.email })
})

describe('the author of what is in a space', () => {
  const unknown = { name: 'CryptoError', code: 'verify_failed' }

  test('is a manager or an editor of that epoch', async () => {
    const team = await open()
    for (const { userId, signer } of [ada, bob]) {
      expect(await authorInTeam(team, 2, signer.keyId)).toMatchObject({ userId })
    }
    // Whoever may only read now could write then.
    expect(await authorInTeam(team, 1, eve.signer.keyId)).toMatchObject({ userId: eve.userId })
  })

  test('is no viewer, nobody else, and nobody of an epoch that is not there', async () => {
    const team = await open()
    await expect(authorInTeam(team, 2, eve.signer.keyId)).rejects.toMatchObject(unknown)
    await expect(authorInTeam(team, 2, (await newPerson()).signer.keyId)).rejects.toMatchObject(unknown)
    await expect(authorInTeam(team, 3, ada.signer.keyId)).rejects.toMatchObject(unknown)
  })

  test('has the keys that the roster of that epoch names', async () => {
    const forged = await newPerson(bob.userId)
    const team = await open()
    const shown = { ...team.people.get(bob.userId)!, bundle: forged.bundle, fingerprint: forged.print }
    const swapped = { ...team, people: new Map([...team.people, [bob.userId, shown]]) }
    await expect(authorInTeam(swapped, 2, forged.signer.keyId)).rejects.toMatchObject(unknown)
    const missing = { ...team, people: new Map() }
    await expect(authorInTeam(missing, 2, bob.signer.keyId)).rejects.toMatchObject(unknown)
  })
})
