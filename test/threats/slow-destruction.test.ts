import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { type TestNode, type TestServer, startNode, startServer } from '../support/server/test-server.ts'
import { enforced, noticed } from './noticed.ts'
import { deleteForever, idOf, personElsewhere, storeRecords, storeVersions } from './records.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const countOf = async (person: Person) =>
  (await person.client.from('file_records').select('*', { count: 'exact', head: true })).count
async function signInAgain({ email, password }: Person, node: TestNode) {
  const client = node.client()
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}
/** What was destroyed so far was destroyed `by` earlier. */
const ageDestroyed = (person: Person, by: string) =>
  ageRows(
    server.database,
    { table: 'threats.destroyed', where: 'r.user_id = $1', values: [idOf(person)], columns: ['at'] },
    by,
  )
/** Deletes twenty files, a quarter of an hour apart, as long as it is allowed. @returns how many were deleted. */
async function deleteSlowly(person: Person, files: string[]): Promise<number> {
  for (let done = 0; done < files.length; done += 20) {
    if ((await deleteForever(person, files.slice(done, done + 20))).error) return done
    await ageDestroyed(person, '15 minutes')
  }
  return files.length
}

test('a fifth again and again is noticed when half of the files of that morning are gone', async () => {
  const lea = await personElsewhere(server)
  expect(await deleteSlowly(lea, await storeRecords(server, lea, 160))).toBe(80)
  expect(await countOf(lea)).toBe(80)
  expect(await noticed(server, idOf(lea))).toMatchObject([
    {
      detector: 'mass_destruction',
      enforcement: 'freeze',
      reasons: [{ code: 'files_destroyed_of_day', files: 100, most: 80 }],
    },
  ])
  expect(await enforced(server, idOf(lea))).toEqual(['freeze'])
})

test('half of the files in more than a day, and fifty of few, freeze nobody', async () => {
  const max = await personElsewhere(server)
  const files = await storeRecords(server, max, 160)
  expect(await deleteSlowly(max, files.slice(0, 80))).toBe(80)
  await ageDestroyed(max, '24 hours')
  expect(await deleteSlowly(max, files.slice(80, 120))).toBe(40)
  const nora = await personElsewhere(server)
  expect(await deleteSlowly(nora, (await storeRecords(server, nora, 60)).slice(0, 50))).toBe(50)
  expect(await noticed(server, idOf(max))).toEqual([])
  expect(await noticed(server, idOf(nora))).toEqual([])
})

test('what was confirmed is not counted again', async () => {
  const otto = await personElsewhere(server)
  const files = await storeRecords(server, otto, 160)
  expect(await deleteSlowly(otto, files)).toBe(80)
  await server.database.owner(
    "update threat_enforcements set lifted_at = clock_timestamp(), lifted_how = 'code' where user_id = $1",
    [idOf(otto)],
  )
  expect((await deleteForever(otto, files.slice(80, 100))).error).toBeNull()
  await ageDestroyed(otto, '15 minutes')
  expect((await deleteForever(otto, files.slice(100, 120))).error).toBeNull()
})

test('two transactions at once count together over the day', async () => {
  const pia = await personElsewhere(server)
  const files = await storeRecords(server, pia, 160)
  expect(await deleteSlowly(pia, files.slice(0, 60))).toBe(60)
  const [first, second] = await Promise.all([
    deleteForever(pia, files.slice(60, 80)),
    deleteForever(pia, files.slice(80, 100)),
  ])
  expect([first.error, second.error].filter((error) => error?.code === 'QS424')).toHaveLength(1)
  expect(await countOf(pia)).toBe(80)
})

test('a server that starts in the middle of the day continues the count of the other', async () => {
  const quin = await personElsewhere(server)
  const files = await storeRecords(server, quin, 160)
  expect(await deleteSlowly(quin, files.slice(0, 80))).toBe(80)
  const other = await startNode(server)
  try {
    const later = await signInAgain(quin, other)
    await server.database.owner('update auth.sessions set device_hash = null where user_id = $1', [idOf(quin)])
    const { error } = await later.rpc('delete_forever', { file_ids: files.slice(80, 81), folder_ids: [] })
    expect(error).toMatchObject({ code: 'QS424' })
  } finally {
    await other.stop()
  }
  expect(await enforced(server, idOf(quin))).toEqual(['freeze'])
})

test('earlier versions that are deleted lie in the trash and count as nothing; those that go with a file from there do not either', async () => {
  const rosa = await personElsewhere(server)
  const files = await storeRecords(server, rosa, 60)
  await storeVersions(server, rosa, 3)
  expect((await rosa.client.from('file_versions').delete().in('file_id', files)).error).toBeNull()
  const { rows } = await server.database.owner('select from file_versions where user_id = $1', [idOf(rosa)])
  expect(rows).toHaveLength(180)
  expect(await noticed(server, idOf(rosa))).toEqual([])

  const sam = await personElsewhere(server)
  const old = await storeRecords(server, sam, 60)
  await storeVersions(server, sam, 1)
  await server.database.owner("update file_records set trashed_at = now() - interval '2 days' where user_id = $1", [
    idOf(sam),
  ])
  expect((await deleteForever(sam, old)).error).toBeNull()
  expect(await noticed(server, idOf(sam))).toEqual([])
})
