/** A server that shows one member another list of members than the rest, or an older one, and what the public log says before anything is sealed under it. */
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createFolder } from '#vault/folders/folders.ts'
import { KeyLog } from '#vault/ledger/listings/key-log.ts'
import { type LogMemory, newLogMemory } from '#vault/ledger/log-memory.ts'
import { changeTeamSpace, createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { listTeamFiles } from '#vault/files/team-files.ts'
import { growingInWaits, growKeyLog } from '../../support/grow-ledger.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { storeFile } from '../../support/stored-file.ts'
import { stageAttacked } from '../attacked.ts'
import { forgeRoster, type ForgedRoster } from '../forged-roster.ts'

type Row = Record<string, unknown>

const attacked = stageAttacked()
/** Managers; Mallory is on the side of the server. */
let ada: VaultPerson
let mallory: VaultPerson
/** Members who may store. */
let bob: VaultPerson
let carol: VaultPerson
let spaceId: string
/** What the device of Bob keeps across sessions. */
let device: LogMemory
beforeEach(async () => {
  ;[ada, mallory, bob, carol] = await Promise.all([
    attacked.person(),
    attacked.person(),
    attacked.person(),
    attacked.person(),
  ])
  for (const person of [ada, mallory, carol]) person.vault.keyLog = keyLogOn(newLogMemory())
  device = newLogMemory()
  newSession()
  await grow()
  const members = [
    { userId: mallory.userId, role: 'manager' as const },
    { userId: bob.userId, role: 'editor' as const },
    { userId: carol.userId, role: 'editor' as const },
  ]
  spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members })
  await grow()
})

const grow = () => growKeyLog(attacked.server.ledger)
const keyLogOn = (memory: LogMemory) => new KeyLog({ memory, ...growingInWaits(attacked.server.ledger) })
/** Bob's next session, on the device that he had. */
function newSession(): void {
  bob.vault.keyLog = keyLogOn(device)
  bob.vault.teams.clear()
}

const refusal = (code: string) => ({ name: 'VaultError', code })
const store = (by = bob) => storeFile(by, 'plan.pdf', randomBytes(40), { spaceId })
const makeFolder = (by = bob) => createFolder(by.api, by.vault, { name: 'Plans', parentId: null, spaceId })
const shown = async (by: VaultPerson) => (await listTeamSpaces(by.api, by.vault)).find(({ id }) => id === spaceId)
async function rename(by: VaultPerson, name: string): Promise<void> {
  const seen = { rosterHash: (await shown(by))?.rosterHash ?? '', removing: [] }
  await changeTeamSpace(by.api, by.vault, { id: spaceId, name, seen })
}
async function remove(person: VaultPerson): Promise<void> {
  const space = await shown(ada)
  const members = (space?.members ?? []).filter(({ userId }) => userId !== person.userId)
  const seen = { rosterHash: space?.rosterHash ?? '', removing: [person.userId] }
  await changeTeamSpace(ada.api, ada.vault, { id: spaceId, members, seen })
}
async function sealedRows(): Promise<number> {
  const { rows } = await attacked.server.database.owner(
    'select id from file_records where space_id = $1 union all select id from folders where space_id = $1',
    [spaceId],
  )
  return rows.length
}

/** Shows the space as it is for somebody now, from now on. */
async function holdBack(by = bob): Promise<() => void> {
  const paths = ['rpc/my_team_spaces', 'rpc/team_space_history', 'rpc/team_space_people']
  const [summary, history, people] = await Promise.all(
    paths.map(async (path) =>
      Buffer.from(
        JSON.stringify(
          await by.api.rest(path, { method: 'POST', body: path.includes('my_team') ? {} : { space: spaceId } }),
        ),
      ),
    ),
  )
  return () =>
    attacked.proxy.tamper(({ path }) => {
      if (path.includes(paths[0] ?? '')) return summary ? { body: summary } : null
      if (path.includes(paths[1] ?? '')) return history ? { body: history } : null
      return path.includes(paths[2] ?? '') && people ? { body: people } : null
    })
}
/** Shows a history that Mallory signed. */
function showFork({ epoch, history, wrapped }: ForgedRoster): void {
  attacked.proxy.tamper(({ path }, { body }) => {
    const rows = () => JSON.parse(body.toString()) as Row[]
    const answer = (value: unknown) => ({ body: Buffer.from(JSON.stringify(value)) })
    if (path.includes('rpc/team_space_history')) return answer(history)
    if (!path.includes('rpc/my_team_spaces')) return null
    return answer(rows().map((row) => (row['space_id'] === spaceId ? { ...row, epoch, wrapped_key: wrapped } : row)))
  })
}

test('an honest server: members store at once after a change, also those who had not learnt of it', async () => {
  await store()
  await remove(carol)
  // Bob's session still has the list of before, and the log has the new one in a moment.
  await store()
  await makeFolder()
  await rename(mallory, 'Council')
  await rename(ada, 'Directors')
  await store()
  expect(await sealedRows()).toBe(4)
})

