import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { listReadsByOthers } from '#web/lib/keyless/audit/reads-by-others.ts'
import { listFiles } from '#vault/files/list-files.ts'
import type { VaultFolder } from '#vault/folders/folders.ts'
import { restoreItems, trashItems } from '#vault/folders/trash.ts'
import { changeLink } from '#vault/sharing/links/change-link.ts'
import { findLink, listLinks, revokeLink } from '#vault/sharing/links/links.ts'
import { type NewLinkToSeveral, createLink, createLinkToSeveral } from '#vault/sharing/links/new-link.ts'
import { type FollowedLink, beginVisit, knockAtLink, linkContent, openLink } from '#vault/sharing/links/visit-link.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { readContent, replaceFile, storeFile } from '../support/stored-file.ts'
import { ada, followed, server, stageVisitor, visitor } from './link-stage.ts'
import { makeChain } from '../support/make-chain.ts'
import { shown, shownItems } from '../support/shown.ts'

const bytes = [randomBytes(600_000), randomBytes(10), randomBytes(2000)]
const missing = { code: 'share_link_file_missing' }
const noTerms = { days: 7, password: null, maxDownloads: null, sender: null }

stageVisitor()

let ids: [string, string, string]
/** The folder of the first one, and the one in it with the others. */
let chain: VaultFolder[]
beforeEach(async () => {
  chain = await makeChain(ada, ['Plans', 'Drafts'])
  const [plans, drafts] = chain.map(({ id }) => ({ folderId: id }))
  ids = [
    await storeFile(ada, 'one.txt', bytes[0]!, plans),
    await storeFile(ada, 'two.txt', bytes[1]!, drafts),
    await storeFile(ada, 'three.txt', bytes[2]!, drafts),
  ]
})

describe('a visitor', () => {
  test('gets every file byte for byte, in the order and folders of its owner, for one visit', async () => {
    const link = await make({ maxDownloads: 1 })

    const opened = await openLink(visitor, link, null)
    expect(opened).toMatchObject({ several: { name: 'Plans' }, sender: 'Ada', downloadsLeft: 1 })
    expect(opened.files.map(({ name, folders }) => [name, folders])).toEqual([
      ['one.txt', []],
      ['two.txt', ['Drafts']],
      ['three.txt', ['Drafts']],
    ])
    const visit = await beginVisit(visitor, opened)
    for (const [at, { fileId }] of opened.files.entries()) {
      const read = await readContent(visitor, await linkContent(visitor, opened, visit, fileId))
      expect(read.equals(bytes[at]!)).toBe(true)
    }
    expect(await findLink(ada.api, ada.vault, link.id)).toMatchObject({ downloads: 1 })
    await expect(knockAtLink(visitor, link)).rejects.toMatchObject({ code: 'share_link_used_up' })
  })

  test('gets no other file of the owner, nor one of another link', async () => {
    const other = await storeFile(ada, 'other.txt', randomBytes(10))
    const opened = await openLink(visitor, await make(), null)
    const { ticket } = await beginVisit(visitor, opened)
    for (const path of [`files/${other}`, `files/${randomUUID()}`, 'files/x', 'files/..%2f..']) {
      for (const what of ['content', 'segment-hashes']) {
        const asked = visitor.fetch(`/links/v1/${opened.id}/${path}/${what}`, {
          method: 'GET',
          headers: { 'x-link-ticket': ticket },
        })
        await expect(asked).rejects.toMatchObject(missing)
      }
    }
    await expect(linkContent(visitor, opened, { ticket, untilMs: 0 }, other)).rejects.toMatchObject(missing)
    // Of several there is none that goes without a name, and of one there is none by its name.
    const plain = { method: 'GET', headers: { 'x-link-ticket': ticket } }
    await expect(visitor.fetch(`/links/v1/${opened.id}/content`, plain)).rejects.toThrow()
    const single = await openLink(
      visitor,
      followed(await createLink(ada.api, ada.vault, await one(ids[0]), new Date())),
      null,
    )
    const begun = await beginVisit(visitor, single)
    const named = { method: 'GET', headers: { 'x-link-ticket': begun.ticket } }
    await expect(visitor.fetch(`/links/v1/${single.id}/files/${ids[0]}/content`, named)).rejects.toMatchObject(missing)
    await expect(visitor.fetch(`/links/v1/${opened.id}/files/${ids[0]}/content`, named)).rejects.toMatchObject({
      code: 'share_link_unknown',
    })
  })
})

