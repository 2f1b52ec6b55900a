import { beforeAll, describe, expect, test } from 'vitest'
import { randomUuid, systemRandom } from '#crypto/index.ts'
import { compared, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { type MadeEpoch, historyRows, makeEpoch, peopleRows } from '../testing/team-space.ts'
import { type Asked, HostileServer } from '../testing/hostile-server.ts'
import { VaultError } from '../session/vault-error.ts'
import { checkNewEpochs, fetchTeamHistory, readTeamHistory } from './team-history.ts'
import { ada, bob, check, epochs, eve, people, read, refused, roles, stageEpochs } from '../testing/team-epochs.ts'

const changed = { name: 'VaultError', code: 'key_changed' }

let space: string
beforeAll(async () => {
  await stageEpochs()
  space = epochs[0]!.spaceId
})

/** A server with one epoch on a page and 500 people on one. */
function serving(rows: Record<string, unknown>[], everybody: Record<string, unknown>[]) {
  const server = new HostileServer({
    'rpc/team_space_history': ({ body }: Asked) => {
      const { below } = body as { below: number | null }
      return rows.filter(({ epoch }) => below === null || Number(epoch) < below).slice(0, 1)
    },
    'rpc/team_space_people': ({ body }: Asked) => {
      const { after } = body as { after: string | null }
      return everybody.filter((row) => after === null || String(row['user_id']) > after).slice(0, 500)
    },
  })
  const history = () => server.to('rpc/team_space_history').map(({ body }) => (body as { below: unknown }).below)
  return { server, history }
}

describe('reading', () => {
  test('gives the epochs newest first, and people with the keys that they signed themselves', async () => {
    const [firstRow, ...others] = people()
    const named = { ...firstRow, first_name: 'Ada', last_name: 'Moss', email: null, is_member: false }
    const history = await read(epochs, [named, ...others])
    expect(history.epochs.map(({ roster }) => roster.epoch)).toEqual([3, 2, 1])
    expect(history.epochs.map(({ previousKey }) => previousKey)).toEqual(epochs.map((e) => e.previousKey).toReversed())
    expect(history.people.get(ada.userId)).toEqual({
      userId: ada.userId,
      email: '',
      name: 'Ada Moss',
      bundle: ada.bundle,
      fingerprint: ada.print,
      isMember: false,
    })
    expect(history.people.get(bob.userId)).toMatchObject({ name: '', email: bob.email, isMember: true })
    await expect(read([])).resolves.toMatchObject({ epochs: [] })
  })

  test('refuses a history that lacks its beginning, an epoch between, or their order', async () => {
    const [first, second, third] = epochs as [MadeEpoch, MadeEpoch, MadeEpoch]
    await expect(read([second, third])).rejects.toMatchObject(refused)
    await expect(read([first, third])).rejects.toMatchObject(refused)
    await expect(read([first, second, second])).rejects.toMatchObject(refused)
    await expect(read([second, first])).rejects.toMatchObject(refused)
    await expect(read([third])).rejects.toMatchObject(refused)
  })

  test('asks for page after page, down to the first epoch', async () => {
    const { server, history } = serving(historyRows(epochs), people())
    const { epochs: read } = await fetchTeamHistory(server, space)
    expect(read.map(({ roster }) => roster.epoch)).toEqual([3, 2, 1])
    expect(history()).toEqual([null, 3, 2])
  })

  test('asks for everybody who was ever in it, 500 at a time', async () => {
    const crowd = Array.from({ length: 500 }, (_, index) => ({
      ...people()[0],
      user_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    }))
    const { server } = serving(historyRows(epochs), crowd)
    // Made up, so nobody's keys: what counts is that the second page was asked for.
    await expect(fetchTeamHistory(server, space)).rejects.toMatchObject(refused)
    expect(server.to('rpc/team_space_people').map(({ body }) => body)).toEqual([
      { space, after: null },
      { space, after: crowd[499]!.user_id },
    ])
  })

  test('refuses a history that goes round in circles, or ends before the first epoch', async () => {
    const rows = historyRows(epochs)
    for (const [head, rest] of [
      [rows.slice(0, 2), rows.slice(0, 2)],
      [rows.slice(0, 2), []],
      [[{ ...rows[0], epoch: -4 }], []],
    ]) {
      const server = new HostileServer({
        'rpc/team_space_history': ({ body }: Asked) => ((body as { below: unknown }).below === null ? head : rest),
        'rpc/team_space_people': people(),
      })
      await expect(fetchTeamHistory(server, space)).rejects.toMatchObject(refused)
      expect(server.to('rpc/team_space_history').length).toBeLessThan(3)
    }
  })

  test('refuses a history that is too long to read, so that other spaces are listed all the same', async () => {
    const tooLarge = new VaultError('file_too_large', 'The answer is larger than the server allows.')
    const server = new HostileServer({
      'rpc/team_space_history': () => Promise.reject(tooLarge),
      'rpc/team_space_people': people(),
    })
    await expect(fetchTeamHistory(server, space)).rejects.toMatchObject({ code: 'space_refused', cause: tooLarge })
    server.say('rpc/team_space_history', () => Promise.reject(new VaultError('offline', 'No answer.')))
    await expect(fetchTeamHistory(server, space)).rejects.toMatchObject({ code: 'offline' })

    const roster = 'x'.repeat(8 * 1024 * 1024)
    const endless = ({ body }: Asked) => {
      const { below } = body as { below: number | null }
      return [{ ...historyRows(epochs)[0], epoch: (below ?? 1_000_000) - 1, roster }]
    }
    server.say('rpc/team_space_history', endless)
    await expect(fetchTeamHistory(server, space)).rejects.toMatchObject({ code: 'space_refused' })
    expect(server.to('rpc/team_space_history').length).toBeLessThan(70)
  })

  test('refuses the history of another space', async () => {
    const rows = { epochs: historyRows(epochs), people: people() }
    await expect(readTeamHistory(randomUuid(systemRandom), rows)).rejects.toMatchObject(refused)
  })

  test('refuses an epoch that is not the one which the next names', async () => {
    const other = await makeEpoch({
      author: ada,
      members: roles('manager', 'editor', 'viewer'),
      spaceId: epochs[0]!.spaceId,
    })
    await expect(read([other, ...epochs.slice(1)])).rejects.toMatchObject(refused)
    const rows = historyRows(epochs)
    const altered = rows.map((row) =>
      row['epoch'] === 1 ? { ...row, roster: String(row['roster']).replace('"viewer"', '"editor"') } : row,
    )
    expect(altered).not.toEqual(rows)
    await expect(readTeamHistory(epochs[0]!.spaceId, { epochs: altered, people: people() })).rejects.toMatchObject(
      refused,
    )
  })

  test('refuses other keys of somebody who left and came back', async () => {
    const [first] = epochs as [MadeEpoch]
    const without = await makeEpoch({ author: ada, members: [[ada, 'manager']], before: first })
    const forged = await newPerson(eve.userId)
    const back = [[ada, 'manager'] as const, [forged, 'viewer'] as const]
    const again = await makeEpoch({ author: ada, members: back, before: without })
    await expect(read([first, without, again])).rejects.toMatchObject(refused)
    const honest = await makeEpoch({ author: ada, members: [back[0]!, [eve, 'viewer']], before: without })
    await expect(read([first, without, honest])).resolves.toBeDefined()
  })

  test('refuses keys that their owner did not sign, and those of somebody else', async () => {
    const [a, b, e] = people()
    const mixed = { ...e, signature: b!['signature'] }
    await expect(read(epochs, [a!, b!, mixed])).rejects.toMatchObject(refused)
    await expect(read(epochs, [a!, b!, { ...e, ...ada.published }])).rejects.toMatchObject(refused)
  })

  test('refuses rows in another form', async () => {
    for (const rows of [
      { epochs: [{ ...historyRows(epochs)[0], previous_key: 1 }], people: [] },
      { epochs: [], people: [{ ...people()[0], is_member: 'yes' }] },
      { epochs: null, people: [] },
    ]) {
      await expect(readTeamHistory(epochs[0]!.spaceId, rows)).rejects.toMatchObject({ name: 'ZodError' })
    }
  })
})

describe('somebody who never saw the space', () => {
  test('accepts the newest roster of a manager of the epoch before', async () => {
    const vault = await vaultOf(eve)
    await check(vault)
    await check(vault, epochs.slice(0, 1))
    // Everything below is in it by hash, whoever signed that.
    const rows = historyRows(epochs).map((row) => (row['epoch'] === 3 ? row : { ...row, signature: 'AAAA' }))
    await checkNewEpochs(vault, await readTeamHistory(epochs[0]!.spaceId, { epochs: rows, people: people() }))
  })

  test('refuses a signature that is not the author’s', async () => {
    const forged = [...epochs.slice(0, 2), { ...epochs[2]!, signed: { ...epochs[2]!.signed } }]
    forged[2]!.signed = { text: forged[2]!.signed.text, signature: epochs[1]!.signed.signature }
    await expect(check(await vaultOf(eve), forged)).rejects.toMatchObject(refused)
  })

  test('refuses a roster by an editor, a viewer, or somebody who was in no roster', async () => {
    const [first] = epochs as [MadeEpoch]
    const vault = await vaultOf(eve)
    const mallory = await newPerson()
    for (const author of [bob, eve, mallory]) {
      const members = roles('manager', 'manager', 'manager')
      const forged = await makeEpoch({ author, members, before: first })
      await expect(check(vault, [first, forged], [...people(), ...peopleRows([mallory])])).rejects.toMatchObject(
        refused,
      )
    }
  })

  test('refuses a first roster whose author is no manager of it, or has other keys in it', async () => {
    const vault = await vaultOf(eve)
    const { spaceId } = epochs[0]!
    const editor = await makeEpoch({ author: bob, members: roles('manager', 'editor', 'viewer'), spaceId })
    await expect(check(vault, [editor])).rejects.toMatchObject(refused)
    const members = [[ada, 'manager'] as const]
    await expect(check(vault, [await makeEpoch({ author: bob, members, spaceId })])).rejects.toMatchObject(refused)
    const forged = await newPerson(bob.userId)
    const other = await makeEpoch({
      author: bob,
      members: [
        [forged, 'manager'],
        [eve, 'viewer'],
      ],
      spaceId,
    })
    await expect(check(vault, [other])).rejects.toMatchObject(refused)
    const own = await makeEpoch({
      author: bob,
      members: [
        [bob, 'manager'],
        [eve, 'viewer'],
      ],
      spaceId,
    })
    await check(vault, [own])
  })

  test('refuses a manager with keys that the server made', async () => {
    const forged = await newPerson(bob.userId)
    const [first, second] = epochs as [MadeEpoch, MadeEpoch]
    const third = await makeEpoch({ author: forged, members: roles('manager', 'manager', 'viewer'), before: second })
    const who = peopleRows([ada, forged, eve])
    await expect(check(await vaultOf(eve), [first, second, third], who)).rejects.toMatchObject(refused)
    // Of two answers for one person it does not matter which the server means.
    for (const both of [
      [ada, bob, forged, eve],
      [ada, forged, bob, eve],
    ]) {
      await expect(check(await vaultOf(eve), [first, second, third], peopleRows(both))).rejects.toMatchObject(refused)
    }
  })

  test('refuses an author or a member of whom no keys are shown', async () => {
    const vault = await vaultOf(eve)
    await expect(check(vault, epochs, peopleRows([ada, eve]))).rejects.toMatchObject(refused)
    await expect(check(vault, epochs, peopleRows([bob, eve]))).rejects.toMatchObject(refused)
  })

  test('refuses a member whose keys are not those in the roster', async () => {
    const forged = await newPerson(ada.userId)
    await expect(check(await vaultOf(eve), epochs, peopleRows([forged, bob, eve]))).rejects.toMatchObject(refused)
  })

  test('refuses a member with other keys than this vault knows, and an author too', async () => {
    const others = { ada: await newPerson(ada.userId), bob: await newPerson(bob.userId) }
    for (const known of [others.ada, others.bob]) {
      await expect(check(await vaultOf(eve, { pins: pinned(known, 'seen') }))).rejects.toMatchObject(changed)
      await expect(check(await vaultOf(eve, { peers: [compared(known)] }))).rejects.toMatchObject(changed)
    }
    await check(await vaultOf(eve, { pins: pinned(ada, 'seen'), peers: [compared(bob)] }))
  })

  test('refuses other keys for itself', async () => {
    const forged = await newPerson(eve.userId)
    const members = [[ada, 'manager'] as const, [forged, 'viewer'] as const]
    const own = await makeEpoch({ author: ada, members, spaceId: epochs[0]!.spaceId })
    await expect(check(await vaultOf(eve), [own], peopleRows([ada, forged]))).rejects.toMatchObject(changed)
  })

  test('names the author first whose keys changed and who is no member any more', async () => {
    const [first] = epochs as [MadeEpoch]
    const members = [[bob, 'manager'] as const, [eve, 'viewer'] as const]
    const handed = await makeEpoch({ author: ada, members, before: first })
    const known = await newPerson(ada.userId)
    const vault = await vaultOf(eve, { pins: pinned(known, 'seen') })
    await expect(check(vault, [first, handed])).rejects.toMatchObject(changed)
    await check(await vaultOf(eve), [first, handed])
  })
})
