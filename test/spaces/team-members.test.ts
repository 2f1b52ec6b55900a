import { describe, expect, test } from 'vitest'
import type { SpaceRole } from '#contract/organisation/space-roles.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { listVersions } from '#vault/files/file-versions.ts'
import { createFolder, listFolders } from '#vault/folders/folders.ts'
import { listActivity, listReadsByOthers } from '#web/lib/keyless/audit/reads-by-others.ts'
import { listNotices } from '#web/lib/keyless/notices/notices.ts'
import { removeMember, restoreMember } from '#vault/organisation/team.ts'
import { listTeamFiles } from '#vault/files/team-files.ts'
import {
  changeTeamSpace,
  createTeamSpace,
  deleteTeamSpace,
  leaveTeamSpace,
  listTeamSpaces,
} from '#vault/spaces/team-spaces.ts'
import { sendWhole } from '#vault/transfer/send-content.ts'
import { abandonUpload } from '#vault/transfer/discard-upload.ts'
import { commitUpload, contentKeysOf, planUpload } from '#vault/transfer/upload-plan.ts'
import { replaceFile, storeFile } from '../support/stored-file.ts'
import { changeSpace, seenIn } from '../support/people/change-space.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { waitingForLocks } from '../support/server/waiting-for-locks.ts'
import { ada, bob, bytes, download, eve, server, spaceId, spaceOf, stageSpace } from './space-of-three.ts'
import { shown } from '../support/shown.ts'

stageSpace()

