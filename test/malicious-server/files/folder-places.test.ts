/**
 * A server that says where folders lie and what they are called, and is wrong about it: in lists, in the answers about single folders, and in
 * both. Each has a record that a person who may write in the space signed.
 */
import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readFolderRecord, signFolderRecord, toBase64Url } from '#crypto/index.ts'
import type { Shown } from '#vault/files/shown.ts'
import { copyItems } from '#vault/folders/copy-items.ts'
import { type VaultFolder, createFolder, moveItems, renameFolder } from '#vault/folders/folders.ts'
import { type Within, proveFolders } from '#vault/folders/prove-folders.ts'
import { restoreItems, trashItems } from '#vault/folders/trash.ts'
import { type VersionMemory, recallVersions, rememberVersions } from '#vault/session/version-memory.ts'
import { damagedName } from '#vault/session/open-listed.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { createLinkToSeveral } from '#vault/sharing/links/new-link.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { planNewFile, planReplacement } from '#vault/transfer/upload-plan.ts'
import { connectTo, keepOpen } from '#web/workers/vault-state.ts'
import { prepareZip, zipKeys } from '#web/workers/transfer/zip-plans.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { shown, shownFolder } from '../../support/shown.ts'
import { storeFile } from '../../support/stored-file.ts'
import { makeUnsignedFolder } from '../../support/unsigned-folder.ts'
import { stageAttacked } from '../attacked.ts'

type Row = Record<string, unknown>

const attacked = stageAttacked()
const refused = { name: 'VaultError', code: 'folder_refused', message: expect.stringContaining('Salaries') }
const terms = { days: 7, password: null, maxDownloads: null, sender: null }
const LISTS = '/folders?select'
const ANSWERS = 'reachable_folders?'
let owner: VaultPerson
/** The owner on a device that remembers nothing. */
let ada: VaultPerson
let bob: VaultPerson
let photos: VaultFolder
let salaries: VaultFolder
let pay: Shown
beforeAll(async () => {
  ;[owner, bob] = await Promise.all([attacked.person(), attacked.person()])
})
beforeEach(async () => {
  photos = await createFolder(owner.api, owner.vault, { name: 'Photos', parentId: null })
  salaries = await createFolder(owner.api, owner.vault, { name: 'Salaries', parentId: null })
  pay = await shown(owner, await storeFile(owner, '2026.csv', randomBytes(10), { folderId: salaries.id }))
  ada = await owner.reopen()
})

/** Every act that takes a folder along, by the folders as a list showed them, the outermost first. */
const acts: readonly [string, (within: Within) => Promise<unknown>][] = [
  [
    'put into a link',
    (within) =>
      createLinkToSeveral(
        ada.api,
        ada.vault,
        { ...terms, folder: within[0]!, files: [{ shown: pay, within }] },
        new Date(),
      ),
  ],
  [
    'shared with people',
    async (within) => {
      const peers = [await findPerson(ada.api, ada.vault, bob.email)]
      return shareFile(ada.api, ada.vault, { file: pay, within, peers, days: null, now: new Date() })
    },
  ],
  [
    'copied',
    (within) =>
      copyItems(ada.api, ada.vault, {
        to: { spaceId: null, folderId: null },
        folders: within.map((one, at) => ({ shown: one, name: one.name, parentId: within[at - 1]?.id ?? null })),
        files: [{ shown: pay, name: pay.name, parentId: salaries.id }],
      }),
  ],
  ['moved', (within) => moveItems(ada.api, ada.vault, { files: [], folders: within.slice(-1), to: null })],
  ['moved into', (within) => moveItems(ada.api, ada.vault, { files: [], folders: [], to: within.at(-1)! })],
  ['renamed', (within) => renameFolder(ada.api, ada.vault, within.at(-1)!, 'Other')],
  [
    'put into an archive',
    async (within) => {
      connectTo({
        baseUrl: attacked.proxy.url,
        publishableKey: attacked.server.secrets.publishableKeys[0],
        accessToken: async () => ada.accessToken,
      })
      keepOpen(ada.vault)
      const file = { ...pay, sizeBytes: 10, createdAt: '2026-11-28T12:00:00Z', within }
      return zipKeys(prepareZip('x.zip', [{ ...file, folders: within.map(({ name }) => name) }]).ticket, 0)
    },
  ],
  [
    'taken for the one whose file gets other content',
    (within) => {
      const file = { name: pay.name, type: '', sizeBytes: 1, folderId: salaries.id }
      return planReplacement(ada.api, ada.vault, { shown: pay, within, file, now: new Date() })
    },
  ],
  [
    'given a new file',
    (within) => {
      const file = { name: 'new.csv', type: '', sizeBytes: 1, folderId: within.at(-1)!.id }
      return planNewFile(ada.api, ada.vault, { file, within, now: new Date() })
    },
  ],
]

