/** A limit of storage that an organisation sets for one of its people. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { random } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

const BUCKET = 'encrypted-files'
const PLAN = 4 * 1024 * 1024
const LIMIT = 100_000

let server: TestServer
let owner: Person
let stranger: Person
beforeAll(async () => {
  server = await startServer({ FREE_STORAGE_BYTES: String(PLAN), ORGANISATION: 'personal' })
  owner = await signedInPerson(server)
  stranger = await signedInPerson(server)
})
afterAll(() => server.stop())

const run = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.owner<Row>(text, values)).rows
const idOf = ({ session }: Person) => session.user.id
const homeOf = async (person: Person) =>
  (await run<{ tenant_id: string }>('select tenant_id from profiles where user_id = $1', [idOf(person)]))[0]?.tenant_id

async function member(): Promise<Person> {
  const person = await signedInPerson(server)
  const home = await homeOf(owner)
  await run('delete from enterprise_user_roles where user_id = $1', [idOf(person)])
  await run('update profiles set tenant_id = $2 where user_id = $1', [idOf(person), home])
  await run(`insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, $2, 'member')`, [
    idOf(person),
    home,
  ])
  return person
}
const setQuota = async (person: Person, quota: number | null, by = owner) =>
  (await by.client.rpc('set_member_quota', { person: idOf(person), quota })).error?.code
const put = (person: Person, name: string, sizeBytes: number) =>
  person.client.storage.from(BUCKET).upload(`${idOf(person)}/${name}`, random(sizeBytes))
/** Returns what the list of people says of the storage of one, to somebody. */
async function listedStorage(reader: Person, person: Person) {
  const search = encodeURIComponent(person.email)
  const answer = await server.fetch(`/organisation/v1/people?search=${search}`, {
    headers: { authorization: `Bearer ${reader.session.access_token}` },
  })
  const { people } = (await answer.json()) as { people: { id: string; storage: unknown }[] }
  return people.find(({ id }) => id === idOf(person))?.storage
}
const usage = async (person: Person) => (await person.client.rpc('storage_usage').single()).data

test('unset, the plan decides; set, its person sees it, and an upload of one byte more is refused with whose limit it is', async () => {
  const me = await member()
  expect(await usage(me)).toEqual({ used_bytes: 0, limit_bytes: PLAN, is_own_limit: false })
  expect((await put(me, 'a', LIMIT - 10)).error).toBeNull()
  expect(await setQuota(me, LIMIT)).toBeUndefined()
  expect(await usage(me)).toEqual({ used_bytes: LIMIT - 10, limit_bytes: LIMIT, is_own_limit: true })
  const { error } = await put(me, 'b', 11)
  expect(error).toMatchObject({ statusCode: '413' })
  expect(error?.message).toMatch(/^Your organisation has set a limit for your account.*ask who manages its people/)
  expect((await put(me, 'b', 10)).error).toBeNull()
  expect((await put(me, 'c', 1)).error).toMatchObject({ statusCode: '413' })
  expect(await usage(me)).toMatchObject({ used_bytes: LIMIT })
})

test('of two uploads at once that would pass it together, one is stored', async () => {
  const me = await member()
  await setQuota(me, LIMIT)
  const both = await Promise.all([put(me, 'a', 60_000), put(me, 'b', 60_000)])
  expect(both.filter(({ error }) => error === null)).toHaveLength(1)
})

test('lowered below what is stored it takes nothing away, and taken away it is as before', async () => {
  const me = await member()
  await put(me, 'a', LIMIT)
  expect(await setQuota(me, 10)).toBeUndefined()
  expect((await me.client.storage.from(BUCKET).download(`${idOf(me)}/a`)).error).toBeNull()
  expect((await put(me, 'b', 1)).error).toMatchObject({ statusCode: '413' })
  expect(await setQuota(me, null)).toBeUndefined()
  expect(await usage(me)).toEqual({ used_bytes: LIMIT, limit_bytes: PLAN, is_own_limit: false })
  expect((await put(me, 'b', 1)).error).toBeNull()
})

test('it is never above the plan: one byte more is refused, and a plan that becomes smaller counts', async () => {
  const me = await member()
  expect(await setQuota(me, PLAN)).toBeUndefined()
  expect(await setQuota(me, PLAN + 1)).toBe('23514')
  expect(await setQuota(me, -1)).toBe('23514')
  const [before] = await run<{ limits: unknown }>('select limits from storage.quota_settings')
  await run(`update storage.quota_settings set limits = jsonb_set(limits, '{free}', '1000')`)
  expect(await usage(me)).toMatchObject({ limit_bytes: 1000, is_own_limit: false })
  const { error } = await put(me, 'a', 1001)
  expect(error?.message).toMatch(/^There is no room for this in the storage of the account/)
  await run('update storage.quota_settings set limits = $1', [JSON.stringify(before?.limits)])
})

test('who manages users sets it, for people of the own organisation, and the log says so', async () => {
  const me = await member()
  expect(await setQuota(me, 1000, me)).toBe('42501')
  expect(await setQuota(me, 1000, stranger)).toBe('QS404')
  expect(await setQuota(stranger, 1000)).toBe('QS404')
  expect(await setQuota(me, 1000)).toBeUndefined()
  expect(await listedStorage(owner, me)).toEqual({ used_bytes: 0, own_bytes: 1000, plan_bytes: PLAN })
  expect(await listedStorage(me, me)).toBeNull()
  expect(
    await run(
      `select user_id, details from system_audit_log where event_type = 'member_quota.changed' and details ->> 'id' = $1`,
      [idOf(me)],
    ),
  ).toEqual([{ user_id: idOf(owner), details: { table: 'storage.personal_quotas', id: idOf(me), bytes: 1000 } }])
  // An organisation that somebody joins later has nothing to do with it.
  await run('update profiles set tenant_id = $2 where user_id = $1', [idOf(me), await homeOf(stranger)])
  expect(await usage(me)).toMatchObject({ limit_bytes: PLAN, is_own_limit: false })
})
