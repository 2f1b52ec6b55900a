/** A server that lies about the files of a team space: who wrote them, where they are, and what they are called. */
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signManifest, toBase64Url } from '#crypto/index.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { listTeamFiles } from '#vault/files/team-files.ts'
import { createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { type VersionMemory, recallVersions, rememberVersions } from '#vault/session/version-memory.ts'
import { changeSpace } from '../../support/people/change-space.ts'
import { storeFile } from '../../support/stored-file.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import {
  type Row,
  ada,
  attacked,
  bob,
  editor,
  eve,
  isOf,
  manager,
  spaceId,
  stageAttackedSpace,
} from './attacked-space.ts'
import { shown } from '../../support/shown.ts'

stageAttackedSpace()

describe('a file in a space', () => {
  test('cannot be by somebody who was not an editor then', async () => {
    const planted = await storeFile(eve, 'planted.txt', randomBytes(100), { spaceId })
    await changeSpace(ada, spaceId, { members: [manager(ada), editor(bob)] })
    const [row] = (await ada.api.rest(`reachable_files?id=eq.${planted}&select=*`)) as Row[]
    await listTeamSpaces(bob.api, bob.vault)
    // The server says that what she signed belongs to the epoch without her.
    attacked.proxy.tamperJson<Row[]>('reachable_files?', (rows) => rows.map(() => ({ ...row, space_epoch: 2 })))
    await expect(proveFile(bob.api, bob.vault, planted)).rejects.toMatchObject({ code: 'file_damaged' })
    expect(attacked.proxy.changed()).toBe(1)
  })

  test('cannot be by a viewer', async () => {
    const members = [manager(ada), editor(bob), { userId: eve.userId, role: 'viewer' as const }]
    await changeSpace(ada, spaceId, { members })
    const id = await storeFile(ada, 'minutes.txt', randomBytes(100), { spaceId })
    const { manifest } = await proveFile(ada.api, ada.vault, id)
    const signedBy = async ({ vault }: VaultPerson) => {
      const { text, signature } = await signManifest(manifest, vault.signer)
      attacked.proxy.tamperJson<Row[]>('reachable_files?', (rows) =>
        rows.map((row) => ({ ...row, manifest: text, manifest_signature: toBase64Url(signature) })),
      )
    }
    await listTeamSpaces(bob.api, bob.vault)
    await signedBy(eve)
    await expect(proveFile(bob.api, bob.vault, id)).rejects.toMatchObject({ code: 'file_damaged' })
    // The same by an editor: nothing else is wrong with it.
    await signedBy(bob)
    await proveFile(bob.api, bob.vault, id)
  })

  test('cannot be one that another space holds, nor carry another name in the list', async () => {
    const other = await createTeamSpace(ada.api, ada.vault, { name: 'Other', members: [editor(bob)] })
    const there = await storeFile(ada, 'elsewhere.txt', randomBytes(100), { spaceId: other })
    const here = await storeFile(ada, 'here.txt', randomBytes(100), { spaceId })
    const [row] = (await ada.api.rest(`reachable_files?id=eq.${there}&select=*`)) as Row[]
    attacked.proxy.tamperJson<Row[]>(['reachable_files?', 'team_files?'], (rows) =>
      rows.map((given) => ({ ...given, ...row, id: here, space_id: spaceId, created_at: given['created_at'] })),
    )
    await listTeamSpaces(bob.api, bob.vault)
    await expect(proveFile(bob.api, bob.vault, here)).rejects.toMatchObject({ code: 'file_damaged' })
    attacked.proxy.tamper((asked, answer) => {
      if (!isOf(asked.path, 'team_files?') || isOf(asked.path, 'id.lt.')) return null
      const rows = JSON.parse(answer.body.toString()) as Row[]
      const renamed = rows.map((given) => ({ ...given, original_name: row?.['original_name'] }))
      return { body: Buffer.from(JSON.stringify(renamed)) }
    })
    const [listed] = await listTeamFiles(bob.api, bob.vault, spaceId)
    expect(listed?.name).not.toBe('elsewhere.txt')
  })

  test('cannot be shown as it was before, to a device that has seen it later, in a later session either', async () => {
    const id = await storeFile(ada, 'terms.txt', randomBytes(100), { spaceId })
    const [before] = (await bob.api.rest(`reachable_files?id=eq.${id}&select=*`)) as Row[]
    await renameFile(ada.api, ada.vault, await shown(ada, id), 'agreed terms.txt')
    const kept = new Map<string, Uint8Array>()
    const device: VersionMemory = {
      recall: async (userId) => kept.get(userId),
      remember: async (userId, versions) => void kept.set(userId, versions),
      alone: (_, work) => work(),
    }
    const nextSession = async () => {
      const person = await bob.reopen()
      await recallVersions(person.vault, device)
      await listTeamSpaces(person.api, person.vault)
      return person
    }
    const first = await nextSession()
    await proveFile(first.api, first.vault, id)
    await rememberVersions(first.vault, device)

    attacked.proxy.tamperJson<Row[]>('reachable_files?', (rows) =>
      rows.map((row) => Object.fromEntries(Object.keys(row).map((column) => [column, before?.[column]]))),
    )
    const second = await nextSession()
    await expect(proveFile(second.api, second.vault, id)).rejects.toMatchObject({ code: 'file_damaged' })
    // Nothing else is wrong with it: a device that is new cannot know.
    const elsewhere = await bob.reopen()
    await listTeamSpaces(elsewhere.api, elsewhere.vault)
    await proveFile(elsewhere.api, elsewhere.vault, id)
    expect(attacked.proxy.changed()).toBe(2)
  })
})
