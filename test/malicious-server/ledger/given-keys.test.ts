/** A server that would have a key wrapped for keys of its own making, in the name of a person, and what the public log of keys says to that. */
import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptAnchorLog } from '#vault/ledger/anchor-log.ts'
import { KeyLog } from '#vault/ledger/listings/key-log.ts'
import { type LogMemory, newLogMemory } from '#vault/ledger/log-memory.ts'
import { decideRecovery } from '#vault/recovery/recovery-policy.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { changeTeamSpace, createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { growingInWaits, growKeyLog } from '../../support/grow-ledger.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { storeFile } from '../../support/stored-file.ts'
import { stageAttacked } from '../attacked.ts'
import { forgedBundle } from '../forged-bundle.ts'
import { shown } from '../../support/shown.ts'

type Row = Record<string, unknown>

const attacked = stageAttacked()
let boss: VaultPerson
let ada: VaultPerson
let bob: VaultPerson
let fileId: string
/** What the device of Ada keeps across sessions. */
let device: LogMemory
beforeAll(async () => {
  // The first account owns the organisation.
  boss = await attacked.person()
})
beforeEach(async () => {
  ;[ada, bob] = await Promise.all([attacked.person(), attacked.person()])
  device = newLogMemory()
  ada.vault.keyLog = keyLogOn(device)
  fileId = await storeFile(ada, 'plan.pdf', randomBytes(100))
  await grow()
})

const grow = () => growKeyLog(attacked.server.ledger)
/** A session on a device. */
const keyLogOn = (memory: LogMemory) => new KeyLog({ memory, ...growingInWaits(attacked.server.ledger) })
const newSession = () => (ada.vault.keyLog = keyLogOn(device))

const refusal = (code: string) => ({ name: 'VaultError', code })
const share = async (by = ada, file = fileId, to = bob) => {
  const peer = await findPerson(by.api, by.vault, to.email)
  return shareFile(by.api, by.vault, { file: await shown(by, file), peers: [peer], days: null, now: new Date() })
}
const space = (by = ada, member = bob) =>
  createTeamSpace(by.api, by.vault, { name: 'Board', members: [{ userId: member.userId, role: 'editor' }] })
const grants = async () => {
  const { rows } = await attacked.server.database.owner(
    'select user_id from file_access where file_id = $1 and granted_by is not null',
    [fileId],
  )
  return rows
}
async function exchange(person: VaultPerson) {
  const { rows } = await attacked.server.database.owner<{ statement: string; signature: string }>(
    'select statement, signature from public.user_key_bundles where user_id = $1',
    [person.userId],
  )
  const put = ({ statement, signature }: { statement: string; signature: string }) =>
    attacked.server.database.owner(
      'update public.user_key_bundles set statement = $2, signature = $3 where user_id = $1',
      [person.userId, statement, signature],
    )
  await put(await forgedBundle(person.userId))
  return { putBack: async () => rows[0] && put(rows[0]) }
}

describe('nobody is given a key', () => {
  test('for a second key in their name, by people who never saw the first: not for a file, a space or recovery, in any session', async () => {
    await exchange(bob)
    await grow()
    for (let session = 0; session < 2; session++) {
      await expect(share()).rejects.toMatchObject(refusal('key_listed_twice'))
      await expect(space()).rejects.toMatchObject(refusal('key_listed_twice'))
      newSession()
    }
    const holders = [boss.userId, bob.userId]
    await expect(
      decideRecovery(boss.api, boss.vault, { holders, threshold: 2, now: new Date() }),
    ).rejects.toMatchObject(refusal('key_listed_twice'))
    expect(await grants()).toEqual([])
    expect(await listTeamSpaces(ada.api, ada.vault)).toEqual([])
    expect(Object.keys(ada.vault.keyring.pins).filter((name) => name.startsWith('peer/'))).toEqual([])
  })

  test('after the right keys were put back, before the safety number was compared', async () => {
    const { putBack } = await exchange(bob)
    await grow()
    await putBack()
    await grow()
    await expect(share()).rejects.toMatchObject(refusal('key_listed_twice'))
    await markCompared(ada.api, ada.vault, await findPerson(ada.api, ada.vault, bob.email), new Date())
    await share()
    expect(await grants()).toHaveLength(1)
  })

  test('for keys that one victim alone is shown, in any session and on another device', async () => {
    const { statement, signature } = await forgedBundle(bob.userId)
    const forge = (rows: Row[]) =>
      rows.map((row) => (row['user_id'] === bob.userId ? { ...row, statement, signature } : row))
    attacked.proxy.tamperJson<Row[]>(['rpc/find_colleagues', 'user_key_bundles?'], forge)
    for (const [i, memory] of [device, device, newLogMemory()].entries()) {
      ada.vault.keyLog = keyLogOn(memory)
      await expect(share(), `session ${i}`).rejects.toMatchObject(refusal('key_other_listed'))
      await expect(space(), `session ${i}`).rejects.toMatchObject(refusal('key_other_listed'))
      expect(attacked.proxy.changed()).toBe(2 * (i + 1))
    }
    expect(await grants()).toEqual([])
    expect(await listTeamSpaces(ada.api, ada.vault)).toEqual([])
    expect(Object.keys(ada.vault.keyring.pins).filter((name) => name.startsWith('peer/'))).toEqual([])
    // Nothing was learnt from it: the true keys are still the ones that the log lists.
    attacked.proxy.honest()
    newSession()
    await share()
    expect(await grants()).toHaveLength(1)
  })

  test('for keys that no log lists', async () => {
    const carol = await attacked.person()
    await attacked.server.database.owner('delete from ledger.unlisted_keys where user_id = $1', [carol.userId])
    await expect(share(ada, fileId, carol)).rejects.toMatchObject(refusal('key_not_listed'))
    expect(await grants()).toEqual([])
  })

  test('while the log of keys is out of reach, or answers with other errors than it has', async () => {
    for (const [status, code] of [
      [503, 'key_log_offline'],
      [500, 'key_log_offline'],
      [404, 'key_unproved'],
    ] as const) {
      for (const at of ['/audit/v1/policy', '/audit/v1/keys']) {
        newSession()
        attacked.proxy.tamper(({ path }) => (path.endsWith(at) ? { status, body: Buffer.from('{}') } : null))
        await expect(share(), `${status} for ${at}`).rejects.toMatchObject(refusal(code))
        expect(attacked.proxy.changed()).toBe(1)
      }
    }
    expect(await grants()).toEqual([])
  })
})

