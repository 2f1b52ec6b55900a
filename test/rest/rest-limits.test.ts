import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ REST_MAX_ROWS: '2' })
})
afterAll(() => server.stop())

test('no list is longer than the operator allows, inside a row either', async () => {
  const { client } = await signedInPerson(server)
  for (let others = 0; others < 3; others++) await signedInPerson(server)

  expect((await client.from('profiles').select('user_id')).data).toHaveLength(2)
  const { data } = await client.from('tenants').select('profiles(user_id)').single()
  expect(data?.profiles).toHaveLength(2)
  const more = await client.from('tenants').select('profiles(user_id)').limit(100, { referencedTable: 'profiles' })
  expect(more.data?.[0]?.profiles).toHaveLength(2)
  const rest = await client
    .from('tenants')
    .select('profiles(user_id)')
    .order('user_id', { referencedTable: 'profiles' })
    .range(2, 3, { referencedTable: 'profiles' })
  expect(rest.data?.[0]?.profiles).toHaveLength(2)
})
