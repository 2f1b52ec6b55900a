import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { enforced, noticed } from './noticed.ts'
import { deleteForever, idOf, personElsewhere, storeRecords } from './records.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const prove = ({ session, password }: Person) =>
  server.fetch('/auth/v1/reauthenticate', {
    method: 'POST',
    headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ current_password: password }),
  })
const agedSession = (person: Person, columns: string[], by: string) =>
  ageRows(server.database, { table: 'auth.sessions', where: 'r.user_id = $1', values: [idOf(person)], columns }, by)

test('emptying the trash at once, on a device used before, takes the password and pauses nothing', async () => {
  const anna = await signedInPerson(server)
  const files = await storeRecords(server, anna, 60)
  expect((await deleteForever(anna, files.slice(0, 40))).error).toMatchObject({ code: 'QS403' })
  // Its person is notified: who has the token alone gets no further.
  expect(await noticed(server, idOf(anna))).toMatchObject([
    { detector: 'mass_destruction', enforcement: 'none', incident_id: null, reasons: [{ files: 40, most: 20 }] },
  ])
  expect(await enforced(server, idOf(anna))).toEqual([])
  expect((await prove(anna)).status).toBe(204)
  expect((await deleteForever(anna, files.slice(0, 40))).error).toBeNull()
  // What was proven is not counted afterwards, when the proof is old.
  await agedSession(anna, ['proven_at'], '14 minutes')
  expect((await deleteForever(anna, files.slice(40, 45))).error).toBeNull()
  await agedSession(anna, ['proven_at'], '2 minutes')
  expect((await deleteForever(anna, files.slice(45))).error).toBeNull()
})

test('a proof that is 16 minutes old lets no more pass than a token does', async () => {
  const ben = await signedInPerson(server)
  const files = await storeRecords(server, ben, 60)
  await prove(ben)
  await agedSession(ben, ['proven_at'], '16 minutes')
  expect((await deleteForever(ben, files)).error).toMatchObject({ code: 'QS403' })
})

test('elsewhere the password changes nothing: it may be what was stolen', async () => {
  const cleo = await personElsewhere(server)
  const files = await storeRecords(server, cleo, 60)
  await prove(cleo)
  expect((await deleteForever(cleo, files)).error).toMatchObject({ code: 'QS424' })
  expect(await enforced(server, idOf(cleo))).toEqual(['freeze'])
  // Nor does a proof at home help while changes are paused.
  const dora = await signedInPerson(server)
  const own = await storeRecords(server, dora, 30)
  await prove(dora)
  await server.database.owner('select threats.record($1)', [
    JSON.stringify({ detector: 'mass_destruction', user_id: idOf(dora), subject: `person ${idOf(dora)}` }),
  ])
  expect((await deleteForever(dora, own)).error).toMatchObject({ code: 'QS423' })
})
