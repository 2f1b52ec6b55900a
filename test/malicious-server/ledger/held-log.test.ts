/** A server that holds the public log at an old state for one person, who never saw a later one: the true list of members of then is in it. */
import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KeyLog } from '#vault/ledger/listings/key-log.ts'
import { type LogMemory, newLogMemory } from '#vault/ledger/log-memory.ts'
import { readOwnRecovery } from '#vault/recovery/recovery-agreement.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { changeTeamSpace, createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { growingInWaits, growKeyLog } from '../../support/grow-ledger.ts'
import { agree, decide } from '../../support/people/recovery-steps.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { storeFile } from '../../support/stored-file.ts'
import { ada, attacked, silent, stageWitnessedLog } from './witnessed-log.ts'
import { shown } from '../../support/shown.ts'

const HOUR_MS = 3_600_000

stageWitnessedLog()

let bob: VaultPerson
/** Is removed from the space and from recovery. */
let mallory: VaultPerson
let spaceId: string
beforeAll(async () => {
  ;[bob, mallory] = await Promise.all([attacked.person(), attacked.person()])
  for (const person of [ada, bob, mallory]) person.vault.keyLog = new KeyLog(growingInWaits(attacked.server.ledger))
  await markCompared(bob.api, bob.vault, await findPerson(bob.api, bob.vault, ada.email), new Date())
  await grow()
})
beforeEach(async () => {
  const members = [bob, mallory].map(({ userId }) => ({ userId, role: 'editor' as const }))
  spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members })
  await decide(ada, [ada, mallory], 2)
  await grow()
})

async function grow(): Promise<void> {
  const { ledger } = attacked.server
  await growKeyLog(ledger)
  await ledger.askWitnesses(silent)
}
/** A device that saw nothing of the log before. */
function newDevice(aheadMs = 0): LogMemory {
  const memory = newLogMemory()
  newSession(memory, aheadMs)
  return memory
}
function newSession(memory: LogMemory, aheadMs = 0): void {
  bob.vault.keyLog = new KeyLog({ memory, nowMs: () => Date.now() + aheadMs, pause: async () => undefined })
  bob.vault.teams.clear()
}

const late = { name: 'VaultError', code: 'key_log_late' }
const store = () => storeFile(bob, 'plan.pdf', randomBytes(40), { spaceId })
const share = async (fileId: string) =>
  shareFile(bob.api, bob.vault, {
    file: await shown(bob, fileId),
    peers: [await findPerson(bob.api, bob.vault, mallory.email)],
    days: null,
    now: new Date(),
  })

/** Removes Mallory everywhere; what it returns shows Bob all as it was before that, the log included. */
async function removeBehindBob(): Promise<() => void> {
  const paths = [
    'rpc/my_team_spaces',
    'rpc/team_space_history',
    'rpc/team_space_people',
    'rpc/recovery_policy',
    '/anchor/checkpoint',
  ]
  const kept = await Promise.all(
    paths.map(async (path) => {
      if (path.startsWith('/')) {
        return Buffer.from(await (await bob.api.fetch(`/audit/v1/logs${path}`, {})).arrayBuffer())
      }
      const body = path.includes('team_space_') ? { space: spaceId } : {}
      return Buffer.from(JSON.stringify(await bob.api.rest(path, { method: 'POST', body })))
    }),
  )
  const space = (await listTeamSpaces(ada.api, ada.vault)).find(({ id }) => id === spaceId)
  const members = (space?.members ?? []).filter(({ userId }) => userId !== mallory.userId)
  const seen = { rosterHash: space?.rosterHash ?? '', removing: [mallory.userId] }
  await changeTeamSpace(ada.api, ada.vault, { id: spaceId, members, seen })
  await decide(ada, [ada], 1)
  await grow()
  return () =>
    attacked.proxy.tamper(({ path }) => {
      const body = kept[paths.findIndex((one) => path.includes(one))]
      return body ? { body } : null
    })
}

test('an honest server whose witness signs: people store, share and agree', async () => {
  newDevice()
  const fileId = await storeFile(bob, 'mine.pdf', randomBytes(40))
  await store()
  await share(fileId)
  await agree(bob)
})

describe('a log that is held at an old state, which its witness signed then', () => {
  test('serves for nothing once that was more than two hours ago', async () => {
    const fileId = await storeFile(bob, 'mine.pdf', randomBytes(40))
    const before = (await readOwnRecovery(bob.api)).agreement?.revision
    const hold = await removeBehindBob()
    hold()
    for (const act of [store, () => share(fileId), () => agree(bob)]) {
      newDevice(2 * HOUR_MS + 60_000)
      await expect(act()).rejects.toMatchObject(late)
    }
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    expect((await readOwnRecovery(bob.api)).agreement?.revision).toBe(before)
    // Within these two hours nothing tells it from the log of now: what was sealed is sent, and only the true server refuses it.
    newDevice(HOUR_MS)
    await expect(store()).rejects.toMatchObject({ message: 'this space has a newer key' })
    await share(fileId)
  })
})

test('a log without the signatures of its witness serves for nothing, also where the server names none any more', async () => {
  const device = newDevice()
  await store()
  const withoutWitness = (text: string) => text.replace(/^— witness\.example.*\n/gm, '')
  const namesNone = (text: string) => `${text.replace(/^(?!log ).*\n/gm, '')}quorum none\n`
  attacked.proxy.tamper(({ path }, { body }) => {
    if (path.endsWith('/checkpoint')) return { body: Buffer.from(withoutWitness(body.toString())) }
    return path.endsWith('/policy') ? { body: Buffer.from(namesNone(body.toString())) } : null
  })
  for (let session = 0; session < 2; session++) {
    newSession(device)
    await expect(store()).rejects.toMatchObject(late)
  }
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  // A device that never saw a witness named expects none.
  newDevice()
  await store()
})

test('a witness that signs again within the wait is enough', async () => {
  const device = newDevice()
  await store()
  let pauses = 0
  attacked.proxy.tamper(({ path }, { body }) =>
    path.endsWith('/checkpoint') && pauses < 3
      ? { body: Buffer.from(body.toString().replace(/^— witness\.example.*\n/gm, '')) }
      : null,
  )
  newSession(device)
  bob.vault.keyLog = new KeyLog({ memory: device, pause: async () => void (pauses += 1) })
  await store()
  expect(pauses).toBe(3)
})
