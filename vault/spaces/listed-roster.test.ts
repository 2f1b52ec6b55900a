import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomUuid, rosterHash, systemRandom } from '#crypto/index.ts'
import { KeyLog } from '../ledger/listings/key-log.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { type Asked, HostileServer } from '../testing/hostile-server.ts'
import { listingLog } from '../testing/listing-log.ts'
import { newPerson, type Person, vaultOf } from '../testing/person.ts'
import { historyRows, type MadeEpoch, makeEpoch, peopleRows, summaryFor } from '../testing/team-space.ts'
import { beginEpoch } from './begin-epoch.ts'
import { requireListedRoster } from './listed-roster.ts'
import { openTeam } from './open-team.ts'
import type { OpenTeam } from '../session/team.ts'
import { listedTeam } from './team-spaces.ts'

const refusal = (code: string) => ({ name: 'VaultError', code })

let ada: Person
let bob: Person
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([newPerson(), newPerson()])
})

let vault: OpenVault
let server: HostileServer
let epochs: MadeEpoch[]
let waits: boolean[]
let nowMs: number
let pauses: number
/** How long each was to be. */
let pausesMs: number[]
/** What happens during a pause. */
let meanwhile: () => void
beforeEach(async () => {
  waits = []
  nowMs = 1_000_000
  pauses = 0
  pausesMs = []
  meanwhile = () => undefined
  const first = await makeEpoch({ author: ada, spaceId: randomUuid(systemRandom), members: members() })
  epochs = [first, await makeEpoch({ author: ada, before: first, members: members() })]
  vault = { ...(await vaultOf(bob)), keyLog: newLog() }
  server = await new HostileServer().keep(vault)
})

const newLog = () =>
  new KeyLog({
    nowMs: () => nowMs,
    onWait: (isWaiting) => waits.push(isWaiting),
    pause: async (ms) => {
      pauses += 1
      pausesMs.push(ms)
      meanwhile()
    },
  })
const members = () => [[ada, 'manager'] as const, [bob, 'editor'] as const]
const place = (version: number) => ({ kind: 'roster' as const, ownerId: epochs[0]!.spaceId, version })

/** What the server shows of the space from now on. */
function show(shown: readonly MadeEpoch[]): void {
  server
    .say('rpc/team_space_history', historyRows(shown))
    .say('rpc/team_space_people', peopleRows([ada, bob]))
    .say('rpc/my_team_spaces', () => [summaryFor(bob, shown.at(-1)!)])
}
async function opened(shown: readonly MadeEpoch[] = epochs): Promise<OpenTeam> {
  show(shown)
  return openTeam(server, vault, summaryFor(bob, shown.at(-1)!))
}
const require = async (shown?: readonly MadeEpoch[]) => requireListedRoster(server, vault, await opened(shown))
const asked = () => server.to('/audit/v1/keys').map(({ body }) => (body as { people: string[] }).people.length)

