import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditCsvLines } from '#ledger/formats/csv.ts'
import {
  type AuditEvent,
  type AuditFilter,
  type AuditWord,
  exportAuditEvents,
  findAuditPeople,
  listAuditEvents,
  listAuditEventTypes,
  listAuditPeople,
  placeOf,
} from '#vault/audit/audit-log.ts'
import { hardDelete } from '#server/auth/account/hard-delete.sql.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { listRoles, changeRole } from '#vault/organisation/team.ts'
import { restoreItems, setStarred, trashItems } from '#vault/folders/trash.ts'
import { eventTitle } from '#web/messages/audit/event-words.ts'
import { PAGE_ROWS, planOf } from '../support/server/audit-plan.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

/** Enough that reading all of it instead of a page would show in the plan. */
const MANY_ROWS = 60_000

let server: TestServer
let owner: VaultPerson
let member: VaultPerson
let tenant: string

beforeAll(async () => {
  server = await startServer()
  owner = await personWithVault(server)
  member = await personWithVault(server)
  const { rows } = await server.database.owner<{ id: string }>('select id from tenants where is_default')
  tenant = rows[0]?.id ?? ''
  // What no page may be slowed down by: the daily work of others, with one rare event far back.
  await server.database.owner(
    `insert into system_audit_log (created_at, tenant_id, event_type, event_category, user_id, action)
     select now() - interval '1 day' - n * interval '1 second', $1, 'file_records.update', 'data_access', $2, 'update'
     from generate_series(1, $3::int) as n`,
    [tenant, member.userId, MANY_ROWS],
  )
  await server.database.owner(
    `insert into system_audit_log (created_at, tenant_id, event_type, event_category, action, status, risk_level)
     values (now() - interval '3 days', $1, 'intrusion.seen', 'security_incident', 'seen', 'blocked', 'critical')`,
    [tenant],
  )
  await server.database.owner('analyze system_audit_log')
})
afterAll(() => server.stop())

test('the first person may read the log of the organisation, the second one only their own part', async () => {
  expect(await listRoles(owner.api)).toContain('owner')
  expect(await listRoles(member.api)).not.toContain('owner')

  const all = await listAuditEvents(owner.api, { filter: { userId: member.userId }, limit: 5 })
  expect(all.map(({ user_id }) => user_id)).toEqual(Array(5).fill(member.userId))
  const seen = await listAuditEvents(member.api, { filter: {}, limit: 200 })
  expect(new Set(seen.map(({ user_id }) => user_id))).toEqual(new Set([member.userId]))
  expect(await listAuditEvents(member.api, { filter: { risk: 'critical' }, limit: 5 })).toEqual([])
})

test('an event says which way a thing went, and which role was given', async () => {
  const folder = await createFolder(member.api, member.vault, { name: 'Plans', parentId: null })
  const items = { fileIds: [], folderIds: [folder.id] }
  await trashItems(member.api, items)
  await restoreItems(member.api, member.vault, { files: [], folders: [folder] })
  await setStarred(member.api, items, true)
  await changeRole(owner.api, member.userId, 'viewer')

  const ofFolder = await listAuditEvents(member.api, { filter: { objectId: folder.id }, limit: 5 })
  expect(ofFolder.map(eventTitle)).toEqual([
    'Folder starred',
    'Folder restored',
    'Folder moved to the trash',
    'Folder added',
  ])
  const filter = { userId: owner.userId, objectId: member.userId, types: ['enterprise_user_roles.insert'] }
  const [given] = await listAuditEvents(owner.api, { filter, limit: 1 })
  expect(given?.details).toMatchObject({ role: 'viewer' })
  await changeRole(owner.api, member.userId, 'member')
})

test('names and addresses go to people with the permission and to nobody else', async () => {
  const people = await listAuditPeople(owner.api)
  expect(people.map(({ email }) => email)).toEqual(expect.arrayContaining([owner.email, member.email]))
  expect(await listAuditPeople(owner.api, [member.userId])).toMatchObject([{ email: member.email }])
  expect(await listAuditPeople(member.api)).toEqual([])
})

test('people of another organisation are not among them', async () => {
  const stranger = await personWithVault(server)
  await server.database.owner(`with other as (insert into tenants (name) values ('Other') returning id)
                               update profiles set tenant_id = (select id from other) where user_id = '${stranger.userId}'`)
  expect(await listAuditPeople(owner.api, [stranger.userId])).toEqual([])
})

