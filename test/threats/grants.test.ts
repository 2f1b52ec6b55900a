import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIL_TASK } from '#contract/operations.ts'
import { allows, entersAdmin, TEAM_ROLES } from '#contract/permissions.ts'
import { newEmail, type Person, signedInPerson } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { noticed } from './noticed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const idOf = ({ session }: Person) => session.user.id

async function owner(): Promise<Person> {
  const person = await signedInPerson(server)
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'owner' from tenants where is_default
     on conflict do nothing`,
    [idOf(person)],
  )
  return person
}
const give = async (giver: Person, taker: Person, role: string) => {
  await server.database.owner('update auth.sessions set proven_at = now() where user_id = $1', [idOf(giver)])
  const { error } = await giver.client.rpc('set_member_role', { person: idOf(taker), role })
  if (error) throw error
}
const ageSession = (person: Person, by: string) =>
  ageRows(
    server.database,
    { table: 'auth.sessions', where: 'r.user_id = $1', values: [idOf(person)], columns: ['created_at'] },
    by,
  )

const noticesOf = async (person: Person) => {
  const { rows } = await server.database.owner<{ details: object }>(
    `select details from notifications where user_id = $1 and kind = 'roles_changed' order by created_at, id`,
    [idOf(person)],
  )
  return rows.map(({ details }) => details)
}
const invite = async (by: Person, email: string, role: string) => {
  const { status } = await server.fetch('/auth/v1/team/invitations', {
    method: 'POST',
    headers: { authorization: `Bearer ${by.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, role, fingerprint: 'A'.repeat(43) }),
  })
  expect(status).toBe(200)
}
const mailsTo = async ({ email }: Pick<Person, 'email'>) =>
  (await server.mailbox.to(email)).filter(({ subject }) => subject === 'Who administers your organisation changed')
/** Once nothing is left to be mailed. */
async function mailedTo(person: Person): Promise<number> {
  const left = 'select from graphile_worker.jobs where task_identifier = any ($1)'
  await expect.poll(async () => (await server.database.owner(left, [['notify:mail', MAIL_TASK]])).rowCount).toBe(0)
  return (await mailsTo(person)).length
}
const PANEL_ROLES = TEAM_ROLES.filter((role) => entersAdmin([role]))

test('the first role of an administrator that somebody gives, minutes after signing in, is noted', async () => {
  const anna = await owner()
  await give(anna, await signedInPerson(server), 'admin')
  expect(await noticed(server, idOf(anna))).toMatchObject([
    {
      detector: 'privilege_change',
      enforcement: 'none',
      reasons: [
        { code: 'young_session', minutes: 0 },
        { code: 'first_grant', role: 'admin' },
      ],
    },
  ])
})

/** Gave a role before. */
const giver = async (): Promise<Person> => {
  const person = await owner()
  await server.database.owner('insert into threats.givers (user_id) values ($1)', [idOf(person)])
  return person
}

test('a first one from a session of an hour is noted as well, and one of minutes by somebody who gave some before', async () => {
  const ben = await owner()
  await ageSession(ben, '1 hour')
  await give(ben, await signedInPerson(server), 'admin')
  expect(await noticed(server, idOf(ben))).toMatchObject([{ reasons: [{ code: 'first_grant', role: 'admin' }] }])
  const dora = await giver()
  await give(dora, await signedInPerson(server), 'admin')
  expect(await noticed(server, idOf(dora))).toMatchObject([{ reasons: [{ code: 'young_session', minutes: 0 }] }])
})

test('a role that administers nothing, and one from a session of an hour by somebody who gave some before, are usual', async () => {
  const ben = await owner()
  await give(ben, await signedInPerson(server), 'viewer')
  const emil = await giver()
  await ageSession(emil, '1 hour')
  await give(emil, await signedInPerson(server), 'admin')
  expect([...(await noticed(server, idOf(ben))), ...(await noticed(server, idOf(emil)))]).toEqual([])
})

test('an invitation to administer counts as the role', async () => {
  const fay = await owner()
  await invite(fay, newEmail(), 'owner')
  expect(await noticed(server, idOf(fay))).toMatchObject([
    { detector: 'privilege_change', reasons: [{ code: 'young_session' }, { code: 'first_grant', role: 'owner' }] },
  ])
})

test('who gives a role to themselves is noted', async () => {
  const cleo = await owner()
  await ageSession(cleo, '1 hour')
  await owner()
  await give(cleo, cleo, 'security_admin')
  expect(await noticed(server, idOf(cleo))).toMatchObject([{ detector: 'privilege_change' }])
})

