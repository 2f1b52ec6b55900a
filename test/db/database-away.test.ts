import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { Database } from '#server/db/database.ts'
import { DatabaseBusyError } from '#server/db/database-busy-error.ts'
import { freePort } from '../support/server/server-process.ts'
import { startServer } from '../support/server/test-server.ts'

let port: number
beforeAll(async () => {
  port = await freePort()
})

test.each([
  ['nobody listens at the port', () => ({ host: '127.0.0.1', port })],
  ['the socket is gone', () => ({ host: path.resolve('no such folder') })],
])('%s: the request can be sent again', async (_, connection) => {
  const away = new Database({ ...connection(), user: 'postgres', database: 'vault' })
  const asked = [
    away.owner('select'),
    away.asOwner(async () => undefined),
    away.oneAsCaller({ role: 'anon', claims: {} }, { text: 'select' }),
  ]
  for (const outcome of await Promise.allSettled(asked)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseBusyError) })
  }
  await away.end()
})

test('a wrong password or name of the database is no outage', async () => {
  const server = await startServer()
  const other = new Database({ ...server.connection, database: 'no_such_database' })
  await expect(other.owner('select')).rejects.toMatchObject({ code: '3D000' })
  await other.end()
  await server.stop()
})
