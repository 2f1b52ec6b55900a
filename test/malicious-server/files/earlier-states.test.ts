/** A server that offers states of files that never were, of other files, or older ones than a device has seen, to be put back with the person's hand. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type EarlierState, listEarlierStates, putBackState } from '#vault/files/earlier-states.ts'
import { deleteVersion, listDeletedVersions, listVersions } from '#vault/files/file-versions.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { createFolder, renameFolder } from '#vault/folders/folders.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { replaceFile, storeFile } from '../../support/stored-file.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { shown } from '../../support/shown.ts'
import { stageAttacked } from '../attacked.ts'

type Row = { id: number; item_id: string; state: Record<string, unknown> }
type Change = (state: Row['state'], row: Row) => Row['state']

const attacked = stageAttacked()
const since = new Date(Date.now() - 3_600_000)
const all = { since, spaceId: null, ids: null }
const list = (person: VaultPerson) => listEarlierStates(person.api, person.vault, all)
const serveStates = (change: Change) =>
  attacked.proxy.tamperJson<Row[]>('reachable_states?', (rows) =>
    rows.map((row) => ({ ...row, state: change(row.state, row) })),
  )
const stateOf = async (person: VaultPerson, id: string): Promise<Row['state']> => {
  const [row] = (await person.api.rest(`reachable_states?select=state&item_id=eq.${id}&order=id&limit=1`)) as Row[]
  if (!row) throw new Error('a state is kept')
  return row.state
}

let ada: VaultPerson
let id: string
beforeAll(async () => {
  ada = await attacked.person()
})
beforeEach(async () => {
  ada = await attacked.person()
  id = await storeFile(ada, 'plan.txt', Buffer.from('plan'))
  await renameFile(ada.api, ada.vault, await shown(ada, id), 'renamed.txt')
})

/** Changes the first letter, whichever it is. */
const withAnotherLetter = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)

test.each<[string, Change]>([
  [
    'another name in the manifest',
    (state) => ({ ...state, manifest: String(state['manifest']).replace('"version":1', '"version":7') }),
  ],
  [
    'another signature',
    (state) => ({ ...state, manifest_signature: withAnotherLetter(String(state['manifest_signature'])) }),
  ],
  ['another folder than was signed', (state) => ({ ...state, folder_id: crypto.randomUUID() })],
  ['another version than was signed', (state) => ({ ...state, version: 2 })],
  ['another content than was signed', (state) => ({ ...state, content_id: crypto.randomUUID() })],
  ['another key', (state) => ({ ...state, encryption_key: withAnotherLetter(String(state['encryption_key'])) })],
  ['nothing in it', () => ({})],
  ['no manifest', (state) => ({ ...state, manifest: null })],
  ['the id of another file', (state) => ({ ...state, id: crypto.randomUUID(), manifest: 'x' })],
])('a state with %s is not offered', async (_, change) => {
  serveStates(change)
  expect(await list(ada)).toEqual({ offered: [], refused: 1 })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  attacked.proxy.honest()
  expect(await list(ada)).toMatchObject({ offered: [{ id, before: { name: 'plan.txt' } }], refused: 0 })
})

test('a state of another own file, of another person, or of a team space is not offered', async () => {
  const bob = await attacked.person()
  const spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members: [] })
  const foreign: [VaultPerson, string][] = [
    [ada, await storeFile(ada, 'salaries.txt', Buffer.from('s'))],
    [bob, await storeFile(bob, 'bob.txt', Buffer.from('b'))],
    [ada, await storeFile(ada, 'minutes.txt', Buffer.from('m'), { spaceId })],
  ]
  for (const [person, other] of foreign) {
    await renameFile(person.api, person.vault, await shown(person, other), 'other.txt')
    const theirs = await stateOf(person, other)
    serveStates((state, row) => (row.item_id === id ? theirs : state))
    expect((await list(ada)).offered.filter((state) => state.id === id)).toEqual([])
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    attacked.proxy.honest()
  }
})

test('a folder whose kept name is of another folder, or of nobody, is not offered', async () => {
  const [one, two] = [
    await createFolder(ada.api, ada.vault, { name: 'Case', parentId: null }),
    await createFolder(ada.api, ada.vault, { name: 'Salaries', parentId: null }),
  ]
  for (const folder of [one, two]) await renameFolder(ada.api, ada.vault, folder, `${folder.name} 2`)
  const theirs = await stateOf(ada, two.id)
  for (const change of [(): Row['state'] => theirs, (state: Row['state']) => ({ ...state, name: 'AAAA' })]) {
    serveStates((state, row) => (row.item_id === one.id ? change(state) : state))
    expect((await list(ada)).offered.map((state) => state.id)).not.toContain(one.id)
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    attacked.proxy.honest()
  }
})