describe('one of the files', () => {
  test('in the trash is missing, and opens again when it comes out', async () => {
    const link = await make()
    await trashItems(ada.api, { fileIds: [ids[1]], folderIds: [] })
    const opened = await openLink(visitor, link, null)
    expect(opened.files.map(({ isMissing }) => isMissing)).toEqual([false, true, false])
    const visit = await beginVisit(visitor, opened)
    await expect(readContent(visitor, await linkContent(visitor, opened, visit, ids[1]))).rejects.toMatchObject({
      code: 'share_link_unavailable',
    })
    expect((await readContent(visitor, await linkContent(visitor, opened, visit, ids[2]))).equals(bytes[2]!)).toBe(true)

    await restoreItems(ada.api, ada.vault, await shownItems(ada, { fileIds: [ids[1]], folderIds: [] }))
    expect((await openLink(visitor, link, null)).files.some(({ isMissing }) => isMissing)).toBe(false)
  })

  test('leaves the link for good when it gets other content, and the others stay', async () => {
    const link = await make()
    await replaceFile(ada, ids[0], randomBytes(20))

    const opened = await openLink(visitor, link, null)
    expect(opened.files.map(({ isMissing }) => isMissing)).toEqual([true, false, false])
    const visit = await beginVisit(visitor, opened)
    const keys = await linkContent(visitor, { ...opened }, visit, ids[2])
    expect((await readContent(visitor, keys)).equals(bytes[2]!)).toBe(true)
    await expect(linkContent(visitor, opened, visit, ids[0])).rejects.toMatchObject(missing)
    expect(await findLink(ada.api, ada.vault, link.id)).toMatchObject({
      fileIds: ids,
      openIds: expect.toSatisfy((open: string[]) => open.toSorted().join() === [ids[1], ids[2]].toSorted().join()),
      problem: null,
    })
    expect(await shared()).toEqual([false, true, true])
    expect(await listLinks(ada.api, ada.vault, ids[0])).toEqual([])
  })

  test('that was the last one ends the link', async () => {
    const link = await make()
    for (const id of ids) await replaceFile(ada, id, randomBytes(20))
    await expect(openLink(visitor, link, null)).rejects.toMatchObject({ code: 'share_link_revoked' })
    expect(await listLinks(ada.api, ada.vault)).not.toContainEqual(expect.objectContaining({ id: link.id }))
  })

  test('deleted for good leaves it as well', async () => {
    const link = await make()
    await remove(ids[0])
    expect((await openLink(visitor, link, null)).files.map(({ isMissing }) => isMissing)).toEqual([true, false, false])
    await Promise.all([remove(ids[1]), remove(ids[2])])
    await expect(openLink(visitor, link, null)).rejects.toMatchObject({ code: 'share_link_revoked' })
  })

  test('with all others in the trash leaves nothing to open', async () => {
    const link = await make()
    await trashItems(ada.api, { fileIds: [...ids], folderIds: [] })
    await expect(knockAtLink(visitor, link)).rejects.toMatchObject({ code: 'share_link_unavailable' })
  })
})