describe('a folder that a list shows below another one', () => {
  /** As a list without records shows it; where it shows the record too, the row is damaged. */
  const lie = { parent_folder_id: () => photos.id, record: () => null }

  beforeEach(() => lieAbout(LISTS, salaries.id, lie))

  test.each(acts)('is not %s', async (_, act) => {
    const within = [photos, await shownFolder(ada, salaries.id)]
    expect(within[1]).toMatchObject({ name: 'Salaries', parentId: photos.id })
    const before = await stateOf()
    await expect(act(within)).rejects.toMatchObject(refused)
    expect(await stateOf()).toEqual(before)
  })

  test('is refused also where each answer about it says so', async () => {
    const within = [photos, { ...salaries, parentId: photos.id }]
    const signed = String((await answerAbout(salaries))['record'])
    const forged = JSON.stringify({ ...JSON.parse(signed), parent_id: photos.id })
    for (const record of [signed, forged, 'x', '{}']) {
      lieAbout([LISTS, ANSWERS], salaries.id, { parent_folder_id: () => photos.id, record: () => record })
      for (const [, act] of acts) await expect(act(within)).rejects.toMatchObject(refused)
      expect(attacked.proxy.changed()).toBeGreaterThan(0)
    }
    // Its list compares the place with the record; a forged record is left to the acts.
    lieAbout(LISTS, salaries.id, { parent_folder_id: () => photos.id })
    expect((await shownFolder(ada, salaries.id)).name).toMatch(/^Damaged name/)
  })

  test('does not come back at the top from the trash', async () => {
    attacked.proxy.honest()
    const inner = await createFolder(owner.api, owner.vault, { name: 'Salaries', parentId: salaries.id })
    await trashItems(owner.api, { fileIds: [], folderIds: [inner.id] })
    await trashItems(owner.api, { fileIds: [], folderIds: [salaries.id] })
    const folders = [{ ...inner, parentId: photos.id }]
    await expect(restoreItems(ada.api, ada.vault, { files: [], folders })).rejects.toMatchObject(refused)
    expect(await restoreItems(ada.api, ada.vault, { files: [], folders: [inner] })).toBe(1)
    expect(await shownFolder(ada, inner.id)).toMatchObject({ name: 'Salaries', parentId: null })
  })

  test('and files that do not lie in what was shown above them are no chain', async () => {
    const wrong: Within[] = [[photos], [salaries, photos], [photos, salaries]]
    for (const within of wrong) {
      const link = { ...terms, folder: within[0]!, files: [{ shown: pay, within }] }
      const made = createLinkToSeveral(ada.api, ada.vault, link, new Date())
      await expect(made).rejects.toMatchObject({ code: 'not_as_shown' })
    }
    const elsewhere = { ...terms, folder: photos, files: [{ shown: pay, within: [salaries] }] }
    const made = createLinkToSeveral(ada.api, ada.vault, elsewhere, new Date())
    await expect(made).rejects.toMatchObject({ code: 'not_as_shown' })
  })
})

