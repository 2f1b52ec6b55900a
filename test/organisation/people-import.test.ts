/** Lists of people: what would happen, all of them or nobody, one mail after the other, and the rest not at all. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '#contract/csv/csv.ts'
import { startImport } from '#server/auth/team/import/people-import.sql.ts'
import { importTasks } from '#server/auth/team/import/send-imports.ts'
import { actAs } from '#server/auth/team/team.sql.ts'
import {
  cancelPeopleImport,
  invitePeople,
  listPeopleImports,
  previewPeople,
  reportPeopleImport,
} from '#vault/organisation/people-import.ts'
import { changeRole, listInvitations, removeMember } from '#vault/organisation/team.ts'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

let server: TestServer
let ada: VaultPerson
let bob: VaultPerson
beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal' })
  ada = await personWithVault(server)
  bob = await personWithVault(server)
  await run('update profiles set tenant_id = (select tenant_id from profiles where user_id = $2) where user_id = $1', [
    bob.userId,
    ada.userId,
  ])
  await run(
    `update enterprise_user_roles set tenant_id = (select tenant_id from profiles where user_id = $1), role = 'member' where user_id = $1`,
    [bob.userId],
  )
})
afterAll(() => server.stop())

const run = (text: string, values: unknown[] = []) => server.database.owner<Record<string, unknown>>(text, values)

async function read(csv: string, who = ada) {
  const found = await previewPeople(who.api, csv)
  if ('problem' in found) throw new Error(found.problem)
  return found
}
/** @param seen the list that was looked at */
async function send(csv: string, seen = csv): Promise<string> {
  const { digest } = await read(seen)
  return invitePeople(ada.api, ada.vault, { csv, digest })
}
const find = async (id: string) => (await listPeopleImports(ada.api)).find((one) => one.id === id)
const sent = (id: string) => expect.poll(async () => (await find(id))?.state).toBe('done')
const invited = async () => (await listInvitations(ada.api)).map(({ email }) => email)
const outcomesOf = async (csv: string, who = ada) =>
  Object.fromEntries((await read(csv, who)).shown.map(({ email, outcome }) => [email, outcome]))

test('a list is looked at before anything is done', async () => {
  const [fresh, removed] = [newEmail(), await personWithVault(server)]
  await run('update profiles set tenant_id = (select tenant_id from profiles where user_id = $2) where user_id = $1', [
    removed.userId,
    ada.userId,
  ])
  await run(
    `update enterprise_user_roles set tenant_id = (select tenant_id from profiles where user_id = $1), role = 'member' where user_id = $1`,
    [removed.userId],
  )
  await removeMember(ada.api, removed.userId)
  const csv = [
    'email,role,teams,office',
    `${fresh},admin,,1`,
    `${bob.email},admin,,1`,
    `${removed.email},,,`,
    'nobody,,,',
    `${fresh},,,`,
    'other@example.test,,Nowhere,',
  ].join('\n')
  expect(await read(csv)).toMatchObject({
    counts: { new: 1, member: 1, removed: 1, email_invalid: 1, twice: 1, team_unknown: 1 },
    invited: 1,
    leftOut: ['office'],
  })
  expect(await invited()).toEqual([])
  // The role of a member is none of an import's business.
  const { rows } = await run('select role from enterprise_user_roles where user_id = $1', [bob.userId])
  expect(rows).toEqual([{ role: 'member' }])
})

