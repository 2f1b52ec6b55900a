/** The functions of the database are those of `server/db/functions`. */
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFunctions } from '#server/db/functions.ts'
import { readShippedSchema } from '#server/db/shipped-schema.ts'
import { createTestDatabase } from '../support/server/test-database.ts'
import { readFunctionsOf } from './functions-of.ts'

const { functions } = readShippedSchema()

let drop: () => Promise<void>
let client: Client
beforeEach(async () => {
  const made = await createTestDatabase()
  drop = made.drop
  client = new Client(made.connection)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await drop()
})

test('the database holds what the files make, no more and no less', async () => {
  expect(await differences()).toEqual([])
  expect((await readFunctionsOf(client)).length).toBeGreaterThan(150)
})

test.each([
  [
    'in no file',
    'create function public.planted() returns integer language sql return 1',
    'public.planted() is in no file',
  ],
  ['gone', 'drop function public.own_sessions()', 'public.own_sessions() was missing'],
  [
    'of another body',
    `create or replace function auth.email() returns text language sql stable parallel safe set search_path = '' as 'select null'`,
    'auth.email() was another one',
  ],
  ['less strict', 'alter function auth.email() volatile', 'auth.email() was another one'],
  ['open to more', 'grant execute on function public.own_sessions() to anon', 'public.own_sessions() was another one'],
  [
    'open to fewer',
    'revoke execute on function public.own_sessions() from authenticated',
    'public.own_sessions() was another one',
  ],
])('a function that is %s is noticed', async (_, statement, difference) => {
  await client.query(statement)
  expect(await differences()).toEqual([difference])
})

/** What changes when all files are applied again. */
async function differences(): Promise<string[]> {
  const before = new Map((await readFunctionsOf(client)).map((found) => [found.signature, found]))
  await client.query('begin')
  await replaceFunctions(client, functions)
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::xid::text as id')
  const after = await readFunctionsOf(client)
  await client.query('commit')

  return after.flatMap(({ signature, definition, rights, written_by: writer }) => {
    if (writer !== rows[0]?.id) return [`${signature} is in no file`]
    const known = before.get(signature)
    if (!known) return [`${signature} was missing`]
    return known.definition === definition && known.rights === rights ? [] : [`${signature} was another one`]
  })
}