describe('the place of a new file', () => {
  const planned = (within: Within, folderId: string | null = within.at(-1)?.id ?? null) =>
    planNewFile(ada.api, ada.vault, {
      file: { name: 'new.csv', type: '', sizeBytes: 1, folderId },
      within,
      now: new Date(),
    })

  test('is the folder that was shown, and no other', async () => {
    attacked.proxy.honest()
    expect(await planned([salaries])).toMatchObject({ folderId: salaries.id, replaces: null })
    expect(await planned([])).toMatchObject({ folderId: null })
    for (const [within, folderId] of [
      [[], salaries.id],
      [[photos], salaries.id],
      [[photos], null],
      [[photos, salaries], salaries.id],
    ] as const)
      await expect(planned(within, folderId)).rejects.toMatchObject({ code: 'not_as_shown' })
  })

  test('is proved once for a batch, and asked for again after a refusal', async () => {
    lieAbout([LISTS, ANSWERS], salaries.id, { record: () => null, name: () => 'x' })
    await expect(planned([salaries])).rejects.toMatchObject(refused)
    attacked.proxy.honest()
    await planned([salaries])
    // Somebody renames it while a thousand files are on their way.
    await renameFolder(owner.api, owner.vault, salaries, 'Pay')
    expect(await planned([salaries])).toMatchObject({ folderId: salaries.id })
  })
})

test('a copy takes along only what was shown in its folders', async () => {
  const to = { spaceId: null, folderId: null }
  const [one, other] = [photos, salaries].map((folder) => ({ shown: folder, name: folder.name, parentId: null }))
  const file = (parentId: string | null) => [{ shown: pay, name: pay.name, parentId }]
  const before = await stateOf()
  for (const copy of [
    { to, folders: [one!, other!], files: file(photos.id) },
    { to, folders: [one!, { ...other!, parentId: photos.id }], files: [] },
    { to, folders: [one!], files: file(salaries.id) },
  ]) {
    await expect(copyItems(ada.api, ada.vault, copy)).rejects.toMatchObject({ code: 'not_as_shown' })
  }
  expect(await stateOf()).toEqual(before)
  await copyItems(ada.api, ada.vault, { to, folders: [one!, other!], files: file(salaries.id) })
})

describe('a folder in an earlier place', () => {
  let before: Row
  beforeEach(async () => {
    before = await answerAbout(salaries)
    await moveItems(owner.api, owner.vault, { files: [], folders: [salaries], to: photos })
  })
  const goBack = (path: string | string[]) =>
    attacked.proxy.tamperJson<Row[]>(path, (rows) => rows.map((row) => (row['id'] === salaries.id ? before : row)))

  test('is refused where a list had shown it in the present one', async () => {
    const within = [photos, await shownFolder(ada, salaries.id)]
    goBack(ANSWERS)
    for (const [, act] of acts) await expect(act(within)).rejects.toMatchObject(refused)
  })

  test('is damaged, and refused, on a device that has seen it later, in a later session too', async () => {
    const kept = new Map<string, Uint8Array>()
    const device: VersionMemory = {
      recall: async (userId) => kept.get(userId),
      remember: async (userId, versions) => void kept.set(userId, versions),
      alone: (_, work) => work(),
    }
    await recallVersions(ada.vault, device)
    await proveFolders(ada.api, ada.vault, [await shownFolder(ada, salaries.id)])
    await rememberVersions(ada.vault, device)
    const later = await owner.reopen()
    await recallVersions(later.vault, device)
    goBack([LISTS, ANSWERS])
    for (const { api, vault } of [ada, later]) {
      expect((await shownFolder({ api, vault }, salaries.id)).name).toMatch(/^Damaged name/)
      await expect(proveFolders(api, vault, [salaries])).rejects.toMatchObject(refused)
    }
    // Nothing else is wrong with it, on a device that remembers nothing.
    const fresh = await owner.reopen()
    await proveFolders(fresh.api, fresh.vault, [salaries])
  })
})