test('everybody of it is invited by a mail of their own, with names, teams and the end of a role', async () => {
  await run(`insert into teams (tenant_id, name) select tenant_id, 'Finance' from profiles where user_id = $1`, [
    ada.userId,
  ])
  const [one, two] = [newEmail(), newEmail()]
  const csv = `email,first name,last name,role,teams,expiry\n${one},Nora,Lind,security_admin,finance,2030-01-31\n${two},,,,,`
  const id = await send(csv)
  await sent(id)
  expect(await find(id)).toMatchObject({ sent: 2, not_sent: 0, waiting: 0, left_out: 0, by_email: ada.email })

  const parts = new URLSearchParams(new URL(linkIn(await server.mailbox.next(one))).hash.slice(1))
  expect(parts.get('key')).toBe(Buffer.from(ada.vault.keyFingerprint, 'hex').toString('base64url'))
  const client = server.client()
  const { data, error } = await client.auth.verifyOtp({ type: 'invite', token_hash: parts.get('token') ?? '' })
  if (error) throw error
  await client.auth.updateUser({ password: PASSWORD })
  const { rows } = await run(
    `select p.first_name, p.last_name, r.role, r.expires_at::date::text as until, t.name as team
     from profiles p join enterprise_user_roles r on r.user_id = p.user_id
     left join team_members m on m.user_id = p.user_id left join teams t on t.id = m.team_id
     where p.user_id = $1`,
    [data.user?.id],
  )
  expect(rows).toEqual([
    { first_name: 'Nora', last_name: 'Lind', role: 'security_admin', until: '2030-01-31', team: 'Finance' },
  ])

  const report = parseCsv((await (await reportPeopleImport(ada.api, id)).text()).replace(/^\ufeff/, ''))
  expect(report[1]?.slice(0, 8)).toEqual(['2', one, 'Nora', 'Lind', 'security_admin', '2030-01-31', 'no', 'accepted'])
  expect(report[2]?.[7]).toBe('sent')
})

test('one event says that a list was sent, and one each who was invited', async () => {
  const [one, two] = [newEmail(), newEmail()]
  const id = await send(`email\n${one}\n${two}`)
  const { rows } = await run(
    `select event_type, user_id, details ->> 'count' as count from system_audit_log
     where event_type = 'people_import.started' and details ->> 'id' = $1`,
    [id],
  )
  expect(rows).toEqual([{ event_type: 'people_import.started', user_id: ada.userId, count: '2' }])
  const { rows: each } = await run(
    `select from system_audit_log l join invitations i on l.details ->> 'id' = i.id::text
     where l.event_type = 'invitations.insert' and i.email = any ($1)`,
    [[one, two]],
  )
  expect(each).toHaveLength(2)
  await sent(id)
})

test('roles of a list that open the admin panel are judged and told as one change', async () => {
  await run('delete from threat_detections where user_id = $1', [ada.userId])
  const rows = ['member', 'manager', 'growth_manager'].map((role) => `${newEmail()},${role}`)
  await sent(await send(`email,role\n${rows.join('\n')}`))
  const told = await run(
    `select details from notifications where kind = 'roles_changed' and user_id = $1 order by created_at desc limit 1`,
    [ada.userId],
  )
  expect(told.rows).toEqual([
    { details: { event: 'invited', role: 'growth_manager', count: 2, changed_by: ada.userId } },
  ])
  const found = await run('select detector from threat_detections where user_id = $1', [ada.userId])
  expect(found.rows).toEqual([{ detector: 'privilege_change' }])
})

