import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { revokeLink } from '#vault/sharing/links/links.ts'
import { createLink, createLinkToSeveral } from '#vault/sharing/links/new-link.ts'
import { openLink } from '#vault/sharing/links/visit-link.ts'
import { pastTriggers } from '../support/server/past-triggers.ts'
import { storeFile } from '../support/stored-file.ts'
import { ada, fileId, followed, server, stageLinks, visitor } from './link-stage.ts'
import { shown } from '../support/shown.ts'

stageLinks(randomBytes(10))
beforeEach(() => server.database.owner('truncate share_links cascade'))

const make = async (file = fileId) => {
  const terms = { days: 7, password: null, maxDownloads: null, sender: null, folder: null }
  const wanted = { ...terms, files: [{ shown: await shown(ada, file), within: [] }] }
  return followed(await createLinkToSeveral(ada.api, ada.vault, wanted, new Date()))
}
const makeToOne = async () => {
  const terms = { days: 7, password: null, maxDownloads: null, sender: null }
  return followed(await createLink(ada.api, ada.vault, { ...terms, file: await shown(ada, fileId) }, new Date()))
}
const keptOf = async (id: string) => {
  const { rows } = await server.database.owner<{ handover: string; owner_record: string | null }>(
    'select handover, owner_record from share_links where id = $1',
    [id],
  )
  return rows[0]
}
const handoverOf = async (id: string): Promise<string> => (await keptOf(id))?.handover ?? ''
const revoke = (id: string) =>
  ada.api.rest(`share_links?id=eq.${id}`, { method: 'PATCH', body: { revoked_at: new Date() } })

test.each([
  ['one file', makeToOne],
  ['several files', make],
])('what an ended link to %s handed over is gone, and no change brings it back', async (_, make) => {
  const link = await make()
  const before = await keptOf(link.id)
  await revokeLink(ada.api, link.id, new Date())
  const gone = { handover: 'ended', owner_record: null }
  expect(await keptOf(link.id)).toEqual(gone)
  await expect(openLink(visitor, link, null)).rejects.toMatchObject({ code: 'share_link_revoked' })
  const path = `share_links?id=eq.${link.id}`
  for (const body of [before, { revoked_at: null }, { ...before, revoked_at: null }]) {
    await ada.api.rest(path, { method: 'PATCH', body }).catch(() => null)
    expect(await keptOf(link.id)).toEqual(gone)
  }
})

test.each([
  ['one file', makeToOne],
  ['several files', make],
])('a link to %s opens nothing while its owner is suspended, and opens again', async (_, make) => {
  const link = await make()
  const ban = (until: string) =>
    server.database.owner(`update auth.users set banned_until = now() + $2::interval where id = $1`, [
      ada.userId,
      until,
    ])
  await ban('1 hour')
  await expect(openLink(visitor, link, null)).rejects.toMatchObject({ code: 'share_link_unavailable' })
  await ban('-1 hour')
  expect((await openLink(visitor, link, null)).files).toHaveLength(1)
})

test('a link that ran out says so for a month, and ends then', async () => {
  const link = await make()
  const { id } = link
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
  await expect(openLink(visitor, link, null)).rejects.toMatchObject({ code: 'share_link_expired' })
})

test('links that ended take no place and no room among those that a person may have', async () => {
  const { id } = await make()
  await copies(id, 999)
  const other = await storeFile(ada, 'other.pdf', randomBytes(10))
  await expect(make(other)).rejects.toThrow('too many rows')
  await revoke(id)
  await make(other)
})

test('nor among those that a file may have', async () => {
  const { id } = await makeToOne()
  await copies(id, 999)
  await expect(makeToOne()).rejects.toThrow('too many rows')
  await revoke(id)
  await makeToOne()

  const inEnded = await storeFile(ada, 'often.pdf', randomBytes(10))
  await copies((await make(inEnded)).id, 1001, new Date())
  await make(inEnded)
})

/** As many links more, like this one. */
const copies = (id: string, count: number, endedAt: Date | null = null) =>
  pastTriggers(
    server.database,
    `insert into share_links (id, user_id, file_id, file_ids, door_hash, token_hash, handover, expires_at, revoked_at, owner_record, space_id, space_epoch)
     select gen_random_uuid(), user_id, file_id, file_ids, door_hash, token_hash, handover, expires_at, $3, owner_record, space_id, space_epoch
     from share_links, generate_series(1, $2) where id = $1`,
    [id, count, endedAt],
  )