describe('the marks of shared files', () => {
  test('come with the link and go when it ends', async () => {
    expect(await shared()).toEqual([false, false, false])
    const link = await make()
    expect(await shared()).toEqual([true, true, true])
    await revokeLink(ada.api, link.id, new Date())
    expect(await shared()).toEqual([false, false, false])
    await expect(openLink(visitor, link, null)).rejects.toMatchObject({ code: 'share_link_revoked' })
  })

  test('go when it is used up, and come back with a higher limit', async () => {
    const link = await make({ maxDownloads: 1 })
    await beginVisit(visitor, await openLink(visitor, link, null))
    expect(await shared()).toEqual([false, false, false])
    const shown = await findLink(ada.api, ada.vault, link.id)
    await changeLink(ada.api, ada.vault, shown!, { maxDownloads: 2, password: 'another password' }, new Date())
    expect(await shared()).toEqual([true, true, true])
    expect(await findLink(ada.api, ada.vault, link.id)).toMatchObject({ problem: null, fileIds: ids, version: 2 })
  })

  test('go when its time has run out, and stay where another link opens the file', async () => {
    const link = await make()
    await createLink(ada.api, ada.vault, await one(ids[1]), new Date())
    await ageRows(server.database, { table: 'public.share_links', where: 'r.id = $1', values: [link.id] }, '8 days')
    expect(await shared()).toEqual([true, true, true])
    await server.database.owner('select public.expire_shares()')
    expect(await shared()).toEqual([false, true, false])
  })
})

describe('the owner', () => {
  test('finds the link by each of its files, with what it opens', async () => {
    const link = await make()
    for (const id of ids) {
      expect(await listLinks(ada.api, ada.vault, id)).toMatchObject([
        { id: link.id, fileIds: ids, several: { name: 'Plans' }, problem: null },
      ])
    }
  })

  test('learns that it was opened, once for each visit and by each of the files', async () => {
    const link = await make()
    await beginVisit(visitor, await openLink(visitor, link, null))
    for (const fileId of ids) {
      const [read, ...more] = await listReadsByOthers(ada.api, { limit: 10, fileId })
      expect(more).toEqual([])
      expect(read).toMatchObject({ action: 'download', details: { id: link.id, files: 3 } })
    }
    const { rows } = await server.database.owner<{ details: object }>(
      `select details from system_audit_log where event_type = 'share_links.insert' and details ->> 'id' = $1`,
      [link.id],
    )
    expect(rows).toMatchObject([{ details: { files: 3 } }])
    const { rows: about } = await server.database.owner(`select 1 from system_audit_log where details ->> 'id' = $1`, [
      link.id,
    ])
    expect(about).toHaveLength(2)
  })
})

