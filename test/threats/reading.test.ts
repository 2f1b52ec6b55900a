import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { enforced, nextCode, noticed } from './noticed.ts'

let server: TestServer
let anna: VaultPerson
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  anna = await personWithVault(server)
})

const authorised = ({ accessToken }: VaultPerson) => ({ authorization: `Bearer ${accessToken}` })
const get = (person: VaultPerson, path: string, headers = {}) =>
  server.fetch(path, { headers: { ...authorised(person), ...headers } })
const post = (path: string, body: object) =>
  server.fetch(path, {
    method: 'POST',
    headers: { ...authorised(anna), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const content = (person: VaultPerson, name: string, headers = {}) =>
  get(person, `/storage/v1/object/encrypted-files/${name}`, headers)
/** The token of a person in another program: a device that never signed in to the account. */
const STOLEN = { 'user-agent': 'a program of the thief' }

/** Objects that the person owns, all with the bytes of one real file. @returns their names. */
async function storeObjects(person: VaultPerson, count: number): Promise<string[]> {
  await storeFile(person, 'original.txt', Buffer.from('text'))
  const { rows } = await server.database.owner<{ name: string }>(
    `insert into storage.objects (bucket_id, name, owner, owner_id, size_bytes, checksum, blob_id, metadata)
     select o.bucket_id, $1 || '/' || gen_random_uuid(), o.owner, o.owner_id, o.size_bytes, o.checksum, o.blob_id, o.metadata
     from storage.objects o, generate_series(1, $2) where o.owner = $1::uuid
     returning name`,
    [person.userId, count],
  )
  return rows.map(({ name }) => name)
}

test('reading far more than usual on a new device slows it down to a file a second, and three times as much asks for a proof', async () => {
  const objects = await storeObjects(anna, 380)
  server.clock.stop()
  const statuses: number[] = []
  for (const object of objects.slice(0, 121)) statuses.push((await content(anna, object, STOLEN)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(121)
  expect(await noticed(server, anna.userId)).toMatchObject([
    {
      detector: 'mass_download',
      enforcement: 'throttle',
      reasons: [
        { code: 'files_read', files: 121 },
        { code: 'usual_reads', files: 0 },
      ],
    },
  ])

  server.clock.advance(2)
  const burst: number[] = []
  for (const object of objects.slice(121, 130)) burst.push((await content(anna, object, STOLEN)).status)
  expect(burst.filter((status) => status === 200).length).toBeLessThanOrEqual(3)
  expect(burst.filter((status) => status === 429).length).toBeGreaterThanOrEqual(6)
  const refused = await content(anna, objects[139] ?? '', STOLEN)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refused.json()).toMatchObject({ code: 'ReadingSlowed' })
  // On the device of its owner the same session goes on.
  for (const object of objects.slice(200, 210)) expect((await content(anna, object)).status).toBe(200)
  server.clock.advance(1)
  expect((await content(anna, objects[140] ?? '', STOLEN)).status).toBe(200)

  for (const object of objects.slice(141)) {
    server.clock.advance(1)
    const answer = await content(anna, object, STOLEN)
    if (answer.status !== 200) break
  }
  expect((await noticed(server, anna.userId)).map(({ enforcement }) => enforcement)).toEqual(['throttle', 'step_up'])
  expect(await (await get(anna, '/rest/v1/file_records')).json()).toMatchObject({ code: 'step_up_required' })
  // An error and never an empty list, also from a server that has not heard of it.
  const [, payload = ''] = anna.accessToken.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const list = server.database.oneAsCaller({ role: 'authenticated', claims }, { text: 'select from file_records' })
  await expect(list).rejects.toMatchObject({ code: 'QS427' })
  server.clock.reset()

  // A proof lifts it for the session, and not for one file.
  await server.fetch('/auth/v1/reauthenticate', { headers: authorised(anna) })
  const proof = { nonce: await nextCode(server, anna.email) }
  const headers = { ...authorised(anna), 'content-type': 'application/json' }
  await server.fetch('/auth/v1/reauthenticate', { method: 'POST', headers, body: JSON.stringify(proof) })
  for (const object of objects) expect((await content(anna, object, STOLEN)).status).toBe(200)
  expect(await enforced(server, anna.userId)).toEqual([])
})

test('who opens a canary is held and frozen, and its owner and those who look after security are notified', async () => {
  const id = await storeFile(anna, 'passwords.txt', Buffer.from('nothing'))
  await anna.api.rest('canaries', { method: 'POST', body: { file_id: id } })
  const { rows } = await server.database.owner<{ storage_path: string }>(
    'select storage_path from file_records where id = $1',
    [id],
  )
  const answer = await content(anna, rows[0]?.storage_path ?? '')
  expect(await answer.json()).toMatchObject({ code: 'StepUpRequired' })
  expect(await noticed(server, anna.userId)).toMatchObject([
    { detector: 'canary', enforcement: 'freeze', reasons: [{ code: 'canary_file' }] },
  ])
  expect(await enforced(server, anna.userId)).toEqual(['freeze', 'step_up'])
  const notices = await server.database.owner<{ kind: string }>(
    "select kind from notifications where kind like 'threat%' order by kind",
  )
  expect(notices.rows.map(({ kind }) => kind)).toContain('threat_noticed')

  await server.fetch('/auth/v1/reauthenticate', { headers: authorised(anna) })
  const proof = { nonce: await nextCode(server, anna.email) }
  const headers = { ...authorised(anna), 'content-type': 'application/json' }
  expect(
    (await server.fetch('/auth/v1/reauthenticate', { method: 'POST', headers, body: JSON.stringify(proof) })).status,
  ).toBe(204)
  expect(await enforced(server, anna.userId)).toEqual([])
})

test('a canary of somebody else is noted, and holds nobody who opens it', async () => {
  const ben = await personWithVault(server)
  const id = await storeFile(anna, 'plan.txt', Buffer.from('a plan'))
  await anna.api.rest('canaries', { method: 'POST', body: { file_id: id } })
  const { rows } = await server.database.owner<{ storage_path: string }>(
    'select storage_path from file_records where id = $1',
    [id],
  )
  const seen = { sub: ben.userId, session_id: 'x' }
  await server.threats.reading.inspect(
    {
      userId: ben.userId,
      sessionId: seen.session_id,
      ip: '192.0.2.1',
      userAgent: undefined,
      device: undefined,
      isThrottled: false,
    },
    rows[0]?.storage_path ?? '',
  )
  expect(await noticed(server, anna.userId)).toMatchObject([{ detector: 'canary', enforcement: 'none' }])
  expect(await enforced(server, ben.userId)).toEqual([])
})

test('nobody sets a canary for the files of somebody else', async () => {
  const ben = await personWithVault(server)
  const id = await storeFile(ben, 'plan.txt', Buffer.from('a plan'))
  await expect(anna.api.rest('canaries', { method: 'POST', body: { file_id: id } })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})

test('many objects that do not exist hold the session; the same one again and again does not', async () => {
  for (let n = 0; n < 60; n += 1) await content(anna, `${anna.userId}/missing`)
  expect(await noticed(server, anna.userId)).toEqual([])
  for (let n = 0; n < 22; n += 1) await content(anna, `${randomUUID()}/${randomUUID()}`)
  await expect
    .poll(async () => (await noticed(server, anna.userId)).map(({ detector }) => detector))
    .toEqual(['probing'])
  expect(await enforced(server, anna.userId)).toEqual(['step_up'])
})

test.each([
  ['written in another way', (name: string) => get(anna, `/storage/v1/%6fbject/encrypted-files/${name}`)],
  [
    'copied',
    (name: string) =>
      post('/storage/v1/object/copy', {
        bucketId: 'encrypted-files',
        sourceKey: name,
        destinationKey: `${anna.userId}/x`,
      }),
  ],
])('files of others that are asked for are counted by what they are: %s', async (_how, ask) => {
  for (let n = 0; n < 25; n += 1) await ask(`${randomUUID()}/${randomUUID()}`)
  await expect
    .poll(async () => (await noticed(server, anna.userId)).map(({ detector }) => detector))
    .toEqual(['probing'])
})

test('one request for addresses of many files of others counts each of them', async () => {
  const paths = Array.from({ length: 40 }, () => `${randomUUID()}/${randomUUID()}`)
  expect((await post('/storage/v1/object/sign/encrypted-files', { expiresIn: 60, paths })).status).toBe(200)
  await expect
    .poll(async () => (await noticed(server, anna.userId)).map(({ detector }) => detector))
    .toEqual(['probing'])
})

test('one file of others that is asked for in many ways is one', async () => {
  const name = `${randomUUID()}/${randomUUID()}`
  const hidden = (at: number) => name.slice(0, at) + `%${name.charCodeAt(at).toString(16)}` + name.slice(at + 1)
  for (let n = 0; n < 25; n += 1) await content(anna, hidden(n))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await noticed(server, anna.userId)).toEqual([])
})

test('an address that tries out links gets no answer for a while and then answers again', async () => {
  const door = (ip?: string) =>
    server.fetch(`/links/v1/${randomUUID()}/door`, {
      method: 'POST',
      headers: ip === undefined ? {} : { 'x-forwarded-for': ip },
    })
  for (let n = 0; n < 17; n += 1) await door()
  await expect
    .poll(async () => (await noticed(server)).filter(({ detector }) => detector === 'link_scraping'))
    .toMatchObject([{ subject: 'links_from 127.0.0.1', enforcement: 'block' }])
  expect((await door()).status).toBe(429)
  await server.database.owner("update threat_enforcements set lifted_at = now() where action = 'block'")
  expect((await door()).status).toBe(404)
})

test.each(['system_audit_log', 'system%5Faudit_log'])(
  'reading the whole audit log in a young session is noted: %s',
  async (table) => {
    await server.database.owner(
      `insert into system_audit_log (tenant_id, event_type, event_category, action, user_id)
     select p.tenant_id, 'logout', 'auth', 'logout', p.user_id from profiles p, generate_series(1, 2100) where p.user_id = $1`,
      [anna.userId],
    )
    for (let page = 0; page < 6; page += 1) await get(anna, `/rest/v1/${table}?select=id&limit=1000`)
    await expect
      .poll(async () => (await noticed(server, anna.userId)).map(({ detector }) => detector))
      .toEqual(['audit_export'])
    expect(await enforced(server, anna.userId)).toEqual([])
  },
)