test('a folder under the name of another one is damaged in lists, and refused', async () => {
  const foreign = await answerAbout(photos)
  const swap = ['name', 'version', 'record', 'record_signature']
  for (const columns of [swap.slice(0, 1), swap]) {
    const lie = Object.fromEntries(columns.map((column) => [column, () => foreign[column]]))
    lieAbout(LISTS, salaries.id, lie)
    expect((await shownFolder(ada, salaries.id)).name).toMatch(/^Damaged name/)
    lieAbout(ANSWERS, salaries.id, lie)
    const said = { ...salaries, name: 'Salaries' }
    for (const [, act] of acts) await expect(act([said])).rejects.toMatchObject(refused)
  }
  attacked.proxy.honest()
  await expect(proveFolders(ada.api, ada.vault, [{ ...photos, name: 'Salaries' }])).rejects.toMatchObject(refused)
})

describe('a record that does not count', () => {
  let eve: VaultPerson
  let spaceId: string
  let minutes: VaultFolder
  beforeEach(async () => {
    eve = await attacked.person()
    const members = [
      { userId: owner.userId, email: owner.email, role: 'editor' as const },
      { userId: eve.userId, email: eve.email, role: 'viewer' as const },
    ]
    spaceId = await createTeamSpace(bob.api, bob.vault, { name: 'Board', members })
    minutes = await createFolder(bob.api, bob.vault, { name: 'Salaries', parentId: null, spaceId })
    await listTeamSpaces(ada.api, ada.vault)
  })

  test('is that of a viewer, and not that of an editor', async () => {
    const { record } = await answerAbout(minutes, bob)
    const signedBy = async ({ vault }: VaultPerson) => {
      const { text, signature } = await signFolderRecord(readFolderRecord({ text: String(record) }), vault.signer)
      lieAbout(ANSWERS, minutes.id, { record: () => text, record_signature: () => toBase64Url(signature) })
      return proveFolders(ada.api, ada.vault, [minutes])
    }
    await expect(signedBy(eve)).rejects.toMatchObject(refused)
    await signedBy(owner)
    await expect(signedBy(await attacked.person())).rejects.toMatchObject(refused)
  })

  test('is that of another space, or of another list of members', async () => {
    const own = await answerAbout(salaries)
    const there = readFolderRecord({ text: String((await answerAbout(minutes, bob))['record']) })
    const here = readFolderRecord({ text: String(own['record']) })
    for (const change of [{ spaceId }, { roster: there.roster }]) {
      const { text, signature } = await signFolderRecord({ ...here, ...change }, owner.vault.signer)
      lieAbout(ANSWERS, salaries.id, { record: () => text, record_signature: () => toBase64Url(signature) })
      await expect(proveFolders(ada.api, ada.vault, [salaries])).rejects.toMatchObject({
        code: 'spaceId' in change ? 'folder_refused' : 'members_differ',
      })
    }
    lieAbout(ANSWERS, salaries.id, { space_id: () => spaceId, space_epoch: () => 1 })
    await expect(proveFolders(ada.api, ada.vault, [salaries])).rejects.toMatchObject(refused)
    lieAbout(ANSWERS, minutes.id, { space_id: () => ada.vault.personalSpace.id })
    await expect(proveFolders(ada.api, ada.vault, [minutes])).rejects.toMatchObject(refused)
  })

  test('is none of a folder of before, whose damaged name is replaced under no key of another space', async () => {
    const old = await makeUnsignedFolder(owner, 'Salaries')
    const damaged = { ...old, name: damagedName(old.id) }
    lieAbout(ANSWERS, old.id, { space_id: () => spaceId, space_epoch: () => 1, name: () => 'AAAA' })
    const renamed = renameFolder(ada.api, ada.vault, damaged, 'private words')
    await expect(renamed).rejects.toMatchObject({ code: 'folder_refused' })
    attacked.proxy.honest()
    await expect(renameFolder(ada.api, ada.vault, damaged, 'x')).rejects.toMatchObject({ code: 'folder_refused' })
  })

  test('is one whose signature is another’s, though its bytes were proved before', async () => {
    await proveFolders(ada.api, ada.vault, [salaries])
    const { record_signature } = await answerAbout(photos)
    lieAbout(ANSWERS, salaries.id, { record_signature: () => record_signature })
    await expect(proveFolders(ada.api, ada.vault, [salaries])).rejects.toMatchObject(refused)
  })
})

