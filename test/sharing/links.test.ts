import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deriveLinkDoor } from '#crypto/index.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { createFolder, moveItems } from '#vault/folders/folders.ts'
import { listLinks, revokeLink } from '#vault/sharing/links/links.ts'
import { createLink, type NewLink } from '#vault/sharing/links/new-link.ts'
import { restoreItems, trashItems } from '#vault/folders/trash.ts'
import {
  type FollowedLink,
  knockAtLink,
  openLink,
  readLinkSecret,
  startLinkDownload,
} from '#vault/sharing/links/visit-link.ts'
import { readContent, storeFile } from '../support/stored-file.ts'
import { startServer } from '../support/server/test-server.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { ada, fileId, followed, server, stageLinks, visitor } from './link-stage.ts'
import { shown, shownItems } from '../support/shown.ts'

const PASSWORD = 'a password for the link'
const bytes = randomBytes(600_000)

stageLinks(bytes)

describe('a visitor with the link', () => {
  test('gets the file byte for byte, and what the owner chose to say', async () => {
    const link = await make({ sender: 'Ada' })

    expect(await knockAtLink(visitor, link)).toBeNull()
    const opened = await openLink(visitor, link, null)
    expect(opened).toMatchObject({
      files: [{ name: 'plan.pdf', sizeBytes: bytes.length }],
      sender: 'Ada',
      downloadsLeft: null,
    })
    expect((await readContent(visitor, await startLinkDownload(visitor, opened))).equals(bytes)).toBe(true)
  })

  test('needs the password, and a wrong one is another token', async () => {
    const link = await make({ password: PASSWORD })

    const parameters = await knockAtLink(visitor, link)
    if (!parameters) throw new Error('the link has a password')
    await expect(openLink(visitor, link, null)).rejects.toMatchObject({ code: 'share_link_unknown' })
    await expect(openLink(visitor, link, { text: 'wrong', parameters })).rejects.toMatchObject({
      code: 'share_link_password',
    })
    expect(await openLink(visitor, link, { text: PASSWORD, parameters })).toMatchObject({
      files: [{ name: 'plan.pdf' }],
    })
  })

  test('learns why the link is over', async () => {
    const revoked = await make()
    await revokeLink(ada.api, revoked.id, new Date())
    const expired = await make()
    await server.database.owner(`update share_links set expires_at = created_at where id = $1`, [expired.id])
    const usedUp = await make({ maxDownloads: 1 })
    await startLinkDownload(visitor, await openLink(visitor, usedUp, null))

    await expect(knockAtLink(visitor, revoked)).rejects.toMatchObject({ code: 'share_link_revoked' })
    await expect(knockAtLink(visitor, expired)).rejects.toMatchObject({ code: 'share_link_expired' })
    await expect(knockAtLink(visitor, usedUp)).rejects.toMatchObject({ code: 'share_link_used_up' })
  })

  test('finds the file unavailable while it, or a folder above it, lies in the trash', async () => {
    const outer = await createFolder(ada.api, ada.vault, { name: 'Outer', parentId: null })
    const inner = await createFolder(ada.api, ada.vault, { name: 'Inner', parentId: outer.id })
    await moveItems(ada.api, ada.vault, { files: [await shown(ada, fileId)], folders: [], to: inner })
    const link = await make()
    const keys = await startLinkDownload(visitor, await openLink(visitor, link, null))

    for (const items of [
      { fileIds: [fileId], folderIds: [] },
      { fileIds: [], folderIds: [outer.id] },
    ]) {
      await trashItems(ada.api, items)
      await expect(knockAtLink(visitor, link)).rejects.toMatchObject({ code: 'share_link_unavailable' })
      await expect(readContent(visitor, keys)).rejects.toMatchObject({ code: 'share_link_unavailable' })
      await restoreItems(ada.api, ada.vault, await shownItems(ada, items))
      expect((await openLink(visitor, link, null)).files).toHaveLength(1)
    }
  })

  test('finds the file unavailable while the organisation of its owner is suspended', async () => {
    const link = await make()
    const keys = await startLinkDownload(visitor, await openLink(visitor, link, null))
    // Only another organisation than the operator's can be suspended.
    const status = (to: string) =>
      server.database.owner(
        `update tenants set status = $1, suspended_at = case when $1 = 'suspended' then now() end, is_default = $1 = 'active'
         where id = (select tenant_id from profiles where user_id = $2)`,
        [to, ada.vault.userId],
      )
    await status('suspended')
    await expect(knockAtLink(visitor, link)).rejects.toMatchObject({ code: 'share_link_unavailable' })
    await expect(readContent(visitor, keys)).rejects.toMatchObject({ code: 'share_link_unavailable' })
    await status('active')
    expect((await openLink(visitor, link, null)).files).toHaveLength(1)
  })

  test('is told that a link has ended, also when its file lies in the trash', async () => {
    const [revoked, usedUp] = [await make(), await make({ maxDownloads: 1 })]
    await revokeLink(ada.api, revoked.id, new Date())
    await startLinkDownload(visitor, await openLink(visitor, usedUp, null))
    const items = { fileIds: [fileId], folderIds: [] }
    await trashItems(ada.api, items)

    await expect(knockAtLink(visitor, revoked)).rejects.toMatchObject({ code: 'share_link_revoked' })
    await expect(knockAtLink(visitor, usedUp)).rejects.toMatchObject({ code: 'share_link_used_up' })
    await restoreItems(ada.api, ada.vault, await shownItems(ada, items))
  })

  test('continues a download without counting again, and one for one only', async () => {
    const link = await make({ maxDownloads: 2 })
    const opened = await openLink(visitor, link, null)
    const keys = await startLinkDownload(visitor, opened)
    await readContent(visitor, keys)
    await readContent(visitor, keys)

    expect((await listLinks(ada.api, ada.vault, fileId))[0]).toMatchObject({ downloads: 1 })
    const both = await Promise.allSettled([startLinkDownload(visitor, opened), startLinkDownload(visitor, opened)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await listLinks(ada.api, ada.vault, fileId))[0]).toMatchObject({ downloads: 2 })
  })

  test('is stopped in the middle when the owner ends the link', async () => {
    const link = await make()
    const keys = await startLinkDownload(visitor, await openLink(visitor, link, null))
    await revokeLink(ada.api, link.id, new Date())

    await expect(readContent(visitor, keys)).rejects.toMatchObject({ code: 'share_link_revoked' })
  })
})