describe('nothing is sealed or wrapped', () => {
  test('under an older list, for somebody who was removed: neither by a member who is new nor by one who was there', async () => {
    const hold = await holdBack()
    await remove(carol)
    await grow()
    hold()
    for (let session = 0; session < 2; session++) {
      newSession()
      expect((await shown(bob))?.members, 'it is read, as before').toHaveLength(4)
      await expect(store()).rejects.toMatchObject(refusal('roster_newer_listed'))
      await expect(makeFolder()).rejects.toMatchObject(refusal('roster_newer_listed'))
    }
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    expect(await sealedRows()).toBe(0)
    attacked.proxy.honest()
    newSession()
    await store()
  })

  test('by a member whose session is open, a minute after the list was changed without them', async () => {
    let nowMs = Date.now()
    bob.vault.keyLog = new KeyLog({ memory: device, nowMs: () => nowMs, ...growingInWaits(attacked.server.ledger) })
    await store()
    const hold = await holdBack()
    await remove(carol)
    await grow()
    hold()
    nowMs += 60_000
    await expect(store()).rejects.toMatchObject(refusal('roster_newer_listed'))
    expect(await sealedRows()).toBe(1)
  })

  test('under a list that a second manager signed for one member, in any session', async () => {
    const fork = await forgeRoster({ author: mallory, victim: bob, spaceId, length: 1 })
    await rename(ada, 'Council')
    await grow()
    showFork(fork)
    for (let session = 0; session < 2; session++) {
      newSession()
      expect((await shown(bob))?.problem, 'its signature holds').toBeNull()
      await expect(store()).rejects.toMatchObject(refusal('roster_other_listed'))
    }
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    attacked.proxy.honest()
    await store(carol)
    expect(await sealedRows()).toBe(1)
  })

  test('under a longer history than the true one, which a former manager signed', async () => {
    const fork = await forgeRoster({ author: mallory, victim: bob, spaceId, length: 3 })
    await remove(mallory)
    await grow()
    showFork(fork)
    newSession()
    expect(await shown(bob)).toMatchObject({ problem: null, epoch: 4 })
    await expect(store()).rejects.toMatchObject(refusal('roster_other_listed'))
    expect(await sealedRows()).toBe(0)
  })

  test('under any list once the log listed two under one number, also after one was taken back', async () => {
    const { rows } = await attacked.server.database.owner<{ roster: string }>(
      'select roster from team_space_epochs where space_id = $1',
      [spaceId],
    )
    const put = async (roster: string | undefined) => {
      await attacked.server.database.owner('update team_space_epochs set roster = $2 where space_id = $1', [
        spaceId,
        roster,
      ])
      await grow()
    }
    await put(rows[0]?.roster.replace(/"time":"\d/, '"time":"3'))
    await put(rows[0]?.roster)
    for (const person of [bob, carol]) {
      await expect(store(person)).rejects.toMatchObject(refusal('roster_other_listed'))
    }
    await expect(rename(ada, 'Council')).rejects.toMatchObject(refusal('roster_other_listed'))
    expect(await sealedRows()).toBe(0)
  })

  test('under a list that the server keeps out of the log, however long is waited', async () => {
    await attacked.server.database.owner('alter table team_space_epochs disable trigger team_space_epochs_list')
    try {
      await rename(ada, 'Council')
    } finally {
      await attacked.server.database.owner('alter table team_space_epochs enable trigger team_space_epochs_list')
    }
    await expect(store()).rejects.toMatchObject(refusal('roster_not_listed'))
    await expect(rename(mallory, 'Directors')).rejects.toMatchObject(refusal('roster_not_listed'))
    expect(await sealedRows()).toBe(0)
  })

  test('by a manager on top of an older list: nobody who was removed gets the next key', async () => {
    const hold = await holdBack(mallory)
    await remove(carol)
    await grow()
    hold()
    // The second manager is honest here, and does not know.
    await expect(rename(mallory, 'Council')).rejects.toMatchObject(refusal('roster_newer_listed'))
    const { rows } = await attacked.server.database.owner('select from team_space_epochs where space_id = $1', [
      spaceId,
    ])
    expect(rows).toHaveLength(2)
  })

  test('while the log is out of reach or proves nothing; reading continues', async () => {
    await store()
    for (const [status, code] of [
      [503, 'key_log_offline'],
      [500, 'key_log_offline'],
      [404, 'roster_unproved'],
    ] as const) {
      for (const at of ['/audit/v1/policy', '/audit/v1/keys']) {
        newSession()
        attacked.proxy.tamper(({ path }) => (path.endsWith(at) ? { status, body: Buffer.from('{}') } : null))
        expect(await listTeamFiles(bob.api, bob.vault, spaceId)).toHaveLength(1)
        await expect(store(), `${status} for ${at}`).rejects.toMatchObject(refusal(code))
        expect(attacked.proxy.changed()).toBeGreaterThan(0)
      }
    }
    expect(await sealedRows()).toBe(1)
  })

  test('by an older state of the log, on a device that saw a later one', async () => {
    const before = await Promise.all(
      ['/audit/v1/policy', '/audit/v1/logs/anchor/checkpoint'].map(async (path) =>
        Buffer.from(await (await bob.api.fetch(path, {})).arrayBuffer()),
      ),
    )
    const hold = await holdBack()
    await remove(carol)
    await grow()
    newSession()
    await store()
    hold()
    const [policy, checkpoint] = before
    attacked.proxy.tamper(({ path }) => {
      if (path.endsWith('/policy') && policy) return { body: policy }
      return path.endsWith('/anchor/checkpoint') && checkpoint ? { body: checkpoint } : null
    })
    newSession()
    await expect(store()).rejects.toMatchObject(refusal('key_log_refused'))
    expect(await sealedRows()).toBe(1)
  })
})