describe('a record that was dropped', () => {
  const drop = () => lieAbout([LISTS, ANSWERS], salaries.id, { record: () => null, record_signature: () => null })

  test('is missed by a device that proved or wrote it, in lists and by acts', async () => {
    await proveFolders(ada.api, ada.vault, [salaries])
    drop()
    for (const { api, vault } of [owner, ada]) {
      expect((await shownFolder({ api, vault }, salaries.id)).name).toMatch(/^Damaged name/)
      await expect(renameFolder(api, vault, salaries, 'x')).rejects.toMatchObject(refused)
    }
  })

  test('makes it a folder of before for others, which an act takes as it was shown and no list signs', async () => {
    drop()
    expect(await shownFolder(ada, salaries.id)).toMatchObject({ name: 'Salaries', parentId: null })
    await proveFolders(ada.api, ada.vault, [salaries])
    const elsewhere = { ...salaries, parentId: photos.id }
    await expect(proveFolders(ada.api, ada.vault, [elsewhere])).rejects.toMatchObject(refused)
  })
})

test('a folder of before is compared with its row, and signed by the act that was shown its place', async () => {
  const old = await makeUnsignedFolder(owner, 'Salaries')
  const file = await shown(owner, await storeFile(owner, 'old.txt', randomBytes(5), { folderId: old.id }))
  const before = await answerAbout(old)
  expect(before).toMatchObject({ record: null, version: 1 })
  const link = { ...terms, folder: old, files: [{ shown: file, within: [old] }] }
  await createLinkToSeveral(ada.api, ada.vault, link, new Date())
  lieAbout(ANSWERS, old.id, { parent_folder_id: () => photos.id })
  await expect(createLinkToSeveral(ada.api, ada.vault, link, new Date())).rejects.toMatchObject(refused)
  attacked.proxy.honest()
  expect(await answerAbout(old)).toMatchObject({ record: null, version: 1 })

  await moveItems(ada.api, ada.vault, { files: [], folders: [old], to: photos })
  const { record } = await answerAbout(old)
  expect(readFolderRecord({ text: String(record) })).toMatchObject({ parentId: photos.id, version: 2, previous: null })
  await expect(proveFolders(ada.api, ada.vault, [old])).rejects.toMatchObject(refused)
  await proveFolders(ada.api, ada.vault, [{ ...old, parentId: photos.id }])
})

/** What would have changed if something had been given away, signed or made, past the proxy. */
async function stateOf(): Promise<unknown[]> {
  const tables = ['folders', 'file_records', 'share_links', 'file_access']
  return Promise.all(
    tables.map(async (table) => (await attacked.server.database.owner(`select * from ${table} order by 1`)).rows),
  )
}

/** The row of a folder as an honest server answers. */
async function answerAbout({ id }: VaultFolder, { api }: VaultPerson = owner): Promise<Row> {
  attacked.proxy.honest()
  const [row] = (await api.rest(`reachable_folders?select=*&id=eq.${id}`)) as Row[]
  if (!row) throw new Error('the folder is not there')
  return row
}

/** Changes columns of one folder in lists, in the answers about it, or in both. */
function lieAbout(path: string | string[], id: string, lie: Record<string, () => unknown>): void {
  attacked.proxy.tamperJson<Row[]>(path, (rows) =>
    rows.map((row) => {
      if (row['id'] !== id) return row
      const told = Object.entries(lie).map(([column, say]) => [column, say()])
      return { ...row, ...Object.fromEntries(told) }
    }),
  )
}
