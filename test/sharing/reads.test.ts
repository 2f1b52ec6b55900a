import { expect, test } from 'vitest'
import { listActivity, listReadsByOthers } from '#web/lib/keyless/audit/reads-by-others.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { proveFile, touchFile } from '#vault/files/file-records.ts'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { knockAtLink, openLink, readLinkSecret, startLinkDownload } from '#vault/sharing/links/visit-link.ts'
import { proveShared } from '#vault/sharing/shared-files.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { createRangeReader } from '#vault/transfer/open-range.ts'
import { VaultApi } from '#vault/session/api.ts'
import { isReadByOthers, sentenceOf, typesOf } from '#web/app/activity/activity-words.ts'
import { readContent } from '../support/stored-file.ts'
import { ada, bob, bytes, eve, fileId, now, server, share, stageSharedFile } from './shared-file.ts'
import { shown } from '../support/shown.ts'

stageSharedFile()

const readsOf = (id: string) => listReadsByOthers(ada.api, { limit: 50, fileId: id })
const bobsKeys = async () => readingKeys(await proveShared(bob.api, bob.vault, fileId, now()))

test('whoever was given a file leaves one event for its many parts, which only its owner and they see', async () => {
  await share()
  const keys = { ...(await bobsKeys()), purpose: 'preview' } as const
  const reader = createRangeReader(bob.api, keys)
  const { signal } = new AbortController()
  await Promise.all([0, 250_000, 500_000].map((from) => reader.read(from, from + 10, signal)))

  const [read, ...others] = await readsOf(fileId)
  expect(others).toEqual([])
  expect(read).toMatchObject({ event_type: 'file_records.read', event_category: 'data_access', user_id: bob.userId })
  const about = { id: fileId, file_id: fileId, owner_id: ada.userId, content_id: keys.contentId }
  expect(read?.details).toMatchObject({ ...about, purpose: 'preview', ip: '127.0.0.1', user_agent: 'node' })
  expect(read?.details).not.toHaveProperty('session_id')
  const filter = { userId: bob.userId, objectId: fileId }
  expect(await listAuditEvents(bob.api, { filter, limit: 5 })).toMatchObject([{ id: read?.id }])
  expect(await listReadsByOthers(bob.api, { limit: 5, fileId })).toEqual([])
  expect(await listReadsByOthers(eve.api, { limit: 5, fileId })).toEqual([])

  await readContent(bob.api, { ...keys, purpose: 'download' })
  expect((await readsOf(fileId)).map(({ details }) => details['purpose'])).toEqual(['download', 'preview'])
})

test('that a colleague read a file is in its details, as the sentence that they show', async () => {
  await share()
  // As web/app/drive/details asks for the events of one file.
  const details = () => listActivity(ada.api, { userId: ada.userId, fileId, types: typesOf('files'), limit: 20 })
  expect((await details()).some(isReadByOthers)).toBe(false)
  await readContent(bob.api, { ...(await bobsKeys()), purpose: 'download' })
  const read = (await details()).find(isReadByOthers)
  const known = {
    me: ada.userId,
    names: new Map([
      [fileId, 'report.pdf'],
      [bob.userId, 'Bob Kahn'],
    ]),
  }
  expect(read && sentenceOf(read, known)).toMatchObject({ text: 'Bob Kahn downloaded report.pdf', person: bob.userId })
  // Nobody else finds it there.
  const bobs = await listActivity(bob.api, { userId: eve.userId, fileId, types: typesOf('files'), limit: 20 })
  expect(bobs.some(isReadByOthers)).toBe(false)
})

test('a quarter of an hour later it is another event', async () => {
  await share()
  const keys = await bobsKeys()
  await readContent(bob.api, keys)
  server.clock.advance(120)
  await readContent(bob.api, keys)
  expect(await readsOf(fileId)).toHaveLength(1)
  // The log takes no change from anybody; only a test turns that off.
  await server.database.owner('alter table system_audit_log disable trigger system_audit_log_append_only')
  await server.database.owner(
    `update system_audit_log set created_at = created_at - interval '16 minutes' where details ->> 'file_id' = $1`,
    [fileId],
  )
  await server.database.owner('alter table system_audit_log enable trigger system_audit_log_append_only')
  server.clock.advance(120)
  await readContent(bob.api, keys)
  expect(await readsOf(fileId)).toHaveLength(2)
})

