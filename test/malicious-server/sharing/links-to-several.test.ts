/**
 * A server that lies about a link to several files: to its visitor with other members, fewer, or in another order; to its owner with the
 * list or record of another link, or an earlier one.
 */
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeLink } from '#vault/sharing/links/change-link.ts'
import { type OwnLink, findLink, listLinks } from '#vault/sharing/links/links.ts'
import { createLinkToSeveral } from '#vault/sharing/links/new-link.ts'
import {
  type FollowedLink,
  type OpenLink,
  beginVisit,
  linkContent,
  openLink,
  readLinkSecret,
} from '#vault/sharing/links/visit-link.ts'
import { readContent, storeFile } from '../../support/stored-file.ts'
import { ada, attacked, openHandover, sealHandover, stageAttackedLinks } from './attacked-links.ts'
import type { VaultFolder } from '#vault/folders/folders.ts'
import { makeChain } from '../../support/make-chain.ts'
import { shown } from '../../support/shown.ts'

type Answer = { handover: string; files?: string[] | undefined }
type Said = { files: object[]; folders: string[][]; name: string | null }
type Row = Record<string, unknown> & { id: string }

const bytes = [randomBytes(3000), randomBytes(3000), randomBytes(3000)]

stageAttackedLinks()

let ids: string[]
let chain: VaultFolder[]
let link: FollowedLink
let other: FollowedLink
beforeEach(async () => {
  ids = []
  chain = await makeChain(ada, ['Plans', 'Drafts'])
  const place = { folderId: chain[1]!.id }
  for (const [at, content] of bytes.entries()) ids.push(await storeFile(ada, `${at}.txt`, content, place))
  link = await make(ids)
  other = await make([ids[0]!, await storeFile(ada, 'other.txt', randomBytes(3000), place)])
})

describe('a visitor', () => {
  test('is handed nothing that another link hands over', async () => {
    const foreign = (await answerOf(other)).handover
    attacked.proxy.tamperJson<Answer>('/handover', (real) => ({ ...real, handover: foreign }))
    await expectDamaged()
  })

  // Whoever has the link can seal another list under its key; only its owner's fits the check of the address.
  test.each<[string, (said: Said, foreign: Said) => Said]>([
    ['a file exchanged', (said, { files }) => ({ ...said, files: [files[1]!, ...said.files.slice(1)] })],
    ['a file dropped', (said) => ({ ...said, files: said.files.slice(1) })],
    ['a file added', (said, { files }) => ({ ...said, files: [...said.files, files[1]!] })],
    ['the list of another link', (said, { files }) => ({ ...said, files })],
    ['another order', (said) => ({ ...said, files: said.files.toReversed() })],
    ['another folder', (said) => ({ ...said, folders: [['Elsewhere']] })],
    ['another name', (said) => ({ ...said, name: 'Invoices' })],
    [
      'the keys of two files exchanged',
      (said) => {
        const [a, b, ...rest] = said.files as [{ file_key: string }, { file_key: string }]
        return { ...said, files: [{ ...a, file_key: b.file_key }, { ...b, file_key: a.file_key }, ...rest] }
      },
    ],
  ])('is handed nothing with %s', async (_, change) => {
    const handover = await sealHandover(change(await said(link), await said(other)), link)
    attacked.proxy.tamperJson<Answer>('/handover', (real) => ({ ...real, handover }))
    await expectDamaged()
  })

  test('reads of a file that is withheld that it is missing, by its name', async () => {
    attacked.proxy.tamperJson<Answer>('/handover', (real) => ({ ...real, files: real.files?.slice(1) ?? [] }))
    const opened = await openLink(attacked.visitor, link, null)
    expect(attacked.proxy.changed()).toBe(1)
    const missing = opened.files.filter(({ isMissing }) => isMissing)
    expect(opened.files.map(({ name }) => name)).toEqual(['0.txt', '1.txt', '2.txt'])
    expect(missing).toHaveLength(1)
    for (const files of [undefined, []]) {
      attacked.proxy.tamperJson<Answer>('/handover', ({ handover, ...real }) => ({ ...real, handover, files }))
      const none = await openLink(attacked.visitor, link, null)
      expect(none.files.map(({ isMissing }) => isMissing)).toEqual([true, true, true])
    }
  })

  test('is not given a file more by a list of what there is', async () => {
    attacked.proxy.tamperJson<Answer>('/handover', (real) => ({ ...real, files: [...(real.files ?? []), other.id] }))
    expect((await openLink(attacked.visitor, link, null)).files).toHaveLength(3)
    expect(attacked.proxy.changed()).toBe(1)
  })

  test('refuses the content of another file of the same link, and reads the others', async () => {
    const opened = await openLink(attacked.visitor, link, null)
    const visit = await beginVisit(attacked.visitor, opened)
    const first = await sealedOf(opened, visit.ticket, ids[0]!)
    attacked.proxy.tamper(({ path }) => (path.includes(`/files/${ids[1]}/content`) ? { body: first } : null))

    const read = async (id: string) =>
      readContent(attacked.visitor, await linkContent(attacked.visitor, opened, visit, id))
    await expect(read(ids[1]!)).rejects.toMatchObject({ name: 'VaultError', code: 'file_damaged' })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    expect((await read(ids[0]!)).equals(bytes[0]!)).toBe(true)
    expect((await read(ids[2]!)).equals(bytes[2]!)).toBe(true)
  })
})