test('a role that opens the panel is told to its person, to owners and to administrators, and judged, an invitation as well', async () => {
  const [gus, hal, lea] = [await owner(), await signedInPerson(server), await signedInPerson(server)]
  await give(gus, lea, 'admin')
  for (const role of PANEL_ROLES) {
    await server.database.owner('delete from notify.role_mails where user_id = $1', [idOf(gus)])
    await server.database.owner('delete from threats.givers where user_id = $1', [idOf(gus)])
    await server.database.owner('delete from threat_detections where user_id = $1', [idOf(gus)])
    await give(gus, hal, role)
    const change = { event: 'given', role, changed_by: idOf(gus) }
    expect((await noticesOf(hal)).at(-1), role).toEqual({ ...change, is_own: true })
    for (const told of [gus, lea])
      expect((await noticesOf(told)).at(-1), role).toEqual({ ...change, person: idOf(hal) })
    expect((await noticed(server, idOf(gus)))[0]?.reasons, role).toContainEqual({ code: 'first_grant', role })
    await server.database.owner('delete from threats.givers where user_id = $1', [idOf(gus)])
    await server.database.owner('delete from threat_detections where user_id = $1', [idOf(gus)])
    await invite(gus, newEmail(), role)
    expect((await noticed(server, idOf(gus)))[0]?.reasons, role).toContainEqual({ code: 'first_grant', role })
    expect((await noticesOf(lea)).at(-1), role).toEqual({ ...change, event: 'invited', count: 1 })
  }
  // While they manage users themselves, of an invitation as well.
  const managing = PANEL_ROLES.filter((role) => allows([role], 'manage_users'))
  await expect.poll(async () => (await mailsTo(hal)).length).toBe(PANEL_ROLES.length + managing.length)
  // One for each grant, and one for each invitation.
  for (const told of [gus, lea])
    await expect.poll(async () => (await mailsTo(told)).length).toBeGreaterThanOrEqual(2 * PANEL_ROLES.length)
})

test('a role that is given as it is tells nothing, and of twenty changes in an hour of one giver on, mails end and notices go on', async () => {
  const [gus, hal] = [await owner(), await signedInPerson(server)]
  for (let times = 0; times < 2; times++) await give(gus, hal, 'partner_manager')
  expect(await noticesOf(hal)).toHaveLength(1)
  for (let changes = 1; changes < 23; changes++) await give(gus, hal, changes % 2 ? 'growth_manager' : 'sales_manager')
  expect(await noticesOf(hal)).toHaveLength(23)
  expect(await mailedTo(hal)).toBe(20)
  await ageRows(
    server.database,
    { table: 'notify.role_mails', where: 'r.user_id = $1', values: [idOf(gus)], columns: ['since'] },
    '61 minutes',
  )
  await give(gus, hal, 'growth_manager')
  expect(await mailedTo(hal)).toBe(21)
})

test('a role that is over, or would be sooner, is given once more by a later end; an earlier end is none', async () => {
  const [gus, hal] = [await owner(), await signedInPerson(server)]
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const until = async (end: string | null) => {
    await server.database.owner('delete from threat_detections where user_id = $1', [idOf(gus)])
    const { error } = await gus.client.rpc('give_role', { person: idOf(hal), role: 'sales_manager', until: end })
    if (error) throw error
    return (await noticed(server, idOf(gus))).length
  }
  expect(await until(inDays(2))).toBe(1)
  expect(await until(inDays(1))).toBe(0)
  expect(await until(inDays(3))).toBe(1)
  await gus.client.rpc('end_role', { person: idOf(hal) })
  expect(await until(inDays(3))).toBe(1)
  expect(await until(null)).toBe(1)
})

test('the end of such a role is told, and that of another is not', async () => {
  const [gus, hal] = [await owner(), await signedInPerson(server)]
  for (const role of ['partner', 'growth_manager']) {
    await give(gus, hal, role)
    const { error } = await gus.client.rpc('end_role', { person: idOf(hal) })
    if (error) throw error
  }
  expect(await noticesOf(hal)).toMatchObject([
    { event: 'given', role: 'growth_manager' },
    { event: 'ended', role: 'growth_manager', is_own: true },
  ])
})

test('an invitation with such a role weighs high in the audit log, and who accepts it is told of', async () => {
  const [gus, emails] = [await owner(), [newEmail(), newEmail()] as const]
  await invite(gus, emails[0], 'billing_admin')
  await invite(gus, emails[1], 'member')
  const { rows } = await server.database.owner<{ risk_level: string }>(
    `select l.risk_level from system_audit_log l join invitations i on i.id::text = l.details ->> 'id'
     where l.event_type = 'invitations.insert' and i.email = any ($1) order by i.email = $2`,
    [emails, emails[1]],
  )
  expect(rows.map((row) => row.risk_level)).toEqual(['high', 'medium'])
  const [kim, later] = [await owner(), newEmail()]
  await invite(gus, later, 'sales_manager')
  for (const email of [...emails, later]) {
    const parts = new URLSearchParams(new URL(linkIn(await server.mailbox.next(email))).hash.slice(1))
    const { error } = await server.client().auth.verifyOtp({ type: 'invite', token_hash: parts.get('token') ?? '' })
    if (error) throw error
  }
  const found = await server.database.owner<{ id: string }>('select id from auth.users where email = $1', [emails[0]])
  expect((await noticesOf(kim)).slice(-2)).toMatchObject([
    { event: 'joined', role: 'billing_admin', person: found.rows[0]?.id },
    { event: 'joined', role: 'sales_manager' },
  ])
  // Mails about the invitation, and about the first who came within the hour.
  expect(await mailedTo(kim)).toBe(2)
})

test('every owner and the person are mailed of a role that administers, who gave it as well, and no setting stops it', async () => {
  const gus = await owner()
  const [hal, kim] = [await signedInPerson(server), await owner()]
  await give(gus, hal, 'admin')
  for (const { email } of [gus, hal, kim])
    await expect
      .poll(async () => (await server.mailbox.to(email)).map(({ subject }) => subject))
      .toContain('Who administers your organisation changed')
})
