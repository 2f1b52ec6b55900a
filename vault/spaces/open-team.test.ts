import { beforeAll, describe, expect, test } from 'vitest'
import {
  canonicalJson,
  newSpaceKey,
  randomUuid,
  readRoster,
  rosterCode,
  rosterHash,
  signRoster,
  systemRandom,
  toBase64Url,
  utf8,
  wrapHash,
  wrapKey,
} from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { type MadeEpoch, historyRows, makeEpoch, peopleRows, summaryFor } from '../testing/team-space.ts'
import { type OpenTeam, type TeamSummary, authorInTeam, openTeam } from './open-team.ts'

const refused = { name: 'VaultError', code: 'space_refused' }

let ada: Person
let bob: Person
let eve: Person
/** Two epochs by Ada; Eve is an editor in the first and a viewer in the second. */
let epochs: MadeEpoch[] = []
beforeAll(async () => {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
  const members = [[ada, 'manager'] as const, [bob, 'editor'] as const]
  const first = await makeEpoch({ author: ada, members: [...members, [eve, 'editor']] })
  const labels = { [bob.userId]: { email: 'bob@signed.example', name: 'Bob Signed' } }
  const plan = {
    author: ada,
    members: [...members, [eve, 'viewer'] as const],
    before: first,
    name: 'Council',
    labels,
  }
  epochs = [first, await makeEpoch(plan)]
})

const newest = () => epochs.at(-1)!
const people = () => peopleRows([ada, bob, eve])
const serve = (of: readonly MadeEpoch[], who: unknown = people()) =>
  new HostileServer({ 'rpc/team_space_history': historyRows(of), 'rpc/team_space_people': who })

async function open(
  of: readonly MadeEpoch[] = epochs,
  { vault, summary, who }: { vault?: OpenVault; summary?: Partial<TeamSummary>; who?: unknown } = {},
): Promise<OpenTeam> {
  const own = vault ?? (await vaultOf(eve))
  const server = await serve(of, who).keep(own)
  return openTeam(server, own, { ...summaryFor(eve, of.at(-1)!), ...summary })
}

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