describe('without the secret', () => {
  test('an unknown link and a known one answer alike, ended or not', async () => {
    const [known, ended] = [await make({ password: PASSWORD }), await make()]
    await revokeLink(ada.api, ended.id, new Date())
    const answers = await Promise.all(
      [known.id, ended.id, randomUUID(), 'not-an-id'].flatMap((id) =>
        ['door', 'handover', 'downloads'].map(async (step) => {
          const headers = { 'x-link-door': 'x'.repeat(43), 'x-link-token': 'x'.repeat(43) }
          const answer = await server.fetch(`/links/v1/${id}/${step}`, { method: 'POST', headers })
          return `${answer.status} ${await answer.text()}`
        }),
      ),
    )

    expect(new Set(answers)).toEqual(
      new Set(['404 {"code":"link_not_found","message":"There is no such link, or this is not its secret"}']),
    )
  })

  test('bytes need the ticket of this link', async () => {
    const [one, other] = [await make(), await make()]
    const { link } = await startLinkDownload(visitor, await openLink(visitor, one, null))
    const read = (id: string, ticket: string) =>
      server.fetch(`/links/v1/${id}/content`, { headers: { 'x-link-ticket': ticket } })

    expect((await read(one.id, link?.ticket ?? '')).status).toBe(200)
    expect((await read(other.id, link?.ticket ?? '')).status).toBe(404)
    expect((await read(one.id, 'x.y.z')).status).toBe(404)
  })

  test('guessing a password is slowed down for who has the link', async () => {
    const slow = await startServer({ RATE_LIMIT_FACTOR: '1' })
    try {
      const person = await personWithVault(slow)
      const id = await storeFile(person, 'a', Buffer.from('a'))
      const link = followed(
        await createLink(person.api, person.vault, await wanted(id, { password: PASSWORD }, person), now()),
      )
      const { token } = await deriveLinkDoor(link.secret.key)
      const guesses = Array.from({ length: 25 }, async () => {
        const headers = { 'x-link-door': token, 'x-link-token': randomBytes(32).toString('base64url') }
        return (await slow.fetch(`/links/v1/${link.id}/handover`, { method: 'POST', headers })).status
      })

      const statuses = (await Promise.all(guesses)).toSorted((a, b) => a - b)
      expect(statuses).toEqual([...Array<number>(20).fill(404), ...Array<number>(5).fill(429)])
    } finally {
      await slow.stop()
    }
  })
})

