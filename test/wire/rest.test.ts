import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let ada: Person
let bob: Person
beforeAll(async () => {
  server = await startServer()
  ada = await signedInPerson(server)
  bob = await signedInPerson(server)
})
afterAll(() => server.stop())

describe('tables', () => {
  test('folders can be inserted, listed in order and deleted', async () => {
    const { client } = ada
    const inserted = await client
      .from('folders')
      .insert([{ name: 'b' }, { name: 'a' }])
      .select('id,name')
    expect(inserted.error).toBeNull()
    expect(inserted.data).toHaveLength(2)

    const listed = await client.from('folders').select('*').order('name')
    expect(listed.data?.map((row) => row.name)).toEqual(['a', 'b'])

    const removed = await client.from('folders').delete().eq('name', 'a')
    expect(removed).toMatchObject({ error: null, status: 204 })
    expect((await client.from('folders').select()).data).toHaveLength(1)
  })
})
