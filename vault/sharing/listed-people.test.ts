import { beforeEach, describe, expect, test } from 'vitest'
import { randomUuid, systemRandom } from '#crypto/index.ts'
import { KeyLog } from '../ledger/listings/key-log.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { listingLog } from '../testing/listing-log.ts'
import { newPerson, type Person, peerOf, pinned, vaultOf } from '../testing/person.ts'
import { choosePeers, requireListed } from './listed-people.ts'

let [ada, bob, eve]: Person[] = []
let vault: OpenVault
let waits: boolean[]
let pauses: number
let nowMs: number
/** What happens during a pause. */
let meanwhile: () => void
beforeEach(async () => {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
  waits = []
  pauses = 0
  nowMs = 1_000_000
  meanwhile = () => undefined
  vault = { ...(await vaultOf(some(ada))), keyLog: newLog() }
})

const newLog = () =>
  new KeyLog({
    nowMs: () => nowMs,
    onWait: (isWaiting) => waits.push(isWaiting),
    pause: async () => {
      pauses += 1
      meanwhile()
    },
  })
const some = (person: Person | undefined): Person => {
  if (!person) throw new Error('there is nobody')
  return person
}
const unlisted = () => ({ ...peerOf(some(bob)), userId: randomUuid(systemRandom) })
const asked = (server: HostileServer) => server.to('/audit/v1/keys').length
const refusal = (code: string) => ({ name: 'VaultError', code })

describe('people who are to be given a key', () => {
  test('are those whose keys the log lists, all asked for at once', async () => {
    const server = new HostileServer()
    const peers = [peerOf(some(bob)), peerOf(some(eve))]
    expect(await requireListed(server, vault, peers)).toEqual(peers)
    expect(asked(server)).toBe(1)
    expect(pauses).toBe(0)
    expect(await requireListed(new HostileServer(), vault, [])).toEqual([])
  })

  test('are asked for once in a minute, also when others come, and then again', async () => {
    const server = new HostileServer()
    const checkpoints: string[] = []
    server.fetch = async (path) => {
      if (path.endsWith('/checkpoint')) checkpoints.push(path)
      return HostileServer.prototype.fetch.call(server, path)
    }
    const [first, second] = [peerOf(some(bob)), peerOf(some(eve))]
    await requireListed(server, vault, [first])
    await requireListed(server, vault, [first])
    expect(asked(server)).toBe(1)
    // Of the tree that was proved a moment ago.
    await requireListed(server, vault, [first, second])
    expect(asked(server)).toBe(2)
    expect(checkpoints).toHaveLength(1)
    nowMs += 60_000
    await requireListed(server, vault, [first])
    expect(asked(server)).toBe(3)
    expect(checkpoints).toHaveLength(2)
  })

  test('who are not listed yet are waited for', async () => {
    const late = unlisted()
    meanwhile = () => {
      if (pauses === 3) listingLog.list(late.userId, late.fingerprint)
    }
    expect(await requireListed(new HostileServer(), vault, [late])).toEqual([late])
    expect(pauses).toBe(3)
    expect(waits).toEqual([true, false])
  })

  test('who are never listed are refused after a minute and a half, and so after what was proved of others', async () => {
    await requireListed(new HostileServer(), vault, [peerOf(some(bob))])
    const never = unlisted()
    await expect(requireListed(new HostileServer(), vault, [peerOf(some(bob)), never])).rejects.toMatchObject(
      refusal('key_not_listed'),
    )
    expect(pauses).toBe(45)
    expect(waits).toEqual([true, false])
  })

  test('with other keys than the log lists are refused at once, compared or not', async () => {
    const forged = await newPerson(some(bob).userId)
    for (const trust of ['new', 'chosen', 'compared'] as const) {
      await expect(requireListed(new HostileServer(), vault, [peerOf(forged, trust)])).rejects.toMatchObject(
        refusal('key_other_listed'),
      )
    }
    expect(pauses).toBe(0)
  })

  test('whose keys took the place of others are given a key only after the safety number was compared', async () => {
    const twice = await newPerson(some(bob).userId)
    await requireListed(new HostileServer(), vault, [peerOf(some(bob))])
    listingLog.replace(twice.userId, twice.print)
    vault = { ...vault, keyLog: newLog() }
    for (const trust of ['new', 'seen', 'chosen', 'invited'] as const) {
      await expect(requireListed(new HostileServer(), vault, [peerOf(twice, trust)])).rejects.toMatchObject(
        refusal('key_listed_twice'),
      )
    }
    expect(await requireListed(new HostileServer(), vault, [peerOf(twice, 'compared')])).toHaveLength(1)
    await expect(requireListed(new HostileServer(), vault, [peerOf(some(bob))])).rejects.toMatchObject(
      refusal('key_other_listed'),
    )
  })

  test('are refused where the server proves nothing, or the log cannot be reached', async () => {
    const peers = [peerOf(some(bob))]
    const offline = new HostileServer({
      '/audit/v1/keys': () => {
        throw new VaultError('offline', '')
      },
    })
    await expect(requireListed(offline, vault, peers)).rejects.toMatchObject(refusal('key_log_offline'))
    for (const odd of [{}, { people: [] }, { people: [{ path: '', entries: [] }] }]) {
      const server = new HostileServer({ '/audit/v1/keys': odd })
      await expect(requireListed(server, vault, peers)).rejects.toMatchObject(refusal('key_unproved'))
    }
    vault = { ...vault, keyLog: newLog() }
    const gone = new HostileServer()
    gone.fetch = async () => {
      throw new VaultError('not_found', '')
    }
    await expect(requireListed(gone, vault, peers)).rejects.toMatchObject(refusal('key_unproved'))
    const ended = new HostileServer()
    ended.fetch = async () => {
      throw new VaultError('session_ended', '')
    }
    await expect(requireListed(ended, vault, peers)).rejects.toMatchObject(refusal('session_ended'))
  })

  test('wait where nothing was signed yet, for so long and no longer', async () => {
    const server = new HostileServer()
    server.fetch = async (path) => {
      if (pauses < 2) throw new VaultError('log_not_signed', '')
      return HostileServer.prototype.fetch.call(server, path)
    }
    expect(await requireListed(server, vault, [peerOf(some(bob))])).toHaveLength(1)
    expect(pauses).toBe(2)
  })

  test('are remembered when the log lists them, and not before', async () => {
    const never = unlisted()
    const server = await new HostileServer().keep(vault)
    await expect(choosePeers(server, vault, [never])).rejects.toMatchObject(refusal('key_not_listed'))
    expect(vault.keyring.pins).toEqual({})
    await choosePeers(server, vault, [peerOf(some(bob))])
    expect(vault.keyring.pins).toMatchObject(pinned(some(bob), 'chosen'))
  })

  test('whose keys are not the remembered ones are refused before anybody is asked', async () => {
    const server = new HostileServer()
    await expect(choosePeers(server, vault, [peerOf(some(bob), 'changed')])).rejects.toMatchObject(
      refusal('key_changed'),
    )
    expect(asked(server)).toBe(0)
  })
})