test('reading one’s own file leaves none, nor does asking for its size', async () => {
  await share()
  const keys = await bobsKeys()
  await readContent(ada.api, readingKeys(await proveFile(ada.api, ada.vault, fileId)))
  await bob.api.fetch(`/storage/v1/object/authenticated/encrypted-files/${keys.storagePath}`, { method: 'HEAD' })
  expect(await readsOf(fileId)).toEqual([])
})

test('a signed address and a copy leave an event in the name of who asked for them', async () => {
  await share()
  const { storagePath } = await bobsKeys()
  const signed = (await bob.api.post(`/storage/v1/object/sign/encrypted-files/${storagePath}`, {
    expiresIn: 60,
  })) as { signedURL: string }
  await fetch(`${server.url}/storage/v1${signed.signedURL}&download=`)
  const copy = { bucketId: 'encrypted-files', sourceKey: storagePath, destinationKey: `${bob.userId}/copy` }
  await bob.api.post('/storage/v1/object/copy', copy)
  expect((await readsOf(fileId)).map(({ user_id, details }) => [user_id, details['purpose']])).toEqual([
    [bob.userId, 'copy'],
    [bob.userId, 'download'],
  ])
})

test('nothing is read when the event cannot be written', async () => {
  await share()
  const keys = await bobsKeys()
  const { database } = server
  await database.owner(
    `alter table system_audit_log add constraint no_reads check (event_type <> 'file_records.read') not valid`,
  )
  const path = `/storage/v1/object/authenticated/encrypted-files/${keys.storagePath}`
  await expect(bob.api.fetch(path, { method: 'GET' })).rejects.toMatchObject({ name: 'VaultError' })
  const refused = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${bob.accessToken}` } })
  expect([refused.ok, refused.headers.get('etag'), refused.headers.get('last-modified')]).toEqual([false, null, null])
  const copy = { bucketId: 'encrypted-files', sourceKey: keys.storagePath, destinationKey: `${bob.userId}/other` }
  await expect(bob.api.post('/storage/v1/object/copy', copy)).rejects.toMatchObject({ name: 'VaultError' })
  await database.owner('alter table system_audit_log drop constraint no_reads')
  expect((await readContent(bob.api, keys)).equals(bytes)).toBe(true)
})

test('a visitor of a link leaves where from, with the link and its file', async () => {
  const visitor = new VaultApi({
    baseUrl: server.url,
    publishableKey: server.secrets.publishableKeys[0],
    accessToken: async () => undefined,
  })
  const wanted = { file: await shown(ada, fileId), days: 1, password: null, maxDownloads: null, sender: null }
  const address = await createLink(ada.api, ada.vault, wanted, now())
  const { pathname, hash } = new URL(address, server.url)
  const id = pathname.slice('/s/'.length)
  const link = { id, secret: readLinkSecret(hash) }
  await knockAtLink(visitor, link)
  await startLinkDownload(visitor, await openLink(visitor, link, null))

  const [read] = await readsOf(fileId)
  expect(read).toMatchObject({ event_type: 'share_links.download', user_id: null })
  expect(read?.details).toMatchObject({ id, file_id: fileId, ip: '127.0.0.1', user_agent: 'node' })
})

test('activity holds both, in order and page by page', async () => {
  await share()
  await readContent(bob.api, await bobsKeys())
  await touchFile(ada.api, fileId, 'download', now())
  const types = ['file_records.insert', 'file_records.update', 'file_access.insert', 'share_links.download']
  const page = { userId: ada.userId, types, fileId }
  const all = await listActivity(ada.api, { ...page, limit: 50 })
  expect(all[0]).toMatchObject({ event_type: 'file_records.update', details: { purpose: 'download' } })
  expect(all[1]).toMatchObject({ event_type: 'file_records.read', user_id: bob.userId })
  expect(all.find(({ event_type }) => event_type === 'file_access.insert')?.details).toMatchObject({
    person: bob.userId,
    file_id: fileId,
  })
  const [first, second] = await listActivity(ada.api, { ...page, limit: 2 })
  if (!first || !second) throw new Error('two events')
  const older = { createdAt: second.created_at, id: second.id }
  const rest = await listActivity(ada.api, { ...page, limit: 50, older })
  expect([first, second, ...rest]).toEqual(all)
})
