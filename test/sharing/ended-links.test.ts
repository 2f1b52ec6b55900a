import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { revokeLink } from '#vault/sharing/links.ts'
import { createLinkToSeveral } from '#vault/sharing/new-link.ts'
import { openLink } from '#vault/sharing/visit-link.ts'
import { storeFile } from '../support/stored-file.ts'
import { ada, fileId, followed, server, stageLinks, visitor } from './link-stage.ts'

stageLinks(randomBytes(10))

const make = async (file = fileId) => {
  const terms = { days: 7, password: null, maxDownloads: null, sender: null, name: null, folderId: null }
  const wanted = { ...terms, files: [{ fileId: file, folders: [] }] }
  return followed(await createLinkToSeveral(ada.api, ada.vault, wanted, new Date()))
}
const handoverOf = async (id: string): Promise<string> => {
  const { rows } = await server.database.owner<{ handover: string }>('select handover from share_links where id = $1', [
    id,
  ])
  return rows[0]?.handover ?? ''
}
const revoke = (id: string) =>
  ada.api.rest(`share_links?id=eq.${id}`, { method: 'PATCH', body: { revoked_at: new Date() } })

test('what an ended link to several files handed over is gone, and no change brings it back', async () => {
  const link = await make()
  const before = await handoverOf(link.id)
  await revokeLink(ada.api, link.id, new Date())
  expect(await handoverOf(link.id)).toBe('ended')
  await expect(openLink(visitor, link, null)).rejects.toMatchObject({ code: 'share_link_revoked' })
  await ada.api.rest(`share_links?id=eq.${link.id}`, { method: 'PATCH', body: { handover: before } }).catch(() => null)
  await ada.api.rest(`share_links?id=eq.${link.id}`, { method: 'PATCH', body: { revoked_at: null } }).catch(() => null)
  expect(await handoverOf(link.id)).toBe('ended')
})

test('a link that ran out says so for a month, and ends then', async () => {
  const { id } = await make()
  const runOut = (days: number) =>
    server.database.owner(`update share_links set expires_at = now() - make_interval(days => $2) where id = $1`, [
      id,
      days,
    ])
  await runOut(29)
  await server.database.owner('select public.expire_shares()')
  expect(await handoverOf(id)).not.toBe('ended')
  await runOut(31)
  await server.database.owner('select public.expire_shares()')
  expect(await handoverOf(id)).toBe('ended')
})

test('links that ended take no place and no room among those that a person may have', async () => {
  const { id } = await make()
  const copies = (count: number) =>
    server.database.owner(
      `insert into share_links (id, user_id, file_ids, door_hash, token_hash, handover, expires_at, revoked_at, owner_record, space_id, space_epoch)
       select gen_random_uuid(), user_id, file_ids, door_hash, token_hash, handover, expires_at, null, owner_record, space_id, space_epoch
       from share_links, generate_series(1, $2) where id = $1`,
      [id, count],
    )
  await copies(999)
  const other = await storeFile(ada, 'other.pdf', randomBytes(10))
  await expect(make(other)).rejects.toThrow('too many rows')
  await revoke(id)
  await make(other)
})