describe('members', () => {
  test('somebody who was removed no longer learns who opens what they stored', async () => {
    const id = await storeFile(bob, 'his.txt', bytes, { spaceId })
    await download(ada, id)
    expect(await listReadsByOthers(bob.api, { limit: 5, fileId: id })).toMatchObject([{ user_id: ada.userId }])
    await changeSpace(ada, spaceId, { members: [{ userId: ada.userId, role: 'manager' }] })
    expect(await listReadsByOthers(bob.api, { limit: 5, fileId: id })).toEqual([])
    expect(await listReadsByOthers(bob.api, { limit: 5 })).toEqual([])
  })

  test('somebody who was removed opens nothing, and nothing that comes later is sealed with a key they know', async () => {
    const before = await storeFile(bob, 'before.txt', bytes, { spaceId })
    await listTeamFiles(eve.api, eve.vault, spaceId)
    const oldKeys = new Map(eve.vault.spaces)
    await changeSpace(ada, spaceId, {
      members: [
        { userId: ada.userId, role: 'manager' },
        { userId: bob.userId, role: 'editor' },
      ],
    })
    const { rows } = await server.database.owner(
      'select epoch from team_space_epochs where space_id = $1 and removes_only',
      [spaceId],
    )
    expect(rows).toEqual([{ epoch: 2 }])
    // Bob has not heard of it: the server refuses the old key, and his client takes the new one.
    const after = await storeFile(bob, 'after.txt', bytes, { spaceId })
    await renameFile(bob.api, bob.vault, await shown(bob, before), 'renamed.txt')

    expect(await listTeamSpaces(eve.api, eve.vault)).toEqual([])
    expect(await listNotices(eve.api, 1)).toMatchObject([
      { kind: 'team_space_removed', details: { space_id: spaceId } },
    ])
    await expect(proveFile(eve.api, eve.vault, before)).rejects.toMatchObject({ code: 'not_found' })
    for (const id of [before, after]) {
      const { row } = await proveFile(ada.api, ada.vault, id)
      expect(row.space_epoch).toBe(2)
      expect(oldKeys.has(`${spaceId}/${row.space_epoch}`)).toBe(false)
    }
    expect(await spaceOf(bob)).toMatchObject({ name: 'Board' })
    expect((await download(bob, before)).equals(bytes)).toBe(true)
  })

  test('the log names who was added, removed or given another role, and nobody who stays as they were', async () => {
    const dan = await personWithVault(server)
    await changeSpace(ada, spaceId, {
      members: [
        { userId: ada.userId, role: 'manager' },
        { userId: bob.userId, role: 'viewer' },
        { userId: dan.userId, role: 'editor' },
      ],
    })
    const types = ['insert', 'update', 'delete'].map((change) => `team_space_members.${change}`)
    const events = await listActivity(ada.api, { userId: ada.userId, types, limit: 20 })
    const told = events.filter(({ details }) => details['id'] === spaceId)
    const said = told.map(({ action, details }) => [action, details['person'], details['role']])
    // Before them, those of the first list.
    expect(said).toHaveLength(6)
    expect(said.slice(0, 3)).toEqual(
      expect.arrayContaining([
        ['insert', dan.userId, 'editor'],
        ['update', bob.userId, 'viewer'],
        ['delete', eve.userId, 'viewer'],
      ]),
    )
    expect(told.find(({ action }) => action === 'update')?.details['changed']).toContain('role')
  })

  test('somebody who comes later opens what was there before', async () => {
    const id = await storeFile(bob, 'old.txt', bytes, { spaceId })
    const dan = await personWithVault(server)
    const members = [ada, bob, eve, dan].map(({ userId }, index) => ({
      userId,
      role: index === 0 ? ('manager' as const) : ('editor' as const),
    }))
    await changeSpace(ada, spaceId, { name: 'Direction', members })
    expect(await spaceOf(dan)).toMatchObject({ name: 'Direction', role: 'editor' })
    expect((await download(dan, id)).equals(bytes)).toBe(true)
    await storeFile(eve, 'now an editor.txt', bytes, { spaceId })
  })

  test('a manager hears that somebody left or was removed from the organisation, and changes the key', async () => {
    await leaveTeamSpace(eve.api, eve.vault, spaceId)
    await removeMember(ada.api, bob.userId)
    const space = await spaceOf(ada)
    expect(space).toMatchObject({ members: [{ userId: ada.userId }] })
    expect(new Set(space?.leavers.map(({ email }) => email))).toEqual(new Set([bob.email, eve.email]))
    expect(await listNotices(ada.api, 2)).toMatchObject([
      { kind: 'team_space_left', details: { space_id: spaceId, person: bob.userId } },
      { kind: 'team_space_left', details: { space_id: spaceId, person: eve.userId } },
    ])
    // Looking changed nothing.
    expect(await epochOf(spaceId)).toBe(1)

    await changeSpace(ada, spaceId, {})
    expect(await epochOf(spaceId)).toBe(2)
    expect(await spaceOf(ada)).toMatchObject({ members: [{ userId: ada.userId }], leavers: [] })
    await restoreMember(ada.api, bob.userId)
    expect(await listTeamSpaces(bob.api, bob.vault).catch(() => [])).toEqual([])
  })

  test('somebody who is let back into the organisation is no member of its spaces again', async () => {
    await changeSpace(ada, spaceId, {
      members: [member(ada, 'manager'), member(bob, 'manager'), member(eve, 'viewer')],
    })
    await removeMember(ada.api, bob.userId)
    await restoreMember(ada.api, bob.userId)
    const { rows } = await server.database.owner(
      'select from team_space_members where space_id = $1 and user_id = $2',
      [spaceId, bob.userId],
    )
    expect(rows).toEqual([])
  })

  test('the only manager of a space stays one when they come back', async () => {
    const own = await createTeamSpace(bob.api, bob.vault, { name: 'Own', members: [member(eve, 'editor')] })
    await removeMember(ada.api, bob.userId)
    await restoreMember(ada.api, bob.userId)
    const { rows } = await server.database.owner<{ role: string }>(
      'select role from team_space_members where space_id = $1 and user_id = $2',
      [own, bob.userId],
    )
    expect(rows).toEqual([{ role: 'manager' }])
  })

  test('the last two managers cannot go at once, one by leaving and one by removal', async () => {
    await changeSpace(ada, spaceId, {
      members: [member(bob, 'manager'), member(eve, 'manager'), member(ada, 'manager')],
    })
    await spaceOf(bob)
    await changeSpace(bob, spaceId, { members: [member(bob, 'manager'), member(eve, 'manager')] })
    let leaving = Promise.resolve()
    // The removal has happened and is not committed yet when the other manager leaves.
    await server.database.asOwner(async (db) => {
      const text =
        'insert into former_members (user_id, tenant_id) select user_id, tenant_id from profiles where user_id = $1'
      await db.query({ text, values: [bob.userId] })
      leaving = leaveTeamSpace(eve.api, eve.vault, spaceId)
      leaving.catch(() => undefined)
      await expect.poll(() => waitingForLocks(server.database)).toBeGreaterThan(0)
    })
    await expect(leaving).rejects.toMatchObject({ code: 'last_manager' })
  })

  test('only managers change them, and one of them stays', async () => {
    await expect(changeSpace(bob, spaceId, { members: [member(bob, 'manager')] })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    await expect(leaveTeamSpace(ada.api, ada.vault, spaceId)).rejects.toMatchObject({ code: 'last_manager' })
    await expect(changeSpace(ada, spaceId, { members: [member(ada, 'editor')] })).rejects.toThrow()
  })

  test('a list that was read before somebody else changed it brings nobody back', async () => {
    const seen = seenIn((await spaceOf(ada))!)
    const all = [ada, bob, eve].map((person) => member(person, 'manager'))
    await changeSpace(ada, spaceId, { members: all.slice(0, 2) })
    await expect(changeTeamSpace(ada.api, ada.vault, { id: spaceId, members: all, seen })).rejects.toMatchObject({
      code: 'space_changed',
    })
    expect(await listTeamSpaces(eve.api, eve.vault)).toEqual([])
  })

  test('nobody is removed by a change that did not name them', async () => {
    const seen = { ...seenIn((await spaceOf(ada))!), removing: [] }
    const members = [member(ada, 'manager'), member(bob, 'editor')]
    await expect(changeTeamSpace(ada.api, ada.vault, { id: spaceId, members, seen })).rejects.toMatchObject({
      code: 'space_changed',
    })
    expect(await epochOf(spaceId)).toBe(1)
  })

  test('two managers at the same moment: one change holds, the other is refused', async () => {
    await changeSpace(ada, spaceId, { members: [ada, bob].map((person) => member(person, 'manager')) })
    await listTeamSpaces(bob.api, bob.vault)
    const outcomes = await Promise.allSettled([
      changeSpace(ada, spaceId, { name: 'A' }),
      changeSpace(bob, spaceId, { name: 'B' }),
    ])
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeLessThan(2)
    for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toMatchObject({ code: 'space_changed' })
    expect((await spaceOf(bob))?.name).toMatch(/^[AB]$/)
  })

  test('an upload that was given up too late is reported as stored', async () => {
    const { api, vault } = bob
    const [source, { signal }] = [new Blob(['late']), new AbortController()]
    const plan = planUpload(vault, { name: 'late.txt', type: '', sizeBytes: 4, folderId: null, spaceId }, new Date())
    const report = { sent: () => undefined, troubled: () => undefined, sealed: () => undefined }
    const leaves = await sendWhole(api, contentKeysOf(plan), { source, signal, report })
    await commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
    expect(await abandonUpload(api, plan)).toBe('committed')
    expect(String(await download(ada, plan.fileId))).toBe('late')
  })

  test('nobody leaves a space they do not belong to', async () => {
    const dan = await personWithVault(server)
    await expect(leaveTeamSpace(dan.api, dan.vault, spaceId)).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('what somebody stored in a space cannot become a personal file of theirs', async () => {
    const id = await storeFile(bob, 'plan.txt', bytes, { spaceId })
    const { row: first } = await proveFile(bob.api, bob.vault, id)
    await replaceFile(bob, id, Buffer.from('second'))
    const own = await storeFile(bob, 'own.txt', bytes)
    const body = { storage_path: first.storage_path, content_id: crypto.randomUUID() }
    await expect(bob.api.rest(`file_records?id=eq.${own}`, { method: 'PATCH', body })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    expect(await listVersions(ada.api, ada.vault, { id, spaceId })).toHaveLength(1)
  })

  test('who left and then deletes their account leaves folders, files and versions to the space', async () => {
    const folder = await createFolder(bob.api, bob.vault, { name: 'Kept', parentId: null, spaceId })
    const id = await storeFile(bob, 'kept.txt', bytes, { spaceId, folderId: folder.id })
    await replaceFile(bob, id, Buffer.from('second'))
    await leaveTeamSpace(bob.api, bob.vault, spaceId)
    await server.database.owner('delete from auth.users where id = $1', [bob.userId])
    expect(await listFolders(ada.api, ada.vault, spaceId)).toMatchObject([{ id: folder.id, name: 'Kept' }])
    expect(String(await download(ada, id))).toBe('second')
    expect(await listVersions(ada.api, ada.vault, { id, spaceId })).toMatchObject([{ isDamaged: false }])
  })

  test('who deletes their account leaves what they stored there to the space', async () => {
    const id = await storeFile(bob, 'kept.txt', bytes, { spaceId })
    await server.database.owner('delete from auth.users where id = $1', [bob.userId])
    expect((await download(eve, id)).equals(bytes)).toBe(true)
    expect((await spaceOf(ada))?.members.map(({ userId }) => userId).toSorted()).toEqual(
      [ada.userId, eve.userId].toSorted(),
    )
    await renameFile(ada.api, ada.vault, await shown(ada, id), 'still kept.txt')
  })

  test('a deleted space takes its files along', async () => {
    const id = await storeFile(bob, 'gone.txt', bytes, { spaceId })
    await createFolder(bob.api, bob.vault, { name: 'Gone', parentId: null, spaceId })
    const { row } = await proveFile(bob.api, bob.vault, id)
    await deleteTeamSpace(ada.api, ada.vault, spaceId)
    expect(await listTeamSpaces(bob.api, bob.vault)).toEqual([])
    const left = await server.database.owner('select from storage.objects where name = $1', [row.storage_path])
    expect(left.rows).toEqual([])
  })
})

const member = ({ userId }: VaultPerson, role: SpaceRole) => ({ userId, role })

async function epochOf(id: string): Promise<number | undefined> {
  const { rows } = await server.database.owner<{ current_epoch: number }>(
    'select current_epoch from spaces where id = $1',
    [id],
  )
  return rows[0]?.current_epoch
}
