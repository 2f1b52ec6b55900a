import { beforeAll, describe, expect, test } from 'vitest'
import {
  newSpaceKey,
  randomUuid,
  readRoster,
  signRoster,
  systemRandom,
  toBase64Url,
  wrapHash,
  wrapKey,
} from '#crypto/index.ts'
import { newPerson, vaultOf } from '../testing/person.ts'
import { type MadeEpoch, historyRows, makeEpoch, peopleRows, summaryFor } from '../testing/team-space.ts'
import { openTeam } from './open-team.ts'
import { ada, bob, epochs, eve, newest, open, refused, serve, stageTeam } from '../testing/opened-team.ts'

beforeAll(stageTeam)

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
