import type { Database } from '#server/db/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT_FACTOR: '1' })
})
afterAll(() => server.stop())

test('strangers of one address use up their own budget, and nobody else’s', async () => {
  const person = await signedInPerson(server)
  const ask = () => server.fetch('/rest/v1/status_incidents?select=id&limit=1')
  const answers = await Promise.all(Array.from({ length: 220 }, ask))
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused?.json()).toMatchObject({ code: 'QS429' })
  expect(answers.every(({ status }) => [200, 429, 503].includes(status))).toBe(true)

  expect((await person.client.from('profiles').select('user_id')).status).toBe(200)
})

test('what one person is refused is in the log twenty times at once, and no more', async () => {
  const { client, session } = await signedInPerson(server)
  const person = session.user.id
  for (let asked = 0; asked < 23; asked++)
    expect((await client.rpc('give_role', { person, role: 'owner' })).error?.code).toBe('42501')
  const { rowCount } = await server.database.owner(
    `select from system_audit_log where event_type = 'people.change_refused' and user_id = $1`,
    [person],
  )
  expect(rowCount).toBe(20)
})

test('a full pool is 503 with a time to wait, and storage has connections of its own', async () => {
  const { client, session } = await signedInPerson(server)
  const me = session.user.id
  const caller = { role: 'authenticated', claims: { role: 'authenticated', sub: me } } as const
  await client.storage.from('encrypted-files').upload(`${me}/one`, new Blob(['sealed']))
  const ask = (path: string) => server.fetch(path, { headers: { authorization: `Bearer ${session.access_token}` } })
  const download = () => ask(`/storage/v1/object/authenticated/encrypted-files/${me}/one`)
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const hold = (database: Database, count: number) =>
    Array.from({ length: count }, () => database.asCaller(caller, () => promise))

  const ofRest = hold(server.database, 12)
  const full = await ask('/rest/v1/profiles?select=user_id')
  expect(full.status).toBe(503)
  expect(full.headers.get('retry-after')).toBe('2')
  expect((await download()).status).toBe(200)

  const ofStorage = hold(server.database.forStorage(), 8)
  const refused = await download()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await refused.json()).toMatchObject({ code: 'SlowDown' })
  letGo()
  await Promise.all([...ofRest, ...ofStorage])
})