describe('the owner', () => {
  test.each<[string, (row: Row, foreign: Row) => Record<string, unknown>]>([
    ['a file added', (row, foreign) => ({ share_link_files: [...filesOf(row), foreignOf(foreign)] })],
    ['a file exchanged', (row, foreign) => ({ share_link_files: [...filesOf(row).slice(1), foreignOf(foreign)] })],
    ['the files of another link', (_row, foreign) => ({ share_link_files: filesOf(foreign) })],
    ['one file', (row) => ({ file_id: filesOf(row)[0]?.file_id, share_link_files: [] })],
    ['the record of another link', (_row, foreign) => ({ owner_record: foreign['owner_record'] })],
    ['a changed record', (row) => ({ owner_record: flipped(String(row['owner_record'])) })],
  ])('is shown a link with %s as changed, and is not handed its address', async (_, lie) => {
    const foreign = await rowOf(other)
    lieAbout((row) => (row.id === link.id ? lie(row, foreign) : {}))

    const shown = (await listLinks(ada.api, ada.vault)).find(({ id }) => id === link.id)
    expect(attacked.proxy.changed()).toBe(1)
    expect(shown).toMatchObject({ path: null, problem: 'changed' })
    await expect(changed(shown!)).rejects.toMatchObject({ code: 'share_link_damaged' })
  })

  test('reads how many files are left where the server dropped some', async () => {
    lieAbout((row) => (row.id === link.id ? { share_link_files: filesOf(row).slice(1) } : {}))
    const shown = await findLink(ada.api, ada.vault, link.id)
    expect(attacked.proxy.changed()).toBe(1)
    expect(shown).toMatchObject({ fileIds: ids, problem: null })
    expect(shown?.openIds).toHaveLength(2)
  })

  test('is not shown an earlier state of the record for a later one', async () => {
    await changed(await own())
    const before = (await rowOf(link))['owner_record']
    await changed(await own())
    lieAbout((row) => (row.id === link.id ? { owner_record: before } : {}))
    expect(await own()).toMatchObject({ path: null, problem: 'changed' })
  })

  test('asks for the links of a file and takes no others for an answer', async () => {
    const foreign = await rowOf(other)
    attacked.proxy.tamperJson<Row[]>('among', () => [foreign])
    await expect(listLinks(ada.api, ada.vault, ids[2])).rejects.toMatchObject({ code: 'share_refused' })
    expect(attacked.proxy.changed()).toBe(1)
    // Named among its files it is shown, as changed.
    const named = { ...foreign, share_link_files: [{ file_id: ids[2] }] }
    attacked.proxy.tamperJson<Row[]>('among', () => [named])
    expect(await listLinks(ada.api, ada.vault, ids[2])).toMatchObject([{ id: other.id, problem: 'changed' }])
  })

  test('seals nothing but what they wrote under a new password', async () => {
    const shown = await own()
    const handover = await sealHandover({ ...(await said(link)), name: 'Invoices' }, link)
    attacked.proxy.tamperJson<Row[]>('select=handover', (rows) => rows.map((row) => ({ ...row, handover })))
    await expect(changed(shown)).rejects.toMatchObject({ code: 'share_link_damaged' })
    expect(attacked.proxy.changed()).toBe(1)
  })
})

