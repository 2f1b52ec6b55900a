/** The login of the API is one for all databases of a server: programs that start at the same moment all change it. */
import { expect, onTestFinished, test } from 'vitest'
import { ensureApiLogin } from '#server/db/open.ts'
import { createEmptyDatabase } from '../support/server/empty-database.ts'

const PROGRAMS = 8
const STARTS = 10

test('nodes that start at once over two databases of one server all refresh the login of the API', async () => {
  const databases = [await createEmptyDatabase(), await createEmptyDatabase()]
  onTestFinished(async () => {
    for (const { drop } of databases) await drop()
  })
  const clients = await Promise.all(
    Array.from({ length: PROGRAMS / databases.length }).flatMap(() => databases.map(({ connect }) => connect())),
  )
  for (let start = 0; start < STARTS; start++) {
    const owner = { connectionString: `postgres://owner:planted${start}@localhost/quantumshield` }
    const outcomes = await Promise.allSettled(clients.map((client) => ensureApiLogin(client, owner)))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  }
})