describe('what the server says of a space is refused', () => {
  test('without an epoch, or with another number than it said before', async () => {
    const vault = await vaultOf(eve)
    await expect(openTeam(serve([]), vault, summaryFor(eve, newest()))).rejects.toMatchObject(refused)
    await expect(open(epochs, { summary: { epoch: 1 } })).rejects.toMatchObject(refused)
    await expect(open(epochs, { summary: { epoch: 3 } })).rejects.toMatchObject(refused)
    await expect(open(epochs.slice(0, 1), { summary: { epoch: 2 } })).rejects.toMatchObject(refused)
  })

  test('when it goes back behind what this vault saw', async () => {
    const vault = await vaultOf(eve)
    const server = await serve(epochs).keep(vault)
    await openTeam(server, vault, summaryFor(eve, newest()))
    server.say('rpc/team_space_history', historyRows(epochs.slice(0, 1)))
    await expect(openTeam(server, vault, summaryFor(eve, epochs[0]!))).rejects.toMatchObject(refused)
  })

  test('for somebody who is not in the list', async () => {
    const mallory = await newPerson()
    const options = { vault: await vaultOf(mallory), summary: { wrapped_key: newest().wraps[eve.userId]! } }
    await expect(open(epochs, options)).rejects.toMatchObject(refused)
  })

  test('with other keys for oneself, as changed keys', async () => {
    const forged = await newPerson(eve.userId)
    const own = await makeEpoch({
      author: ada,
      members: [
        [ada, 'manager'],
        [forged, 'viewer'],
      ],
    })
    await expect(open([own], { who: peopleRows([ada, forged]) })).rejects.toMatchObject({ code: 'key_changed' })
  })

  test('with a wrapped key that the roster does not name', async () => {
    const [first, second] = epochs as [MadeEpoch, MadeEpoch]
    const options = { purpose: 'space-to-user', objectId: second.spaceId, epoch: 2, random: systemRandom } as const
    const own = { ...options, recipientPublicKey: eve.bundle.keys.xWing }
    const again = toBase64Url(await wrapKey({ ...own, key: second.key }))
    const others = toBase64Url(await wrapKey({ ...own, key: newSpaceKey(systemRandom) }))
    for (const wrapped_key of [again, others, second.wraps[bob.userId]!, first.wraps[eve.userId]!, 'AAAA', '', '*']) {
      await expect(open(epochs, { summary: { wrapped_key } })).rejects.toMatchObject(refused)
    }
  })

  test('with a wrapped key of another space or epoch, though the roster names it', async () => {
    for (const claimed of [
      { objectId: randomUuid(systemRandom), epoch: 1 },
      { objectId: epochs[0]!.spaceId, epoch: 2 },
    ]) {
      const to = { recipientPublicKey: eve.bundle.keys.xWing, purpose: 'space-to-user', ...claimed } as const
      const wrapped = await wrapKey({ key: newSpaceKey(systemRandom), ...to, random: systemRandom })
      const hash = await wrapHash(wrapped)
      const members = [
        { userId: ada.userId, fingerprint: ada.print, role: 'manager' as const, wrapHash: hash },
        { userId: eve.userId, fingerprint: eve.print, role: 'viewer' as const, wrapHash: hash },
      ]
      const { spaceId } = epochs[0]!
      const made = await makeEpoch({ author: ada, members: [[ada, 'manager']], spaceId, claims: { members } })
      for (const epoch of [1, 2]) {
        const summary = { wrapped_key: toBase64Url(wrapped), epoch }
        await expect(open([made], { summary })).rejects.toMatchObject(refused)
      }
    }
  })

  test('with the number of another epoch, though a manager wrapped its key for that', async () => {
    const made = await makeEpoch({
      author: ada,
      members: [
        [ada, 'manager'],
        [eve, 'viewer'],
      ],
    })
    const to = { recipientPublicKey: eve.bundle.keys.xWing, purpose: 'space-to-user', objectId: made.spaceId } as const
    const wrapped = await wrapKey({ key: made.key, ...to, epoch: 2, random: systemRandom })
    const hash = await wrapHash(wrapped)
    const roster = readRoster(made.signed.text)
    const members = roster.members.map((member) => ({ ...member, wrapHash: hash }))
    const signed = await signRoster({ ...roster, people: roster.people!, members }, ada.signer)
    const summary = { epoch: 2, wrapped_key: toBase64Url(wrapped) }
    await expect(open([{ ...made, signed }], { summary })).rejects.toMatchObject(refused)
  })

  test('with a key that is not the one which every member got', async () => {
    const claims = { keyHash: new Uint8Array(32) }
    const made = await makeEpoch({
      author: ada,
      members: [
        [ada, 'manager'],
        [eve, 'viewer'],
      ],
      claims,
    })
    await expect(open([made])).rejects.toMatchObject(refused)
  })

  test('without the key of the epoch before, or with another one', async () => {
    const [first, second] = epochs as [MadeEpoch, MadeEpoch]
    for (const previousKey of [null, toBase64Url(systemRandom(60)), 'AAAA', '*']) {
      await expect(open([first, { ...second, previousKey }])).rejects.toMatchObject(refused)
    }
    const other = await makeEpoch({
      author: ada,
      members: [
        [ada, 'manager'],
        [eve, 'viewer'],
      ],
      before: { ...first, key: newSpaceKey(systemRandom) },
    })
    await expect(open([first, other])).rejects.toMatchObject(refused)
  })

  test('with a name or labels that are not sealed for this epoch, or are none', async () => {
    const members = [[ada, 'manager'] as const, [eve, 'viewer'] as const]
    const [first] = epochs as [MadeEpoch]
    const { roster } = { roster: (await open([first])).rosters.get(1)! }
    for (const claims of [{ name: roster.name }, { people: roster.people! }, { name: systemRandom(40) }]) {
      const made = await makeEpoch({ author: ada, members, before: first, claims })
      await expect(open([first, made])).rejects.toMatchObject(refused)
    }
    for (const labels of [[], 'text', { [eve.userId]: 'Eve' }, { nobody: { email: '', name: '' } }]) {
      await expect(open([await makeEpoch({ author: ada, members, labels })])).rejects.toMatchObject(refused)
    }
    const extra = { [eve.userId]: { email: '', name: '', role: 'manager' } }
    await expect(open([await makeEpoch({ author: ada, members, labels: extra })])).rejects.toMatchObject(refused)
  })

  test('with rows or texts that are no history', async () => {
    const vault = await vaultOf(eve)
    for (const rows of [
      null,
      [{}],
      [{ ...historyRows(epochs)[0], roster: '{' }],
      [{ ...historyRows(epochs)[0], signature: '*' }],
    ]) {
      const server = await serve(epochs).say('rpc/team_space_history', rows).keep(vault)
      await expect(openTeam(server, vault, summaryFor(eve, newest()))).rejects.toMatchObject(refused)
    }
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