const foreignOf = (row: Row) => filesOf(row).find(({ file_id }) => !ids.includes(file_id))
const filesOf = (row: Row) => row['share_link_files'] as { file_id: string }[]

async function make(of: readonly string[]): Promise<FollowedLink> {
  const files = await Promise.all(of.map(async (id) => ({ shown: await shown(ada, id), within: chain })))
  const wanted = { folder: chain[0] ?? null, files, days: 7, password: null, maxDownloads: null, sender: null }
  const { pathname, hash } = new URL(await createLinkToSeveral(ada.api, ada.vault, wanted, new Date()), 'http://server')
  return { id: pathname.slice('/s/'.length), secret: readLinkSecret(hash) }
}

async function own(): Promise<OwnLink> {
  const shown = await findLink(ada.api, ada.vault, link.id)
  if (!shown) throw new Error('the link is not there')
  return shown
}

const changed = (shown: OwnLink): Promise<void> =>
  changeLink(ada.api, ada.vault, shown, { password: 'another password' }, new Date())

function lieAbout(lie: (row: Row) => Record<string, unknown>): void {
  attacked.proxy.tamperJson<Row[]>('share_links?select=id', (rows) => rows.map((row) => ({ ...row, ...lie(row) })))
}

async function rowOf({ id }: FollowedLink): Promise<Row> {
  let seen: Row | undefined
  attacked.proxy.tamper(({ path }, { body }) => {
    if (path.includes('share_links?select=id')) [seen] = JSON.parse(body.toString()) as Row[]
    return null
  })
  await findLink(ada.api, ada.vault, id)
  attacked.proxy.honest()
  if (!seen) throw new Error('the link was not listed')
  return seen
}

/** What the server knows and could hand over to anyone. */
async function answerOf(followed: FollowedLink): Promise<Answer> {
  let seen: Answer | undefined
  attacked.proxy.tamper(({ path }, { body }) => {
    if (path.endsWith('/handover')) seen = JSON.parse(body.toString()) as Answer
    return null
  })
  await openLink(attacked.visitor, followed, null)
  attacked.proxy.honest()
  if (!seen) throw new Error('nothing was handed over')
  return seen
}

const said = async (followed: FollowedLink): Promise<Said> =>
  openHandover((await answerOf(followed)).handover, followed)

async function sealedOf({ id }: OpenLink, ticket: string, fileId: string): Promise<Buffer> {
  const headers = { 'x-link-ticket': ticket }
  const answer = await attacked.visitor.fetch(`/links/v1/${id}/files/${fileId}/content`, { method: 'GET', headers })
  return Buffer.from(await answer.arrayBuffer())
}

async function expectDamaged(): Promise<void> {
  await expect(openLink(attacked.visitor, link, null)).rejects.toMatchObject({
    name: 'VaultError',
    code: 'share_link_damaged',
  })
  expect(attacked.proxy.changed()).toBe(1)
}

function flipped(text: string): string {
  const sealed = Buffer.from(text, 'base64url')
  sealed[sealed.length - 5]! ^= 1
  return sealed.toString('base64url')
}
