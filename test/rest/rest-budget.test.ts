import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ REST_MAX_ANSWER_BYTES: '65536' })
})
afterAll(() => server.stop())

const updates = (levels: number): string =>
  levels === 0 ? 'id' : `status_incidents(status_incident_updates(${updates(levels - 1)}))`

test('a table is not embedded below itself, for nobody', async () => {
  const stranger = await server.fetch(`/rest/v1/status_incident_updates?select=${updates(1)}`)
  expect(stranger.status).toBe(400)
  expect(await stranger.json()).toMatchObject({ code: 'PGRST100' })

  const { client } = await signedInPerson(server)
  expect((await client.from('profiles').select('tenants(profiles(user_id))')).error).toMatchObject({ code: 'PGRST100' })
  expect((await client.from('tenants').select('profiles(user_id)')).error).toBeNull()
  const written = client.from('tags').insert({ name: 'sealed' }).select('file_tags(tags(file_tags(tag_id)))')
  expect((await written).error).toMatchObject({ code: 'PGRST100' })
})

test('the way back to one row is open, also twice, and ends at the number of embeds', async () => {
  const { client } = await signedInPerson(server)
  const back = await client.from('tenants').select('profiles(user_id,tenants(id))')
  expect(back.error).toBeNull()
  expect(back.data?.[0]?.profiles[0]).toMatchObject({ tenants: { id: expect.any(String) } })
  const again = 'tenants(profiles(user_id))'
  expect((await client.from('tenants').select(`profiles(user_id,${again})`)).error).toMatchObject({ code: 'PGRST100' })
  const parents = (levels: number): string =>
    levels === 0 ? 'name' : `name,up:parent_folder_id(${parents(levels - 1)})`
  expect((await client.from('folders').select(parents(4))).error).toBeNull()
  const many = (count: number) => Array.from({ length: count }, (_, at) => `e${at}:parent_folder_id(name)`).join(',')
  expect((await client.from('folders').select(many(16))).error).toBeNull()
  expect((await client.from('folders').select(many(17))).error).toMatchObject({ code: 'PGRST100' })
})

test('what a row embeds of its own table is there once', async () => {
  const { client } = await signedInPerson(server)
  const parent = await client.from('folders').insert({ name: 'above' }).select().single()
  await client.from('folders').insert({ name: 'below', parent_folder_id: parent.data?.id })
  const once = await client.from('folders').select('name,folders(name)').eq('name', 'above').single()
  expect(once.data).toEqual({ name: 'above', folders: [{ name: 'below' }] })
  expect((await client.from('folders').select('name,folders(name,folders(name))')).error).toMatchObject({
    code: 'PGRST100',
  })
})

test('a statement embeds so many tables and no more', async () => {
  const { client } = await signedInPerson(server)
  const embeds = (count: number) => Array.from({ length: count }, (_, at) => `e${at}:profiles(user_id)`).join(',')
  expect((await client.from('tenants').select(embeds(16))).error).toBeNull()
  expect((await client.from('tenants').select(embeds(17))).error).toMatchObject({ code: 'PGRST100' })
})

test('an answer has a size, and a write that would be answered by more is undone', async () => {
  const { client } = await signedInPerson(server)
  const rows = Array.from({ length: 30 }, (_, at) => ({ name: `${at}`.padEnd(3000, 'x') }))
  const refused = await client.from('tags').insert(rows).select()
  expect(refused.status).toBe(413)
  expect((await client.from('tags').select('id')).data).toEqual([])

  expect((await client.from('tags').insert(rows)).error).toBeNull()
  expect((await client.from('tags').select('name')).status).toBe(413)
  expect((await client.from('tags').select('name').limit(3)).data).toHaveLength(3)
})