test('the right password of a link uses up no tries, however many visitors enter it at once', async () => {
  const slow = await startServer({ RATE_LIMIT_FACTOR: '1' })
  try {
    const person = await personWithVault(slow)
    const id = await storeFile(person, 'a', Buffer.from('a'))
    const link = followed(
      await createLink(person.api, person.vault, await wanted(id, { password: PASSWORD }, person), now()),
    )
    const { token: door } = await deriveLinkDoor(link.secret.key)
    const token = randomBytes(32)
    const hash = createHash('sha256').update(token).digest('base64url')
    await slow.database.owner('update share_links set token_hash = $2 where id = $1', [link.id, hash])
    const open = async (shown: Buffer) => {
      const headers = { 'x-link-door': door, 'x-link-token': shown.toString('base64url') }
      return (await slow.fetch(`/links/v1/${link.id}/handover`, { method: 'POST', headers })).status
    }
    const openings = (count: number, shown: Buffer) => Promise.all(Array.from({ length: count }, () => open(shown)))

    expect(await openings(19, randomBytes(32))).toEqual(Array<number>(19).fill(404))
    expect(await openings(30, token)).toEqual(Array<number>(30).fill(200))
    expect(await open(randomBytes(32))).toBe(404)
    // No try is left, so that an answer to the right one would be a guess too many.
    expect(await open(token)).toBe(429)
  } finally {
    await slow.stop()
  }
})

describe('the owner', () => {
  test('sees a file marked as shared while a link lives', async () => {
    const shared = async () => (await listFiles(ada.api, ada.vault)).find(({ id }) => id === fileId)?.isShared
    expect(await shared()).toBe(false)
    const link = await make()
    expect(await shared()).toBe(true)
    await revokeLink(ada.api, link.id, new Date())
    expect(await shared()).toBe(false)

    const short = await make()
    await server.database.owner('alter table share_links disable trigger share_links_refresh')
    await server.database.owner('update share_links set expires_at = created_at where id = $1', [short.id])
    await server.database.owner('alter table share_links enable trigger share_links_refresh')
    expect(await shared()).toBe(true)
    await server.database.owner('select public.expire_shares()')
    expect(await shared()).toBe(false)
  })

  test('cannot mark a sealed file by hand, bring a link back, or set its count', async () => {
    const link = await make()
    await ada.api.rest(`file_records?id=eq.${fileId}`, { method: 'PATCH', body: { is_shared: false } })
    expect((await listFiles(ada.api, ada.vault)).find(({ id }) => id === fileId)?.isShared).toBe(true)

    await revokeLink(ada.api, link.id, new Date())
    await ada.api.rest(`share_links?id=eq.${link.id}`, { method: 'PATCH', body: { revoked_at: null } })
    await expect(knockAtLink(visitor, link)).rejects.toMatchObject({ code: 'share_link_revoked' })
    await expect(
      ada.api.rest(`share_links?id=eq.${link.id}`, { method: 'PATCH', body: { downloads: 0 } }),
    ).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('is the only one who can make, see or end links to a file', async () => {
    const link = await make()
    const mallory = await personWithVault(server)

    expect(await listLinks(mallory.api, mallory.vault)).toEqual([])
    await expect(revokeLink(mallory.api, link.id, new Date())).rejects.toMatchObject({ code: 'not_found' })
    const row = {
      id: randomUUID(),
      file_id: fileId,
      door_hash: 'x'.repeat(43),
      token_hash: 'x'.repeat(43),
      handover: 'x',
    }
    const planted = { ...row, expires_at: new Date(Date.now() + 3_600_000).toISOString() }
    await expect(mallory.api.rest('share_links', { method: 'POST', body: planted })).rejects.toThrow(
      /row-level security/,
    )
  })

  test('cannot let a link live longer than 90 days', async () => {
    await expect(make({ days: 91 })).rejects.toThrow(/share_links_expiry/)
    await make({ days: 90 })
  })

  test('finds who made, used and ended a link in the audit log', async () => {
    const link = await make()
    await startLinkDownload(visitor, await openLink(visitor, link, null))
    await revokeLink(ada.api, link.id, new Date())

    const { rows } = await server.database.owner<{ event_type: string; user_id: string | null }>(
      `select event_type, user_id from system_audit_log where details ->> 'id' = $1 order by created_at`,
      [link.id],
    )
    expect(rows).toEqual([
      { event_type: 'share_links.insert', user_id: ada.userId },
      { event_type: 'share_links.download', user_id: null },
      { event_type: 'share_links.update', user_id: ada.userId },
    ])
  })
})

test('a secret that was cut off is none', () => {
  for (const fragment of ['', '#', '#abc', `#${'A'.repeat(42)}`, '#???']) {
    expect(() => readLinkSecret(fragment)).toThrow(expect.objectContaining({ code: 'share_link_unknown' }))
  }
})

const now = () => new Date()
const wanted = async (file: string, change: Partial<NewLink> = {}, owner = ada): Promise<NewLink> => ({
  file: await shown(owner, file),
  days: 7,
  password: null,
  maxDownloads: null,
  sender: null,
  ...change,
})

async function make(change: Partial<NewLink> = {}): Promise<FollowedLink> {
  return followed(await createLink(ada.api, ada.vault, await wanted(fileId, change), now()))
}