describe('a list of members under which something is sealed', () => {
  test('is the newest that the log lists, and so is all before it; in a minute that is asked once', async () => {
    await require()
    expect(asked()).toEqual([3])
    await require()
    expect(asked()).toEqual([3])
    nowMs += 60_000
    await require()
    // The first roster was proved in this session already.
    expect(asked()).toEqual([3, 2])
    expect(pauses).toBe(0)
  })

  test('of another space is proved by the same tree within a minute, and what led to it is not asked for again', async () => {
    const other = await makeEpoch({ author: ada, spaceId: randomUuid(systemRandom), members: members() })
    const next = await makeEpoch({ author: ada, before: other, members: members() })
    await require()
    await require([other, next])
    nowMs += 60_000
    await require([other, next])
    expect(asked()).toEqual([3, 3, 2])
  })

  test('is not an older one: the log lists what follows', async () => {
    await expect(require(epochs.slice(0, 1))).rejects.toMatchObject(refusal('roster_newer_listed'))
    expect(pauses).toBe(0)
  })

  test('is not another one of its number, nor one that stands on another', async () => {
    const fork = await makeEpoch({ author: ada, before: epochs[0]!, members: members(), name: 'Fork' })
    await expect(require([epochs[0]!, fork])).rejects.toMatchObject(refusal('roster_other_listed'))
    const beyond = await makeEpoch({ author: ada, before: fork, members: members() })
    await expect(require([epochs[0]!, fork, beyond])).rejects.toMatchObject(refusal('roster_other_listed'))
  })

  test('is none of two that the log lists under one number, whichever came first', async () => {
    const fork = await makeEpoch({ author: ada, before: epochs[0]!, members: members(), name: 'Fork' })
    await require()
    listingLog.listSecond(place(2), await rosterHash(fork.signed))
    nowMs += 60_000
    await expect(require()).rejects.toMatchObject(refusal('roster_other_listed'))
    vault = { ...vault, keyLog: newLog(), keyring: { ...vault.keyring, pins: {} } }
    await server.keep(vault)
    await expect(require([epochs[0]!, fork])).rejects.toMatchObject(refusal('roster_other_listed'))
  })

  test('that was just made is waited for, and refused when it is never listed', async () => {
    const third = await makeEpoch({ author: ada, before: epochs[1]!, members: members(), isListed: false })
    meanwhile = () => {
      if (pauses === 3) listingLog.listStatement(place(3), hashes[0]!)
    }
    const hashes = [await rosterHash(third.signed)]
    await require([...epochs, third])
    expect([pauses, waits]).toEqual([3, [true, false]])

    const fourth = await makeEpoch({ author: ada, before: third, members: members(), isListed: false })
    await expect(require([...epochs, third, fourth])).rejects.toMatchObject(refusal('roster_not_listed'))
    expect(waits).toEqual([true, false, true, false])
  })

  test('that is waited for is asked for alone: what led to it was proved at the first look', async () => {
    const third = await makeEpoch({ author: ada, before: epochs[1]!, members: members(), isListed: false })
    const hash = await rosterHash(third.signed)
    meanwhile = () => {
      if (pauses === 3) listingLog.listStatement(place(3), hash)
    }
    await require([...epochs, third])
    // Three versions and what follows, then the newest and what follows.
    expect(asked()).toEqual([4, 2, 2, 2])
    // What was not listed at the first look either is still asked for.
    const fourth = await makeEpoch({ author: ada, before: third, members: members(), isListed: false })
    const fifth = await makeEpoch({ author: ada, before: fourth, members: members(), isListed: false })
    const hashes = [await rosterHash(fourth.signed), await rosterHash(fifth.signed)]
    pauses = 0
    meanwhile = () => listingLog.listStatement(place(pauses + 3), hashes[pauses - 1]!)
    nowMs += 60_000
    await require([...epochs, third, fourth, fifth])
    expect(asked().slice(4)).toEqual([4, 3, 2])
  })

  test('that is followed by another one while it is waited for is refused', async () => {
    const third = await makeEpoch({ author: ada, before: epochs[1]!, members: members(), isListed: false })
    const hash = await rosterHash(third.signed)
    meanwhile = () => {
      listingLog.listStatement(place(3), hash)
      listingLog.listStatement(place(4), new Uint8Array(32))
    }
    await expect(require([...epochs, third])).rejects.toMatchObject(refusal('roster_newer_listed'))
  })

  describe('while the server asks to come back later', () => {
    const later = (seconds: number) => () => {
      throw new VaultError('rate_limited', `For security purposes, you can only request this after ${seconds} seconds.`)
    }
    const honest = ({ body }: Asked) => listingLog.keys(body)

    test('is waited for as long as it says, during the wait and before', async () => {
      const third = await makeEpoch({ author: ada, before: epochs[1]!, members: members(), isListed: false })
      const hash = await rosterHash(third.signed)
      server.say('/audit/v1/keys', later(1))
      meanwhile = () => {
        if (pauses === 1) server.say('/audit/v1/keys', honest)
        if (pauses === 2) server.say('/audit/v1/keys', later(7))
        if (pauses === 3) server.say('/audit/v1/keys', honest)
        if (pauses === 4) listingLog.listStatement(place(3), hash)
      }
      await require([...epochs, third])
      // Nothing is asked more often than every two seconds.
      expect([pausesMs, waits]).toEqual([
        [2_000, 2_000, 7_000, 2_000],
        [true, false],
      ])
    })

    test('is asked again where the last proof is a moment old', async () => {
      await require()
      const third = await makeEpoch({ author: ada, before: epochs[1]!, members: members() })
      server.say('/audit/v1/keys', later(3))
      meanwhile = () => void server.say('/audit/v1/keys', honest)
      await require([...epochs, third])
      expect(pausesMs).toEqual([3_000])
    })

    test('is not waited for longer than a log that does not list it', async () => {
      server.say('/audit/v1/keys', later(86_400))
      await expect(require()).rejects.toMatchObject(refusal('rate_limited'))
      expect([pausesMs, waits]).toEqual([[90_000], [true, false]])

      // It was not listed before the server asked that.
      server.say('/audit/v1/keys', honest)
      const third = await makeEpoch({ author: ada, before: epochs[1]!, members: members(), isListed: false })
      meanwhile = () => void server.say('/audit/v1/keys', later(86_400))
      await expect(require([...epochs, third])).rejects.toMatchObject(refusal('roster_not_listed'))
      expect(pausesMs).toEqual([90_000, 2_000, 88_000])
    })
  })

  test('is refused where the server proves nothing, or the log cannot be reached', async () => {
    for (const odd of [{}, { people: [] }, { people: [{ path: '', entries: [] }] }]) {
      server.say('/audit/v1/keys', odd)
      await expect(require()).rejects.toMatchObject(refusal('roster_unproved'))
    }
    // What follows is left out of the answer.
    server.say('/audit/v1/keys', ({ body }: Asked) => ({ people: listingLog.keys(body).people.slice(0, -1) }))
    await expect(require()).rejects.toMatchObject(refusal('roster_unproved'))
    server.say('/audit/v1/keys', () => {
      throw new VaultError('offline', '')
    })
    vault = { ...vault, keyLog: newLog() }
    await expect(require()).rejects.toMatchObject(refusal('key_log_offline'))
  })
})

describe('an open space', () => {
  test('that somebody changed meanwhile is read again', async () => {
    const old = await opened(epochs.slice(0, 1))
    vault.teams.set(old.id, old)
    show(epochs)
    expect((await listedTeam(server, vault, old.id)).epoch).toBe(2)
  })

  test('whose newer members the server keeps back is refused', async () => {
    const old = await opened(epochs.slice(0, 1))
    vault.teams.set(old.id, old)
    await expect(listedTeam(server, vault, old.id)).rejects.toMatchObject(refusal('roster_newer_listed'))
  })

  test('gets no next epoch on top of a list that is not the newest', async () => {
    const own: OpenVault = { ...(await vaultOf(ada)), keyLog: newLog() }
    await server.keep(own)
    show(epochs.slice(0, 1))
    const before = await openTeam(server, own, summaryFor(ada, epochs[0]!))
    server.say('/statements/v1/team-epochs', null)
    const next = { id: before.id, name: 'Board', members: [{ userId: ada.userId, role: 'manager' as const }], before }
    await expect(beginEpoch(server, own, next)).rejects.toMatchObject(refusal('roster_newer_listed'))
    expect(server.to('/statements/v1/team-epochs')).toEqual([])
  })
})