describe('nothing is done', () => {
  test('where the list would do something else than was shown, or is none', async () => {
    const email = newEmail()
    await expect(send(`email\n${email}`, `email\n${newEmail()}`)).rejects.toMatchObject({ code: 'import_changed' })
    await expect(send(`email\n${bob.email}`)).rejects.toMatchObject({ code: 'import_changed' })
    await expect(send('name\nNora')).rejects.toThrow()
    expect(await invited()).not.toContain(email)
  })

  test('by people who may not, and by a token whose sign-in was a while ago', async () => {
    const csv = `email\n${newEmail()}`
    await expect(previewPeople(bob.api, csv)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(previewPeople(bob.api, 'no list')).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(invitePeople(bob.api, bob.vault, { csv, digest: (await read(csv)).digest })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    await expect(listPeopleImports(bob.api)).rejects.toMatchObject({ code: 'not_allowed' })
    const session = { table: 'auth.sessions', where: 'r.user_id = $1', values: [ada.userId], columns: ['created_at'] }
    await ageRows(server.database, session, '16 minutes')
    await expect(send(csv)).rejects.toMatchObject({ code: 'proof_needed' })
    await ageRows(server.database, session, '-16 minutes')
  })

  test('to the role of an owner by who is none', async () => {
    await changeRole(ada.api, bob.userId, 'admin')
    const email = newEmail()
    expect(await outcomesOf(`email,role\n${email},owner`, bob)).toEqual({ [email]: 'role_not_yours' })
    await changeRole(ada.api, bob.userId, 'member')
  })

  test('with a list that is a bomb: refused in words before anything is read of it, or by what it costs to read', async () => {
    const rows = (count: number) => `email\n${Array.from({ length: count }, (_, at) => `p${at}@b.test`).join('\n')}`
    const problemOf = async (csv: string) => previewPeople(ada.api, csv)
    expect(await problemOf(rows(10_000))).toEqual({ problem: 'too_many_rows' })
    expect(await problemOf(`email\n${','.repeat(1_000_000)}`)).toEqual({ problem: 'too_many_columns' })
    expect(await problemOf(`email\n"${'""'.repeat(400_000)}`)).toMatchObject({ counts: { too_long: 1 }, invited: 0 })
    expect(await problemOf(`email\n${'x'.repeat(1024 * 1024 - 5)}`)).toEqual({ problem: 'too_large' })
    await expect(problemOf('x'.repeat(4 * 1024 * 1024))).rejects.toMatchObject({ code: 'file_too_large' })
    const csv = rows(10_000)
    await expect(invitePeople(ada.api, ada.vault, { csv, digest: 'A'.repeat(43) })).rejects.toThrow(/5000|rows/)
    const email = newEmail()
    const cells = [`"${email}\r\nBcc: all@b.test",`, `${email},"=HYPERLINK(""http://b.test"")"`, `${email},"a\n+1"`]
    expect((await read(`email,first name\n${cells.join('\n')}`)).counts).toEqual({
      email_invalid: 1,
      formula: 1,
      new: 1,
    })
    expect(await invited()).not.toContain(email)
  })

  test('with a list of another organisation', async () => {
    const stranger = await personWithVault(server)
    const id = await send(`email\n${newEmail()}`)
    await sent(id)
    expect(await listPeopleImports(stranger.api)).toEqual([])
    await expect(reportPeopleImport(stranger.api, id)).rejects.toMatchObject({ code: 'import_gone' })
    await expect(cancelPeopleImport(stranger.api, id)).rejects.toMatchObject({ code: 'import_gone' })
  })
})

describe('an account that an identity provider keeps', () => {
  const [fresh, day] = [newEmail(), new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)]
  const ends = async () =>
    (await run('select ends_at::date::text as day from authz.guests where user_id = $1', [bob.userId])).rows

  test('becomes a guest where a list says so, without a mail, and the report says so', async () => {
    await run(
      `insert into scim.accounts (user_id, tenant_id, user_name) select user_id, tenant_id, 'bob' from profiles where user_id = $1`,
      [bob.userId],
    )
    const csv = `email,guest,expiry\n${bob.email},yes,${day}\n${fresh},yes,${day}`
    expect(await read(csv)).toMatchObject({ counts: { marked: 1, new: 1 }, invited: 1, marked: 1 })
    expect(await outcomesOf(`email\n${bob.email}`)).toEqual({ [bob.email]: 'member' })
    expect(await outcomesOf(`email,guest,expiry,teams\n${bob.email},yes,${day},Nowhere`)).toEqual({
      [bob.email]: 'team_unknown',
    })
    // As many as were shown, and another person as a guest than was.
    const others = `email,guest,expiry\n${newEmail()},yes,${day}\n${bob.email},no,`
    await expect(send(`email,guest,expiry\n${bob.email},yes,${day}`, others)).rejects.toMatchObject({
      code: 'import_changed',
    })
    expect(await ends()).toEqual([])
    const id = await send(csv)
    await sent(id)
    expect(await find(id)).toMatchObject({ sent: 1, marked: 1, waiting: 0 })
    expect(await ends()).toEqual([{ day }])
    const report = parseCsv((await (await reportPeopleImport(ada.api, id)).text()).replace(/^\ufeff/, ''))
    expect(report[0]?.slice(4, 8)).toEqual(['role', 'expiry', 'guest', 'state'])
    expect(report.slice(1, 3).map((line) => [line[1], ...line.slice(5, 8)])).toEqual([
      [bob.email, day, 'yes', 'marked'],
      [fresh, day, 'yes', 'sent'],
    ])
    // A guest already, whose day is moved by hand.
    expect(await outcomesOf(csv)).toEqual({ [bob.email]: 'member', [fresh]: 'again' })
  })

  test('becomes none while it holds a role, and alone makes a list that mails nobody', async () => {
    await run('delete from authz.guests where user_id = $1', [bob.userId])
    const csv = `email,guest,expiry\n${bob.email},yes,${day}`
    await changeRole(ada.api, bob.userId, 'admin')
    expect(await outcomesOf(csv)).toEqual({ [bob.email]: 'guest_holds' })
    await changeRole(ada.api, bob.userId, 'member')
    const id = await send(csv)
    await sent(id)
    expect(await find(id)).toMatchObject({ sent: 0, marked: 1 })
    await run('delete from authz.guests where user_id = $1', [bob.userId])
    await run('delete from scim.accounts where user_id = $1', [bob.userId])
  })
})

describe('the plan of the organisation', () => {
  const plan = (tier: string) =>
    run('update tenants set subscription_tier = $2 where id = (select tenant_id from profiles where user_id = $1)', [
      ada.userId,
      tier,
    ])

  test('gives places in the order of the list, and roles that it has', async () => {
    await run('delete from invitations')
    await plan('starter')
    const { rows } = await run(
      'select 5 - authz.people_of(tenant_id)::integer as room from profiles where user_id = $1',
      [ada.userId],
    )
    const room = Number(rows[0]?.['room'])
    const emails = Array.from({ length: room + 1 }, () => newEmail())
    const csv = `email,role\n${emails.map((email) => `${email},`).join('\n')}\n${newEmail()},security_admin`
    expect(await read(csv)).toMatchObject({ invited: room, counts: { new: room, no_seat: 1, role_beyond_plan: 1 } })
    const id = await send(csv)
    await sent(id)
    expect((await invited()).toSorted()).toEqual(emails.slice(0, room).toSorted())
    // Those who were invited have their places already.
    expect(await outcomesOf(`email\n${emails.join('\n')}`)).toEqual(
      Object.fromEntries(emails.map((email, at) => [email, at < room ? 'again' : 'no_seat'])),
    )
    // A limit that the operator set counts in the place of the plan's.
    await run('insert into tenancy.limits (tenant_id, people) select tenant_id, 6 from profiles where user_id = $1', [
      ada.userId,
    ])
    expect(await read(csv)).toMatchObject({ counts: { again: room, new: 1, role_beyond_plan: 1 } })
    await run('delete from tenancy.limits')
    await plan('enterprise')
  })
})

/** A list whose mails nobody sends yet. */
function startUnsent(emails: readonly string[]): Promise<string> {
  const { session_id: session } = JSON.parse(
    Buffer.from(ada.accessToken.split('.')[1] ?? '', 'base64url').toString(),
  ) as { session_id: string }
  return server.database.asOwner(async (db) => {
    await actAs(db, { userId: ada.userId, sessionId: session })
    const people = emails.map((email, at) => ({
      line: at + 2,
      email,
      first_name: '',
      last_name: '',
      role: 'member' as const,
      until: null,
      guest_until: null,
      is_marked: false,
      team_ids: [],
    }))
    const id = await startImport(db, { people, fingerprint: 'A'.repeat(43), leftOut: 0 })
    await db.query({
      text: `delete from graphile_worker._private_jobs
             where task_id = (select id from graphile_worker._private_tasks where identifier = 'auth:send_import')`,
    })
    return id
  })
}

test('a list is cancelled: what was mailed stays, the rest is not invited', async () => {
  const again = newEmail()
  await sent(await send(`email\n${again}`))
  const [mailed, waiting] = [newEmail(), newEmail()]
  const id = await startUnsent([mailed, again, waiting])
  await expect(send(`email\n${newEmail()}`)).rejects.toMatchObject({ code: 'import_running' })
  await run(`select authz.note_of_import($1, 2, 'sent')`, [id])
  await expect(cancelPeopleImport(bob.api, id)).rejects.toMatchObject({ code: 'not_allowed' })
  await cancelPeopleImport(ada.api, id)
  expect(await find(id)).toMatchObject({ state: 'cancelled', sent: 1, cancelled: 2, waiting: 0 })
  const left = await invited()
  expect([left.includes(mailed), left.includes(again), left.includes(waiting)]).toEqual([true, true, false])
  await expect(cancelPeopleImport(ada.api, id)).rejects.toMatchObject({ code: 'import_gone' })
})

test('what stopped in between is continued, and nobody is mailed twice', async () => {
  const emails = [newEmail(), newEmail()]
  const id = await startUnsent(emails)
  const resume = importTasks(server.services)['auth:continue_imports']
  await Promise.all([resume?.({}), resume?.({})])
  expect(await find(id)).toMatchObject({ state: 'done', sent: 2 })
  for (const email of emails) {
    const { rows } = await run(
      `select from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = $1`,
      [email],
    )
    expect(rows).toHaveLength(1)
  }
})

test('an invitation that was withdrawn is not mailed', async () => {
  const email = newEmail()
  const id = await startUnsent([email])
  await run('delete from invitations where email = $1', [email])
  await importTasks(server.services)['auth:continue_imports']?.({})
  expect(await find(id)).toMatchObject({ state: 'done', sent: 0, not_sent: 1 })
})

test('a cell that a spreadsheet would run is none in the report, and a list is kept for 30 days', async () => {
  const email = newEmail()
  const id = await send(`email,first name\n${email},Nora`)
  await sent(id)
  await run(`update people_import_rows set first_name = '=1+1' where import_id = $1`, [id])
  expect(await (await reportPeopleImport(ada.api, id)).text()).toContain(",'=1+1,")
  await run(`update people_imports set ended_at = now() - interval '31 days' where id = $1`, [id])
  await importTasks(server.services)['auth:continue_imports']?.({})
  expect(await find(id)).toBeUndefined()
})

test('lists of an organisation that does not run the server invite 500 people a day', async () => {
  const cleo = await personWithVault(server)
  const { rows } = await run(
    `insert into people_imports (tenant_id, created_by, fingerprint, state, left_out, ended_at)
     select tenant_id, user_id, $2, 'done', 0, now() from profiles where user_id = $1 returning id`,
    [cleo.userId, 'A'.repeat(43)],
  )
  await run(
    `insert into people_import_rows (import_id, line, email, first_name, last_name, role, is_renewed, state, done_at)
     select $1, n, 'p' || n || '@example.test', '', '', 'member', false, 'sent', now() from generate_series(2, 500) n`,
    [rows[0]?.['id']],
  )
  const two = `email\n${newEmail()}\n${newEmail()}`
  const { digest } = await read(two, cleo)
  await expect(invitePeople(cleo.api, cleo.vault, { csv: two, digest })).rejects.toMatchObject({
    code: 'import_limit',
  })
  await run(
    `update people_imports set created_at = created_at - interval '1 day' where tenant_id = (select tenant_id from profiles where user_id = $1)`,
    [cleo.userId],
  )
  await invitePeople(cleo.api, cleo.vault, { csv: two, digest })
})