test('what is exchanged between the look and the click is not signed', async () => {
  await renameFile(ada.api, ada.vault, await shown(ada, id), 'third.txt')
  const [offered] = (await list(ada)).offered
  if (!offered) throw new Error('one is offered')
  const rows = (await ada.api.rest(`reachable_states?select=id,state&item_id=eq.${id}&order=id`)) as Row[]
  serveStates((state, row) => (row.id === offered.stateId ? (rows[1]?.state ?? state) : state))
  await expect(putBackState(ada.api, ada.vault, offered, since)).rejects.toMatchObject({ code: 'not_as_shown' })
  const foreign: EarlierState = { ...offered, id: await storeFile(ada, 'other.txt', Buffer.from('o')) }
  const borrowed = rows.map((row) => ({ ...row, kind: 'file', kept_at: offered.changedAt, item_id: foreign.id }))
  attacked.proxy.tamperJson<Row[]>('reachable_states?', () => borrowed)
  await expect(putBackState(ada.api, ada.vault, foreign, since)).rejects.toMatchObject({ code: 'not_as_shown' })
  attacked.proxy.honest()
  expect((await proveFile(ada.api, ada.vault, id)).manifest.version).toBe(3)
  expect((await proveFile(ada.api, ada.vault, foreign.id)).manifest.version).toBe(1)
})

test('a damaged file is not put back to an older state than this device has seen, nor to another than was shown', async () => {
  const rubbish = { version: 3, manifest: '{"version":3}', manifest_signature: 'x' }
  await ada.api.rest(`file_records?id=eq.${id}`, { method: 'PATCH', body: rubbish })
  const rows = (await ada.api.rest(`reachable_states?select=id,state&item_id=eq.${id}&order=id`)) as Row[]
  // Only the first of the two is shown to the device that saw the second.
  attacked.proxy.tamperJson<Row[]>('reachable_states?', (served) => served.filter((row) => row.id === rows[0]?.id))
  expect(await list(ada)).toEqual({ offered: [], refused: 1 })
  attacked.proxy.honest()

  const [offered] = (await list(ada)).offered
  if (!offered) throw new Error('one is offered')
  expect(offered).toMatchObject({ now: null, before: { name: 'plan.txt' } })
  // The server says that it has put it back, and shows another state of the same file.
  attacked.proxy.tamper(({ path }, { body }) => {
    if (path.includes('rpc/put_back')) return { body: Buffer.from('1') }
    if (!path.includes('reachable_files?')) return null
    const served = JSON.parse(body.toString()) as Row['state'][]
    return { body: Buffer.from(JSON.stringify(served.map((row) => ({ ...row, ...rows[0]?.state })))) }
  })
  await expect(putBackState(ada.api, ada.vault, offered, since)).rejects.toMatchObject({ name: 'VaultError' })
  attacked.proxy.honest()
  await putBackState(ada.api, ada.vault, (await list(ada)).offered[0] ?? offered, since)
  expect((await proveFile(ada.api, ada.vault, id)).metadata.name).toBe('plan.txt')
})

test('a deleted version that is forged, or of another file, is not offered', async () => {
  type VersionRow = Record<string, unknown>
  const other = await storeFile(ada, 'other.txt', Buffer.from('o'))
  for (const each of [id, other]) {
    await replaceFile(ada, each, Buffer.from('two'))
    const [version] = await listVersions(ada.api, ada.vault, { id: each, spaceId: null })
    if (version) await deleteVersion(ada.api, ada.vault, version)
  }
  const mine = { ...all, ids: [id] }
  const rows = (await ada.api.rest('trashed_versions?select=*')) as VersionRow[]
  const foreign = rows.find((row) => row['file_id'] === other)
  const attacks: ((row: VersionRow) => VersionRow)[] = [
    (row) => ({ ...row, manifest_signature: withAnotherLetter(String(row['manifest_signature'])) }),
    (row) => ({ ...row, content_id: crypto.randomUUID() }),
    (row) => ({ ...foreign, file_id: row['file_id'] }),
  ]
  for (const attack of attacks) {
    attacked.proxy.tamperJson<VersionRow[]>('trashed_versions?', (served) => served.map(attack))
    expect(await listDeletedVersions(ada.api, ada.vault, mine as never)).toEqual({ offered: [], refused: 1 })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    attacked.proxy.honest()
  }
  expect((await listDeletedVersions(ada.api, ada.vault, mine as never)).offered).toHaveLength(1)
})