describe('a log that hides a change', () => {
  const hideFrom = async () => {
    const [policy, checkpoint] = await Promise.all(
      ['/audit/v1/policy', '/audit/v1/logs/anchor/checkpoint'].map(async (path) =>
        Buffer.from(await (await ada.api.fetch(path, {})).arrayBuffer()),
      ),
    )
    return () =>
      attacked.proxy.tamper(({ path }) => {
        if (path.endsWith('/policy') && policy) return { body: policy }
        return path.endsWith('/anchor/checkpoint') && checkpoint ? { body: checkpoint } : null
      })
  }

  test('by an older state is refused by a device that saw a later one, in later sessions too', async () => {
    const hide = await hideFrom()
    await exchange(bob)
    await grow()
    await expect(share()).rejects.toMatchObject(refusal('key_listed_twice'))
    hide()
    for (let session = 0; session < 2; session++) {
      newSession()
      await expect(share()).rejects.toMatchObject(refusal('key_log_refused'))
    }
    // One that saw nothing is shown the old state, which lists the right keys and not those that it is to wrap for.
    device = newLogMemory()
    newSession()
    await expect(share()).rejects.toMatchObject(refusal('key_other_listed'))
    expect(await grants()).toEqual([])
  })

  test('by beginning again is refused until a person accepts the new log', async () => {
    await share()
    await attacked.server.database.owner(
      `update ledger.logs set ended_at = now(), origin = origin || '/ended' where kind = 'anchor' and ended_at is null`,
    )
    await attacked.server.ledger.anchorAll()
    await grow()
    newSession()
    await expect(share()).rejects.toMatchObject(refusal('key_log_refused'))
    await acceptAnchorLog(device, 'another')
    newSession()
    await share()
  })
})

test('a member whose keys were exchanged stops changes of a space, until they are removed from it', async () => {
  const carol = await attacked.person()
  const id = await createTeamSpace(ada.api, ada.vault, {
    name: 'Board',
    members: [bob, carol].map(({ userId }) => ({ userId, role: 'editor' as const })),
  })
  const seen = async (removing: string[]) => {
    const [board] = await listTeamSpaces(ada.api, ada.vault)
    return { rosterHash: board?.rosterHash ?? '', removing }
  }
  // Stated in the log alone: the space shows its members the keys of its rosters.
  const { putBack } = await exchange(bob)
  await grow()
  await putBack()
  newSession()
  const renamed = { id, name: 'Directors', seen: await seen([]) }
  await expect(changeTeamSpace(ada.api, ada.vault, renamed)).rejects.toMatchObject(refusal('key_other_listed'))
  const members = [ada, carol].map(({ userId }) => ({
    userId,
    role: userId === ada.userId ? ('manager' as const) : ('editor' as const),
  }))
  await changeTeamSpace(ada.api, ada.vault, { id, members, seen: await seen([bob.userId]) })
  expect((await listTeamSpaces(ada.api, ada.vault))[0]?.members).toHaveLength(2)
})
