import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { listLinks, revokeLink } from '#vault/sharing/links/links.ts'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { trashItems } from '#vault/folders/trash.ts'
import type { LinkVisit } from '#vault/sharing/links/link-visit.ts'
import { type FollowedLink, beginVisit, knockAtLink, linkContent, openLink } from '#vault/sharing/links/visit-link.ts'
import { readContent } from '../support/stored-file.ts'
import { ada, fileId, followed, server, stageLinks, visitor } from './link-stage.ts'
import { shown } from '../support/shown.ts'

const HOUR_MS = 3_600_000
const bytes = randomBytes(600_000)
const used = { code: 'share_link_used_up' }

let link: FollowedLink
let visit: LinkVisit
stageLinks(bytes)
beforeEach(async () => {
  link = await make()
  visit = await beginVisit(visitor, await openLink(visitor, link, null))
})

test('looking and downloading on one visit count once, also after the page was loaded again', async () => {
  expect(await knockAtLink(visitor, link, visit)).toBeNull()
  const again = await openLink(visitor, link, null, visit)
  expect(again).toMatchObject({ files: [{ name: 'plan.pdf' }], downloadsLeft: 0 })
  for (let time = 0; time < 2; time++) {
    expect((await readContent(visitor, await linkContent(visitor, again, visit))).equals(bytes)).toBe(true)
  }
  expect((await listLinks(ada.api, ada.vault, fileId))[0]).toMatchObject({ downloads: 1 })
})

test('the last visit is the last one: without its ticket the link is used up', async () => {
  await expect(knockAtLink(visitor, link)).rejects.toMatchObject(used)
  await expect(openLink(visitor, link, null)).rejects.toMatchObject(used)
  await expect(beginVisit(visitor, await openLink(visitor, link, null, visit))).rejects.toMatchObject(used)
})

test('the ticket of a visit opens no other link', async () => {
  const other = await make()
  await beginVisit(visitor, await openLink(visitor, other, null))

  await expect(knockAtLink(visitor, other, visit)).rejects.toMatchObject(used)
  await expect(openLink(visitor, other, null, { ...visit, ticket: 'x' })).rejects.toMatchObject(used)
})

test('a ticket shows nothing without the secret of the link', async () => {
  const headers = { 'x-link-door': 'x'.repeat(43), 'x-link-ticket': visit.ticket }
  const answer = await server.fetch(`/links/v1/${link.id}/door`, { method: 'POST', headers })
  expect(answer.status).toBe(404)
})

test('a visit ends when the owner ends the link, and waits while the file is in the trash', async () => {
  await trashItems(ada.api, { fileIds: [fileId], folderIds: [] })
  await expect(knockAtLink(visitor, link, visit)).rejects.toMatchObject({ code: 'share_link_unavailable' })
  await revokeLink(ada.api, link.id, new Date())
  await expect(knockAtLink(visitor, link, visit)).rejects.toMatchObject({ code: 'share_link_revoked' })
})

test('a visit lasts for an hour', async () => {
  expect(visit.untilMs - Date.now()).toBeGreaterThan(HOUR_MS - 60_000)
  server.clock.advance((HOUR_MS - 10_000) / 1000)
  expect(await knockAtLink(visitor, link, visit)).toBeNull()
  server.clock.advance(20)
  await expect(knockAtLink(visitor, link, visit)).rejects.toMatchObject(used)
})

async function make(): Promise<FollowedLink> {
  const wanted = { file: await shown(ada, fileId), days: 7, password: null, maxDownloads: 1, sender: null }
  return followed(await createLink(ada.api, ada.vault, wanted, new Date()))
}