test('each filter holds for every row, and they hold together', async () => {
  const { api } = owner
  const all = (filter: AuditFilter) => listAuditEvents(api, { filter, limit: 50 })

  expect(await all({ risk: 'critical' })).toMatchObject([{ event_type: 'intrusion.seen', user_id: null }])
  expect(await all({ risk: 'critical', category: 'auth' })).toEqual([])
  expect(await all({ types: ['intrusion.seen'] })).toHaveLength(1)
  expect(await all({ types: [] })).toEqual([])
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString()
  expect(await all({ types: ['intrusion.seen'], since: twoDaysAgo })).toEqual([])
  expect(await all({ types: ['intrusion.seen'], until: twoDaysAgo })).toHaveLength(1)
  const auth = await all({ category: 'auth', userId: owner.userId })
  expect(auth.length).toBeGreaterThan(0)
  for (const event of auth) expect(event).toMatchObject({ event_category: 'auth', user_id: owner.userId })
})

test('a search finds people by name and address, results, kinds, and all of them together', async () => {
  const { api } = owner
  await api.rest(`profiles?user_id=eq.${owner.userId}`, {
    method: 'PATCH',
    body: { first_name: 'Olga', last_name: 'Kahn' },
  })
  expect(await findAuditPeople(api, 'kAhN')).toEqual([owner.userId])
  expect(await findAuditPeople(api, owner.email)).toEqual([owner.userId])
  expect(await findAuditPeople(api, '%')).toEqual([])
  expect(await findAuditPeople(member.api, 'Kahn')).toEqual([])

  const none = { types: [], statuses: [], userIds: [] }
  const found = (...words: Partial<AuditWord>[]) =>
    listAuditEvents(api, { filter: { words: words.map((word) => ({ ...none, ...word })) }, limit: 5 })
  expect(await found({ statuses: ['blocked'] })).toMatchObject([{ event_type: 'intrusion.seen' }])
  expect(await found({ statuses: ['blocked'] }, { userIds: [owner.userId] })).toEqual([])
  expect(await found({ userIds: [owner.userId], types: ['intrusion.seen'] }, { statuses: ['blocked'] })).toHaveLength(1)
  const mine = await found({ userIds: [owner.userId] }, { types: ['login.succeeded', 'profiles.update'] })
  expect(mine[0]).toMatchObject({ event_type: 'profiles.update', user_id: owner.userId })
  expect(await found({ userIds: [owner.userId] }, {})).toEqual([])

  const [first, second] = await found({ userIds: [owner.userId] }, { types: ['login.succeeded', 'profiles.update'] })
  const filter = { words: [{ ...none, userIds: [owner.userId] }] }
  expect(await listAuditEvents(api, { filter, limit: 1, older: placeOf(first as AuditEvent) })).not.toEqual([first])
  expect(second).toBeDefined()
})

test('everything about one thing is found by its id, by those who may read it', async () => {
  const folder = await createFolder(member.api, member.vault, { name: 'Ids', parentId: null })
  const about = (who: VaultPerson, id: string, filter: AuditFilter = {}) =>
    listAuditEvents(who.api, { filter: { ...filter, about: id }, limit: 5 })

  const [event, ...others] = await about(owner, folder.id)
  expect([event?.event_type, others]).toEqual(['folders.insert', []])
  expect(await about(owner, event?.id ?? '')).toEqual([event])
  expect(await about(owner, folder.id, { category: 'auth' })).toEqual([])
  expect(await about(member, folder.id)).toEqual([event])
  expect(await about(member, owner.userId)).toEqual([])
  expect((await about(owner, member.userId)).length).toBe(5)
})

test('what goes with an account stands behind the one event of its deletion, in the log that has it', async () => {
  const leaver = await personWithVault(server)
  await createFolder(leaver.api, leaver.vault, { name: 'Mine', parentId: null })
  await server.database.asOwner((db) => hardDelete(db, leaver.userId))

  const consequences = { of: leaver.userId }
  const gone = await listAuditEvents(owner.api, { filter: { consequences }, limit: 200 })
  expect(gone.map(({ event_type }) => event_type)).toEqual(expect.arrayContaining(['folders.delete', 'users.delete']))
  const shown = await listAuditEvents(owner.api, { filter: { consequences: 'hidden' }, limit: 50 })
  expect(shown.filter(({ details }) => details['cause'] !== undefined)).toEqual([])
  const all = await listAuditEvents(owner.api, { filter: {}, limit: 1 })
  expect(all).toMatchObject([{ details: { cause: leaver.userId } }])

  const stranger = await personWithVault(server)
  const { rows: others } = await server.database.owner<{ id: string }>(
    `with other as (insert into tenants (name) values ('Third') returning id)
     update profiles set tenant_id = (select id from other) where user_id = $1 returning tenant_id as id`,
    [stranger.userId],
  )
  await server.database.asOwner((db) => hardDelete(db, stranger.userId))
  const { rows } = await server.database.owner(
    `select distinct tenant_id as id from system_audit_log where details ->> 'cause' = $1`,
    [stranger.userId],
  )
  expect(rows).toEqual(others)
})

