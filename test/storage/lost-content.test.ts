import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type StorageApp, random, startStorage } from '../support/server/storage-app.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let keeper: Person
let storage: StorageApp

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'silent' })
  // The first account manages the installation; who stores below does not.
  keeper = await signedInPerson(server)
  storage = await startStorage(server)
})
afterAll(async () => {
  await storage.stop()
  await server.stop()
})
beforeEach(async () => {
  for (const table of ['storage.objects', 'notifications', 'notification_settings', 'status_incidents']) {
    await server.database.owner(`delete from ${table}`)
  }
  await server.database.owner('update storage.sweep set losses = 0')
})

const target = (name: string) => `/storage/v1/object/encrypted-files/${storage.myId}/${name}`

/** @returns the file of its blob. */
async function stored(name: string): Promise<{ id: string; file: string }> {
  expect((await storage.request(target(name), { method: 'POST', body: random(10) })).status).toBe(200)
  const { rows } = await server.database.owner<{ id: string; blob_id: string }>(
    'select id, blob_id from storage.objects where name = $1',
    [`${storage.myId}/${name}`],
  )
  const { id = '', blob_id: blob = '' } = rows[0] ?? {}
  return { id, file: path.join(storage.folder, 'blobs', blob.slice(0, 2), blob) }
}

async function events(id: string): Promise<unknown[]> {
  const { rows } = await server.database.owner(
    `select event_type, user_id, details - 'table' - 'id' as details from system_audit_log
     where event_type like 'content.%' and details ->> 'id' = $1 order by created_at`,
    [id],
  )
  return rows
}

const notices = async () => (await keeper.client.from('notifications').select('kind,details')).data

test.each([
  ['missing', (file: string) => fs.rmSync(file)],
  ['damaged', (file: string) => fs.truncateSync(file, 9)],
] as const)(
  'content that is %s is refused with a code of its own, and said once however often it is read',
  async (problem, lose) => {
    const { id, file } = await stored(`${problem}.bin`)
    lose(file)

    for (let read = 0; read < 3; read++) {
      const response = await storage.request(target(`${problem}.bin`))
      expect([response.status, await response.json()]).toMatchObject([500, { code: 'ContentLost' }])
    }
    // Another process asks the database.
    server.clock.advance(11 * 60)
    await storage.request(target(`${problem}.bin`))

    expect(await events(id)).toEqual([
      { event_type: `content.${problem}`, user_id: null, details: { owner_id: storage.myId, found_by: 'read' } },
    ])
    expect(await notices()).toEqual([{ kind: 'content_lost', details: { count: 1 } }])
    const { rows: incidents } = await server.database.owner(
      'select status, severity, services, cause from status_incidents',
    )
    expect(incidents).toEqual([{ status: 'investigating', severity: 'high', services: ['storage'], cause: 'content' }])
  },
)

test('the audit log of the organisation has it, and the status page shows an incident that a rule opened', async () => {
  const { id, file } = await stored('shown.bin')
  fs.rmSync(file)
  await storage.request(target('shown.bin'))

  const { data } = await keeper.client.from('system_audit_log').select('event_type').eq('event_type', 'content.missing')
  expect(data?.length).toBeGreaterThan(0)
  const { data: about } = await keeper.client.rpc('audit_log_about', { object: id })
  expect(JSON.stringify(about)).toContain('content.missing')
  const { incidents } = await (await server.fetch('/status.json')).json()
  expect(incidents).toMatchObject([{ is_automatic: true, services: ['storage'] }])
})

test('many losses are one notice that counts them, and an hour has one at most', async () => {
  const files = await Promise.all(['a', 'b', 'c'].map((name) => stored(`${name}.bin`)))
  for (const { file } of files) fs.rmSync(file)
  for (const name of ['a', 'b']) await storage.request(target(`${name}.bin`))
  expect(await notices()).toEqual([{ kind: 'content_lost', details: { count: 2 } }])

  await server.database.owner('delete from notifications')
  await storage.request(target('c.bin'))

  expect(await notices(), 'within the hour of the first').toEqual([])
  await server.database.owner(`update storage.lost_content set notified_at = notified_at - interval '1 hour'`)
  const later = await stored('later.bin')
  fs.rmSync(later.file)
  await storage.request(target('later.bin'))
  expect(await notices()).toEqual([{ kind: 'content_lost', details: { count: 1 } }])
})

test('content that is replaced is another one', async () => {
  const { id, file } = await stored('replaced.bin')
  fs.rmSync(file)
  await storage.request(target('replaced.bin'))
  const put = await storage.request(target('replaced.bin'), { method: 'PUT', body: random(12) })
  expect(put.status).toBe(200)
  expect(await storage.download('replaced.bin')).toHaveLength(12)

  await server.lost.closeIncident()

  const { rows } = await server.database.owner('select status from status_incidents')
  expect(rows).toEqual([{ status: 'resolved' }])
  expect(await events(id)).toHaveLength(1)
})

test('a database that does not take the event does not change what the reader is answered', async () => {
  const { id, file } = await stored('unrecorded.bin')
  fs.rmSync(file)
  await server.database.owner('alter table storage.lost_content rename to lost_content_away')
  try {
    expect(await (await storage.request(target('unrecorded.bin'))).json()).toMatchObject({ code: 'ContentLost' })
  } finally {
    await server.database.owner('alter table storage.lost_content_away rename to lost_content')
  }

  await storage.request(target('unrecorded.bin'))
  expect(await events(id), 'it is tried again at the next read').toHaveLength(1)
})
