import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { idOf } from './records.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const INCIDENT = 'A security incident was opened'
const NOTICED = 'Something unusual was noticed about your account'

/** Somebody who looks after security, and nobody else does. */
async function newGuard(): Promise<Person> {
  const guard = await signedInPerson(server)
  await server.database.owner(
    `with ended as (delete from enterprise_user_roles where role = 'security_admin')
     insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'security_admin' from tenants where is_default`,
    [idOf(guard)],
  )
  return guard
}
const record = (finding: object) =>
  server.database.owner('select threats.record($1)', [JSON.stringify({ reasons: [], ...finding })])
const alarm = (person: Person, n: number) =>
  record({ detector: 'canary', user_id: idOf(person), subject: `canary ${n}`, enforcement: 'none' })
const subjectsTo = async ({ email }: Person) =>
  (await server.mailbox.to(email))
    .map(({ subject }) => subject)
    .filter((subject) => [INCIDENT, NOTICED].includes(subject))

/** The hour of the last mail is over. */
async function anHourLater(person: Person): Promise<void> {
  await server.database.owner(
    `update notify.alarm_mails set sent_at = sent_at - interval '61 minutes' where user_id = $1`,
    [idOf(person)],
  )
  await server.database.owner(
    'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1), now())',
    [`alarms of ${idOf(person)}`],
  )
}

test('forty alarms within an hour are one mail to each, and what followed is one more', async () => {
  const [guard, anna] = [await newGuard(), await signedInPerson(server)]
  for (let n = 0; n < 40; n += 1) await alarm(anna, n)
  await expect.poll(() => subjectsTo(guard)).toEqual([INCIDENT])
  await expect.poll(() => subjectsTo(anna)).toEqual([NOTICED])
  // All of them are in the app at once.
  const { data } = await anna.client.from('notifications').select('id').eq('kind', 'threat_noticed')
  expect(data).toHaveLength(40)

  await anHourLater(guard)
  await expect.poll(() => subjectsTo(guard)).toEqual([INCIDENT, INCIDENT])
  const mails = (await server.mailbox.to(guard.email)).filter(({ subject }) => subject === INCIDENT)
  expect(
    mails.filter(({ text }) => text.includes('39 alarms of the last hour are gathered in this mail.')),
  ).toHaveLength(1)
  // The hour counts from that mail: the next alarm waits.
  await alarm(anna, 100)
  await expect
    .poll(
      async () =>
        (
          await server.database.owner('select key from graphile_worker.jobs where key = $1', [
            `alarms of ${idOf(guard)}`,
          ])
        ).rows,
    )
    .toHaveLength(1)
  expect(await subjectsTo(guard)).toHaveLength(2)
})

test('what is held is mailed at once, also within the hour of what was only noted', async () => {
  const ben = await signedInPerson(server)
  const session = { user_id: idOf(ben), subject: 'session of ben' }
  await record({ ...session, detector: 'session_moved', enforcement: 'none', risk: 'low' })
  await expect.poll(() => subjectsTo(ben)).toHaveLength(1)
  await record({ ...session, detector: 'mass_destruction' })
  await expect.poll(() => subjectsTo(ben)).toHaveLength(2)
  await record({ ...session, detector: 'canary' })
  await record({ ...session, detector: 'token_reuse' })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await subjectsTo(ben)).toHaveLength(2)
})
