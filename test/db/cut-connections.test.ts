import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VaultApi } from '#vault/session/api.ts'
import { type Person, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { waitingForLocks } from '../support/server/waiting-for-locks.ts'

const BUCKET = 'encrypted-files'

let server: TestServer
let holder: Client
let me: Person
beforeAll(async () => {
  // Each outage is a line of the log.
  server = await startServer({ LOG_LEVEL: 'silent' })
  holder = new Client(server.connection)
  await holder.connect()
  me = await signedInPerson(server)
})
afterAll(async () => {
  await holder.end()
  await server.stop()
})

/** Lets what `ask` needs of `table` wait, and ends its connection in the middle of the statement, as a restart of PostgreSQL does. */
async function cutWhile<T>(table: string, ask: () => Promise<T>): Promise<T> {
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  const asked = ask()
  asked.catch(() => undefined)
  try {
    await expect.poll(() => waitingForLocks(server.database)).toBeGreaterThan(0)
    await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    await expect.poll(() => waitingForLocks(server.database)).toBe(0)
  } finally {
    await holder.query('rollback')
  }
  return asked
}

type Asked = [method: string, path: string, body?: object | undefined, headers?: Record<string, string>]
const send = ([method, path, body, headers]: Asked) =>
  server.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${me.session.access_token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
const nobody = 'ab1d9f1c-7f6b-4c0e-9f1d-3c1b5a6d7e8f'
const upload = {
  'tus-resumable': '1.0.0',
  'upload-length': '10',
  get 'upload-metadata'() {
    return `bucketName ${btoa(BUCKET)},objectName ${btoa(`${me.session.user.id}/cut.bin`)}`
  },
}

test.each<[service: string, table: string, asked: () => Asked, whole: number]>([
  ['rest/v1', 'public.profiles', () => ['GET', '/rest/v1/profiles?select=user_id'], 200],
  [
    'rest/v1, a change',
    'public.profiles',
    () => ['PATCH', '/rest/v1/profiles?user_id=is.null', { first_name: 'A' }],
    204,
  ],
  ['storage/v1', 'storage.buckets', () => ['GET', '/storage/v1/bucket'], 200],
  ['resumable uploads', 'storage.uploads', () => ['POST', '/storage/v1/upload/resumable', undefined, upload], 201],
  [
    'auth/v1',
    'auth.users',
    () => ['POST', '/auth/v1/token?grant_type=password', { email: me.email, password: PASSWORD }],
    200,
  ],
  ['links/v1', 'public.share_links', () => ['POST', `/links/v1/${nobody}/door`, {}, { 'x-link-secret': 'a' }], 404],
  ['requests/v1', 'public.file_requests', () => ['POST', `/requests/v1/${nobody}/door`, {}], 404],
  ['audit/v1', 'ledger.logs', () => ['GET', '/audit/v1/logs'], 200],
  ['streams/v1', 'public.event_streams', () => ['GET', '/streams/v1/'], 200],
])('%s: a statement that is cut is 503, and the next one works', async (_, table, asked, whole) => {
  const cut = await cutWhile(table, () => send(asked()))
  expect([cut.status, await cut.text()]).toEqual([503, expect.stringMatching(/broke off, please try again/)])
  expect(cut.headers.get('retry-after')).toBe('5')
  expect((await send(asked())).status).toBe(whole)
})

test('the vault library asks again by itself, and gets what it asked for', async () => {
  const accessToken = async () => me.session.access_token
  const publishableKey = server.secrets.publishableKeys[0] ?? ''
  const api = new VaultApi({ baseUrl: server.url, publishableKey, accessToken })
  expect(await cutWhile('public.profiles', () => api.rest('profiles?select=user_id'))).toEqual([
    { user_id: me.session.user.id },
  ])
  await expect(
    cutWhile('public.profiles', () =>
      api.rest('profiles?user_id=is.null', { method: 'PATCH', body: { first_name: 'A' } }),
    ),
  ).rejects.toMatchObject({ code: 'offline' })
})