test('pages hang together in both directions while new events arrive', async () => {
  const { api } = owner
  const filter = { userId: member.userId }
  const first = await listAuditEvents(api, { filter, limit: PAGE_ROWS })
  const second = await listAuditEvents(api, { filter, limit: PAGE_ROWS, older: placeOf(last(first)) })
  await server.database.owner(`select audit.record('test.new', 'auth', $1, 'new', 'success', 'low', '{}')`, [
    member.userId,
  ])

  expect(await listAuditEvents(api, { filter, limit: PAGE_ROWS, older: placeOf(last(first)) })).toEqual(second)
  const back = await listAuditEvents(api, { filter, limit: PAGE_ROWS, newer: placeOf(second[0] as AuditEvent) })
  expect(back).toEqual(first)
  const fresh = await listAuditEvents(api, { filter, limit: PAGE_ROWS, newer: placeOf(first[0] as AuditEvent) })
  expect(fresh.map(({ event_type }) => event_type)).toEqual(['test.new'])
})

test('events of the same microsecond are neither lost nor repeated', async () => {
  await server.database.owner(
    `insert into system_audit_log (created_at, tenant_id, event_type, event_category, action)
     select timestamptz '2020-01-01 00:00:00.123456+00', $1, 'test.same', 'config_change', 'same' from generate_series(1, 7)`,
    [tenant],
  )
  const ids: string[] = []
  for (let page = await some(); page.length > 0; page = await some(page)) ids.push(...page.map(({ id }) => id))
  expect(ids).toHaveLength(7)
  expect(new Set(ids).size).toBe(7)

  function some(before?: AuditEvent[]) {
    const older = before && placeOf(last(before))
    return listAuditEvents(owner.api, { filter: { types: ['test.same'] }, limit: 3, older })
  }
})

test('the export is exactly the filtered set, page after page', async () => {
  const since = new Date(Date.now() - 86_400_000 - 2_500_000).toISOString()
  const filter = { types: ['file_records.update'], since }
  const { rows } = await server.database.owner<{ count: number }>(
    `select count(*)::int as count from system_audit_log where event_type = 'file_records.update' and created_at >= $1`,
    [since],
  )
  let lines = 0
  let pages = 0
  for await (const events of exportAuditEvents(owner.api, filter)) {
    lines += auditCsvLines(events).split('\r\n').length - 1
    pages += 1
  }
  expect(pages).toBeGreaterThan(2)
  expect(lines).toBe(rows[0]?.count)
})

test('kinds of events are found without reading the log', async () => {
  expect(await listAuditEventTypes(owner.api)).toEqual(
    expect.arrayContaining(['file_records.update', 'intrusion.seen', 'login.succeeded']),
  )
  expect(await listAuditEventTypes(member.api)).not.toContain('intrusion.seen')
})

test.each([
  ['all', {}],
  ['a rare category', { category: 'security_incident' }],
  ['a rare risk', { risk: 'critical' }],
  ['one kind', { types: ['intrusion.seen'] }],
  ['a busy category', { category: 'data_access' }],
  ['a result', { statuses: ['failure', 'blocked'] }],
  ['a person', { userId: '00000000-0000-4000-8000-000000000000' }],
] as const)('a page of %s comes from an index, whatever the size of the log', async (_, filter) => {
  const { rows, plan } = await planOf(server, owner, filter)
  expect(plan).not.toContain('"Seq Scan on system_audit_log"')
  expect(rows).toBeLessThan(200)
})

test.each([
  ['the list', { consequences: 'hidden' }],
  ['the file', {}],
] as const)('a thousand rows of %s come from an index, and no more are read', async (_, filter) => {
  const { rows } = await planOf(server, owner, filter, 1000)
  expect(rows).toBeLessThan(1200)
})

test("one's own feed comes from an index as well", async () => {
  const { rows } = await planOf(server, owner, {
    userId: owner.userId,
    types: ['login.succeeded', 'file_records.insert'],
  })
  expect(rows).toBeLessThan(200)
})

function last(events: readonly AuditEvent[]): AuditEvent {
  const event = events.at(-1)
  if (!event) throw new Error('an empty page')
  return event
}
