import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type LinkChange, changeLink } from '#vault/sharing/links/change-link.ts'
import { type OwnLink, findLink, listLinks, revokeLink } from '#vault/sharing/links/links.ts'
import { type NewLink, createLink } from '#vault/sharing/links/new-link.ts'
import { knockAtLink, openLink, startLinkDownload } from '#vault/sharing/links/visit-link.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { ada, fileId, followed, server, stageLinks, visitor } from './link-stage.ts'
import { shown } from '../support/shown.ts'

const DAY_MS = 86_400_000
const FIRST = 'the first password'
const SECOND = 'the second password'

stageLinks(randomBytes(1000))

test('the owner is shown the same address again', async () => {
  const path = await make({ password: FIRST, maxDownloads: 3 })

  expect(await only()).toMatchObject({ path, problem: null, hasPassword: true, maxDownloads: 3, version: 1 })
})

describe('changed later', () => {
  test('a link has another end and another limit under the same address', async () => {
    const path = await make({ days: 2, maxDownloads: 1 })
    await startLinkDownload(visitor, await openLink(visitor, followed(path), null))
    await expect(knockAtLink(visitor, followed(path))).rejects.toMatchObject({ code: 'share_link_used_up' })

    const now = new Date()
    await change(await only(), { days: 90, maxDownloads: 3 }, now)

    expect(await only()).toMatchObject({ path, problem: null, downloads: 1, maxDownloads: 3, version: 2 })
    expect(await openLink(visitor, followed(path), null)).toMatchObject({
      files: [{ name: 'plan.pdf' }],
      downloadsLeft: 2,
    })
    expect(new Date((await only()).expiresAt).getTime()).toBe(now.getTime() + 90 * DAY_MS)
    await change(await only(), { maxDownloads: null })
    expect(await openLink(visitor, followed(path), null)).toMatchObject({ downloadsLeft: null })
  })

  test('a link that has expired opens again', async () => {
    const path = await make()
    await change(await only(), { days: -1 })
    await expect(knockAtLink(visitor, followed(path))).rejects.toMatchObject({ code: 'share_link_expired' })

    await change(await only(), { days: 1 })
    expect(await openLink(visitor, followed(path), null)).toMatchObject({ files: [{ name: 'plan.pdf' }] })
  })

  test('no link lives for more than 90 days from then', async () => {
    await make()
    await expect(change(await only(), { days: 91 })).rejects.toThrow(/share_links_expiry/)
    expect(await only()).toMatchObject({ version: 1, problem: null })
  })

  test('another password opens the same address, and the first no more', async () => {
    const path = await make({ password: FIRST })
    await change(await only(), { password: SECOND })

    expect(await only()).toMatchObject({ path, hasPassword: true })
    await expect(openWith(path, FIRST)).rejects.toMatchObject({ code: 'share_link_password' })
    expect(await openWith(path, SECOND)).toMatchObject({ files: [{ name: 'plan.pdf' }] })
  })

  test('a password comes and goes', async () => {
    const path = await make()
    await change(await only(), { password: FIRST })
    await expect(openLink(visitor, followed(path), null)).rejects.toMatchObject({ code: 'share_link_unknown' })
    expect(await openWith(path, FIRST)).toMatchObject({ files: [{ name: 'plan.pdf' }] })

    await change(await only(), { password: null })
    expect(await only()).toMatchObject({ path, hasPassword: false, version: 3 })
    expect(await knockAtLink(visitor, followed(path))).toBeNull()
    expect(await openLink(visitor, followed(path), null)).toMatchObject({ files: [{ name: 'plan.pdf' }] })
  })

  test('by two devices at once, one of them hears of it', async () => {
    await make()
    const shown = await only()
    const both = await Promise.allSettled([change(shown, { maxDownloads: 2 }), change(shown, { password: SECOND })])

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'share_link_changed' } })
    expect(await only()).toMatchObject({ version: 2, problem: null })
  })

  test('not one that has been ended', async () => {
    await make()
    const shown = await only()
    await revokeLink(ada.api, shown.id, new Date())

    await expect(change(shown, { days: 3 })).rejects.toMatchObject({ code: 'share_link_changed' })
    expect(await listLinks(ada.api, ada.vault, fileId)).toEqual([])
  })

  test('the change leaves an event that is none of an end', async () => {
    await make()
    await change(await only(), { days: 3 })
    const { rows } = await server.database.owner<{ changed: string[] }>(
      `select details -> 'changed' as changed from system_audit_log
       where event_type = 'share_links.update' and details ->> 'id' = $1`,
      [(await only()).id],
    )

    expect(rows).toHaveLength(1)
    expect(rows[0]?.changed).toContain('version')
    expect(rows[0]?.changed).not.toContain('revoked_at')
  })
})

describe('a link of an earlier release', () => {
  beforeEach(async () => {
    await make({ maxDownloads: 5 })
    await server.database.owner(
      'update share_links set owner_record = null, space_id = null, space_epoch = null where file_id = $1',
      [fileId],
    )
  })

  test('cannot be shown again, and says so', async () => {
    expect(await only()).toMatchObject({ path: null, problem: 'not_kept', maxDownloads: 5 })
  })

  test('can end another day, and keeps its password', async () => {
    await change(await only(), { days: 30 })

    expect(await only()).toMatchObject({ path: null, problem: 'not_kept', maxDownloads: 5, version: 2 })
    await expect(change(await only(), { password: SECOND })).rejects.toMatchObject({ code: 'share_link_unknown' })
  })
})

test('nobody else changes it', async () => {
  const mallory = await personWithVault(server)
  const path = await make()
  const body = { expires_at: new Date(Date.now() + DAY_MS).toISOString(), version: 2 }
  const answer = await mallory.api.rest(`share_links?id=eq.${followed(path).id}`, {
    method: 'PATCH',
    prefer: 'return=representation',
    body,
  })

  expect(answer).toEqual([])
  expect(await findLink(mallory.api, mallory.vault, randomUUID())).toBeUndefined()
  expect(await only()).toMatchObject({ version: 1, problem: null })
})

const make = async (wanted: Partial<NewLink> = {}): Promise<string> =>
  createLink(
    ada.api,
    ada.vault,
    { file: await shown(ada, fileId), days: 7, password: null, maxDownloads: null, sender: null, ...wanted },
    new Date(),
  )

const change = (link: OwnLink, wanted: LinkChange, now = new Date()): Promise<void> =>
  changeLink(ada.api, ada.vault, link, wanted, now)

async function only(): Promise<OwnLink> {
  const [link, ...others] = await listLinks(ada.api, ada.vault, fileId)
  if (!link || others.length > 0) throw new Error('one link was expected')
  return link
}

async function openWith(path: string, text: string) {
  const parameters = await knockAtLink(visitor, followed(path))
  if (!parameters) throw new Error('the link has a password')
  return openLink(visitor, followed(path), { text, parameters })
}