describe('the server', () => {
  test('takes only files of who makes the link, each once, and no more than a link opens', async () => {
    const bob = await personWithVault(server)
    const foreign = await storeFile(bob, 'foreign.txt', randomBytes(10))
    const row = await rowOf(await make())
    const plant = (file_ids: string[]) =>
      ada.api.rest('share_links', { method: 'POST', body: { ...row, id: randomUUID(), file_ids } })
    await plant([...ids])
    await expect(plant([ids[0], foreign])).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(plant([ids[0], ids[0]])).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(plant([randomUUID()])).rejects.toMatchObject({ code: 'not_allowed' })
    for (const count of [0, LIMITS.linkFiles + 1]) {
      const many = Array.from({ length: count }, () => randomUUID())
      await expect(plant(many)).rejects.toThrow('share_links_files_most')
    }
    const most = Array.from({ length: LIMITS.linkFiles }, () => randomUUID())
    await expect(plant(most)).rejects.toThrow('a link names files of its owner')
    const both = { ...row, id: randomUUID(), file_id: ids[0], file_ids: [...ids] }
    await expect(ada.api.rest('share_links', { method: 'POST', body: both })).rejects.toThrow('share_links_names_files')
  })

  test('takes no longer content for a link that is there, nor one beyond the limit', async () => {
    const link = await make()
    const row = await rowOf(link)
    const change = (handover: string) =>
      ada.api.rest(`share_links?id=eq.${link.id}`, { method: 'PATCH', body: { handover } })
    await change(row.handover)
    await expect(change(`${row.handover}A`)).rejects.toThrow('does not grow')
    const most = { ...row, id: randomUUID(), file_ids: [...ids], handover: 'A'.repeat(LIMITS.linkHandoverCharacters) }
    await ada.api.rest('share_links', { method: 'POST', body: most })
    const longer = { ...most, id: randomUUID(), handover: `${most.handover}A` }
    await expect(ada.api.rest('share_links', { method: 'POST', body: longer })).rejects.toThrow(
      'share_links_handover_length',
    )
  })

  test('shows the files of a link to its owner alone', async () => {
    const bob = await personWithVault(server)
    const { id } = await make()
    expect(await ada.api.rest(`share_link_files?link_id=eq.${id}`)).toHaveLength(3)
    expect(await bob.api.rest(`share_link_files?link_id=eq.${id}`)).toEqual([])
    await expect(ada.api.rest(`share_link_files?link_id=eq.${id}`, { method: 'DELETE' })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    await expect(
      ada.api.rest('share_link_files', { method: 'POST', body: { link_id: id, file_id: ids[0], user_id: ada.userId } }),
    ).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('forgets links and their files with the account', async () => {
    const bob = await personWithVault(server)
    const file = await storeFile(bob, 'one.txt', randomBytes(10))
    const path = await createLinkToSeveral(
      bob.api,
      bob.vault,
      await wanted({ folder: null, files: [{ shown: await shown(bob, file), within: [] }] }),
      new Date(),
    )
    await server.database.owner('delete from auth.users where id = $1', [bob.userId])
    const { rows } = await server.database.owner('select 1 from share_link_files where file_id = $1', [file])
    expect(rows).toEqual([])
    await expect(openLink(visitor, followed(path), null)).rejects.toMatchObject({ code: 'share_link_unknown' })
  })
})

test('a link is not made when it was stopped, or for too many files', async () => {
  const before = await listLinks(ada.api, ada.vault)
  const controller = new AbortController()
  const made = createLinkToSeveral(ada.api, ada.vault, await wanted(), new Date(), {
    signal: controller.signal,
    onProved: () => controller.abort(),
  })
  await expect(made).rejects.toMatchObject({ name: 'AbortError' })
  const first = await shown(ada, ids[0])
  const files = Array.from({ length: LIMITS.linkFiles + 1 }, () => ({ shown: first, within: [] }))
  await expect(
    createLinkToSeveral(ada.api, ada.vault, await wanted({ folder: null, files }), new Date()),
  ).rejects.toMatchObject({
    code: 'link_too_many',
  })
  expect(await listLinks(ada.api, ada.vault)).toEqual(before)
})

const one = async (fileId: string) => ({ file: await shown(ada, fileId), ...noTerms })

const wanted = async (change: Partial<NewLinkToSeveral> = {}): Promise<NewLinkToSeveral> => ({
  folder: chain[0] ?? null,
  files: await Promise.all(
    ids.map(async (id, at) => ({ shown: await shown(ada, id), within: chain.slice(0, at === 0 ? 1 : 2) })),
  ),
  ...noTerms,
  sender: 'Ada',
  ...change,
})

const make = async (change?: Partial<NewLinkToSeveral>): Promise<FollowedLink> =>
  followed(await createLinkToSeveral(ada.api, ada.vault, await wanted(change), new Date()))

async function shared(): Promise<(boolean | undefined)[]> {
  const files = await listFiles(ada.api, ada.vault)
  return ids.map((id) => files.find((file) => file.id === id)?.isShared)
}

async function rowOf({ id }: FollowedLink): Promise<{ handover: string; file_ids: string[] }> {
  const columns = 'file_ids,door_hash,token_hash,handover,expires_at'
  const [row] = (await ada.api.rest(`share_links?id=eq.${id}&select=${columns}`)) as [
    { handover: string; file_ids: string[] },
  ]
  return row
}

const remove = (id: string) => server.database.owner('delete from file_records where id = $1', [id])
