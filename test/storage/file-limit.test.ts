import { afterAll, beforeAll, expect, test } from 'vitest'
import { quotaTasks, saveQuota } from '#server/storage/quota.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { random } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

const BUCKET = 'encrypted-files'
const REFUSED = {
  statusCode: '413',
  error: 'File limit reached',
  code: 'FileLimitReached',
  message: 'The account or its organisation has as many files as the server allows; nothing was stored',
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({ MAX_FILES_PER_PERSON: '3', MAX_FILES_PER_ORGANISATION: '50' })
})
afterAll(() => server.stop())

const filesOf = ({ client }: Person) => client.storage.from(BUCKET)
const keyOf = ({ session }: Person, name: string) => `${session.user.id}/${name}`
const fold = () => quotaTasks({ database: server.database }).tasks['storage:fold_usage']?.({})
const put = async (person: Person, name: string, { sizeBytes = 0, upsert = false } = {}) =>
  (await filesOf(person).upload(keyOf(person, name), random(sizeBytes), { upsert })).error
const namesOf = async (person: Person) =>
  (await filesOf(person).list(person.session.user.id)).data?.map(({ name }) => name).toSorted()

/** Announces an upload. */
const create = (person: Person, name: string) =>
  server.fetch('/storage/v1/upload/resumable', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.session.access_token}`,
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `bucketName ${btoa(BUCKET)},objectName ${btoa(keyOf(person, name))}`,
    },
  })

test('empty files count, whether they are added up yet or not, and one too many is refused by every way in', async () => {
  const me = await signedInPerson(server)
  for (const name of ['a', 'b']) expect(await put(me, name)).toBeNull()
  await fold()
  expect(await put(me, 'c')).toBeNull()

  for (const sizeBytes of [0, 100, 2 * 1024 * 1024]) {
    expect(await put(me, 'd', { sizeBytes })).toMatchObject({ statusCode: '413', message: REFUSED.message })
  }
  const announced = await create(me, 'd')
  expect([announced.status, await announced.json()]).toEqual([413, REFUSED])
  expect((await filesOf(me).copy(keyOf(me, 'a'), keyOf(me, 'd'))).error).toMatchObject({ statusCode: '413' })
  expect(await namesOf(me)).toEqual(['a', 'b', 'c'])
})

test('a file that is replaced, moved or deleted makes no other one, and room is made by deleting', async () => {
  const me = await signedInPerson(server)
  for (const name of ['a', 'b', 'c']) await put(me, name)
  await fold()
  expect(await put(me, 'c', { sizeBytes: 10, upsert: true })).toBeNull()
  expect((await filesOf(me).move(keyOf(me, 'c'), keyOf(me, 'd'))).error).toBeNull()
  expect(await put(me, 'e')).toMatchObject({ statusCode: '413' })

  await filesOf(me).remove([keyOf(me, 'a')])
  expect(await put(me, 'e')).toBeNull()
  await fold()
  expect(await put(me, 'f')).toMatchObject({ statusCode: '413' })
  expect(await namesOf(me)).toEqual(['b', 'd', 'e'])
})

test('an upload that is under way counts once, and becomes a file also where the limit fell', async () => {
  const me = await signedInPerson(server)
  await put(me, 'a')
  await put(me, 'b')
  const begun = await create(me, 'c')
  expect(begun.status).toBe(201)
  expect(await put(me, 'd')).toMatchObject({ statusCode: '413' })

  const lower = { ...server.config, maxFiles: { ...server.config.maxFiles, ofPerson: 1 } }
  await saveQuota(server.database, lower)
  const sent = await server.fetch(new URL(begun.headers.get('location') ?? '').pathname, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${me.session.access_token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body: random(10),
  })
  await saveQuota(server.database, server.config)
  expect(sent.status).toBe(204)
  expect(await namesOf(me)).toEqual(['a', 'b', 'c'])
})

test('the people of an organisation have a limit together', async () => {
  const [ada, bob] = [await signedInPerson(server), await signedInPerson(server)]
  await put(ada, 'a')
  await fold()
  const { rows } = await server.database.owner<{ files: number }>(
    `select o.files::integer from storage.organisation_usage o join profiles p on p.tenant_id = o.tenant_id where p.user_id = $1`,
    [ada.session.user.id],
  )
  const files = rows[0]?.files ?? 0
  const full = { ...server.config, maxFiles: { ...server.config.maxFiles, ofOrganisation: files } }
  await saveQuota(server.database, full)
  expect(await put(bob, 'a')).toMatchObject({ statusCode: '413', message: REFUSED.message })

  await filesOf(ada).remove([keyOf(ada, 'a')])
  await fold()
  expect(await put(bob, 'a')).toBeNull()
  await saveQuota(server.database, server.config)
})
