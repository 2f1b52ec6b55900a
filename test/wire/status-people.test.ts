import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, newEmail, signedInPerson } from '../support/people.ts'
import { linkIn } from '../support/test-mailbox.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let owner: Person
let member: Person
beforeAll(async () => {
  server = await startServer()
  owner = await signedInPerson(server)
  member = await signedInPerson(server)
})
afterAll(() => server.stop())

const INCIDENT = {
  title: 'Slow uploads',
  description: 'We are looking at it.',
  severity: 'medium',
  services: ['storage'],
}
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

async function subscribed(): Promise<string> {
  const email = newEmail()
  await ask(email)
  await post(linkIn(await server.mailbox.next(email)))
  return email
}

const ask = (email: string, headers: Record<string, string> = {}) =>
  server.fetch('/status/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email }),
  })

/** Presses the button of a page behind a mailed link. */
async function post(link: string): Promise<Response> {
  const page = await (await fetch(link)).text()
  const action = /<form method="post" action="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  return fetch(new URL(action, link), { method: 'POST', body: new URLSearchParams(fields) })
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 5000; !(await check());) {
    if (Date.now() > end) throw new Error('not within five seconds')
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

test('who runs the installation opens, updates and resolves an incident, and everyone reads it', async () => {
  const made = await owner.client.rpc('open_status_incident', INCIDENT)
  expect(made.error).toBeNull()
  const update = (status: string, text: string) =>
    owner.client.rpc('update_status_incident', { incident: made.data, status, text })
  expect((await update('identified', 'A disk is full.')).error).toBeNull()
  expect((await update('resolved', 'There is room again.')).error).toBeNull()

  const { data } = await server
    .client()
    .from('status_incidents')
    .select('title, status, severity, opened_for, resolved_at, updates:status_incident_updates(status, text)')
    .eq('id', made.data)
    .single()
  expect(data).toMatchObject({ title: 'Slow uploads', status: 'resolved', severity: 'medium', opened_for: null })
  expect(data?.resolved_at).not.toBeNull()
  expect(data?.updates).toHaveLength(3)
  expect(data?.updates).toContainEqual({ status: 'identified', text: 'A disk is full.' })

  expect((await update('monitoring', 'It came back.')).error).toBeNull()
  const again = await server.client().from('status_incidents').select('resolved_at').eq('id', made.data).single()
  expect(again.data).toEqual({ resolved_at: null })
})

test('what a person opened again is no longer the rules to close', async () => {
  const { rows } = await server.database.owner<{ id: string }>(
    `insert into status_incidents (title, description, status, severity, services, opened_for)
     values ('File storage: outage', 'By rule.', 'investigating', 'high', '{storage}', 'storage') returning id`,
  )
  const incident = rows[0]?.id
  const openedForAfter = async (status: string) => {
    expect((await owner.client.rpc('update_status_incident', { incident, status, text: status })).error).toBeNull()
    const found = await server.client().from('status_incidents').select('opened_for').eq('id', incident).single()
    return found.data?.opened_for
  }
  expect(await openedForAfter('identified')).toBe('storage')
  expect(await openedForAfter('resolved')).toBe('storage')
  expect(await openedForAfter('investigating')).toBeNull()
  await server.database.owner(`delete from status_incidents where id = $1`, [incident])
})

test('every change of an incident is in the audit log, with who made it', async () => {
  const { data: id } = await owner.client.rpc('open_status_incident', INCIDENT)
  const { rows } = await server.database.owner<{ event_type: string; user_id: string }>(
    `select event_type, user_id from system_audit_log where details ->> 'id' = $1`,
    [id],
  )
  expect(rows).toEqual([{ event_type: 'status_incidents.insert', user_id: owner.session.user.id }])
})

test('maintenance is announced, ended early, or taken back', async () => {
  const plan = (starts_at: string, ends_at: string) =>
    owner.client.rpc('schedule_status_maintenance', {
      title: 'New disks',
      description: '',
      services: ['storage', 'api'],
      starts_at,
      ends_at,
    })
  const listed = async () => (await server.client().from('status_maintenance').select('id')).data ?? []
  const later = await plan(soon(60), soon(120))
  const running = await plan(soon(-1), soon(60))
  expect([later.error, running.error]).toEqual([null, null])
  expect(await listed()).toHaveLength(2)

  expect((await plan(soon(-60), soon(60))).error?.message).toBe('a maintenance window begins now or later')
  expect((await plan(soon(60), soon(30))).error?.code).toBe('23514')

  expect((await owner.client.rpc('end_status_maintenance', { maintenance: later.data })).error).toBeNull()
  expect((await owner.client.rpc('end_status_maintenance', { maintenance: running.data })).error).toBeNull()
  expect(await listed(), 'what has begun stays in the record').toEqual([{ id: running.data }])
  expect((await owner.client.rpc('end_status_maintenance', { maintenance: running.data })).error?.code).toBe('QS414')
})

test('members and visitors write nothing, and nobody reads samples or addresses over the API', async () => {
  const incident = await owner.client.rpc('open_status_incident', INCIDENT)
  for (const client of [member.client, server.client()]) {
    const refused = [
      await client.rpc('open_status_incident', INCIDENT),
      await client.rpc('update_status_incident', { incident: incident.data, status: 'resolved', text: 'x' }),
      await client.rpc('schedule_status_maintenance', {
        title: 'x',
        description: '',
        services: ['api'],
        starts_at: soon(1),
        ends_at: soon(2),
      }),
      await client.rpc('end_status_maintenance', { maintenance: incident.data }),
      await client.from('status_incidents').insert({ title: 'x' }),
      await client.from('status_incidents').update({ title: 'x' }).eq('id', incident.data).select(),
      await client.from('status_incidents').delete().eq('id', incident.data).select(),
      await client
        .from('status_incident_updates')
        .insert({ incident_id: incident.data, status: 'resolved', text: 'x' }),
      await client
        .schema('status' as 'public')
        .from('subscribers')
        .select(),
    ]
    expect(refused.map(({ error }) => error !== null)).toEqual(refused.map(() => true))
  }
  expect((await member.client.rpc('may_manage_status')).data).toBe(false)
  expect((await owner.client.rpc('may_manage_status')).data).toBe(true)
})

test('a security administrator may, an owner of another organisation may not', async () => {
  const { rows } = await server.database.owner<{ id: string }>(
    `insert into tenants (name) values ('Elsewhere') returning id`,
  )
  const person = await signedInPerson(server)
  const give = (role: string, tenant: string) =>
    server.database.owner(`insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, ${tenant}, $2)`, [
      person.session.user.id,
      role,
    ])
  await give('owner', `'${rows[0]?.id}'`)
  expect((await person.client.rpc('open_status_incident', INCIDENT)).error?.code).toBe('42501')
  await give('security_admin', '(select id from tenants where is_default)')
  expect((await person.client.rpc('open_status_incident', INCIDENT)).error).toBeNull()
})

test('subscribing takes a yes from the mailbox; then incidents, updates and their end are mailed', async () => {
  const email = newEmail()
  expect((await ask(email.toUpperCase())).status).toBe(202)
  const link = linkIn(await server.mailbox.next(email))
  const unconfirmed = newEmail()
  await ask(unconfirmed)
  await server.mailbox.next(unconfirmed)

  const page = await fetch(link)
  expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`)
  expect(
    (
      await server.database.owner(`select from status.subscribers where confirmed_at is not null and email = $1`, [
        email,
      ])
    ).rowCount,
  ).toBe(0)
  expect(await (await post(link)).text()).toContain('Status mails are on')
  expect((await post(link)).status, 'a link works once').toBe(410)

  const { data: incident } = await owner.client.rpc('open_status_incident', { ...INCIDENT, title: '<b>Uploads</b>' })
  const opened = await server.mailbox.next(email)
  expect(opened).toMatchObject({ subject: 'New incident: <b>Uploads</b>' })
  expect(opened.text).toContain('We are looking at it.')
  expect(opened.html).not.toContain('<b>Uploads')
  await owner.client.rpc('update_status_incident', { incident, status: 'monitoring', text: 'Better.' })
  expect(await server.mailbox.next(email)).toMatchObject({ subject: 'Update: <b>Uploads</b>' })
  await owner.client.rpc('update_status_incident', { incident, status: 'resolved', text: 'Done.' })
  const last = await server.mailbox.next(email)
  expect(last.subject).toBe('Resolved: <b>Uploads</b>')
  expect(await server.mailbox.to(unconfirmed)).toHaveLength(1)

  const unsubscribe = /https?:\/\/\S+\/status\/unsubscribe\S+/.exec(last.text)?.[0] ?? ''
  await fetch(unsubscribe)
  expect((await server.database.owner('select from status.subscribers where email = $1', [email])).rowCount).toBe(1)
  const oneClick = await fetch(unsubscribe, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(oneClick.status).toBe(200)
  expect((await server.database.owner('select from status.subscribers where email = $1', [email])).rowCount).toBe(0)
})

test('a link that ends another subscription cannot be made up', async () => {
  const email = await subscribed()
  const { rows } = await server.database.owner<{ id: string }>('select id from status.subscribers where email = $1', [
    email,
  ])
  const key = createHash('sha256').update('guess').digest('base64url')
  const answer = await server.fetch(`/status/unsubscribe?id=${rows[0]?.id}&key=${key}`, { method: 'POST' })
  expect(answer.status).toBe(404)
  expect((await server.database.owner('select from status.subscribers where email = $1', [email])).rowCount).toBe(1)
})

test('a link that stops mails, in a mail of before, also stops those of a later subscription', async () => {
  const email = await subscribed()
  const linkOf = async () => {
    await ask(email)
    return linkIn(await server.mailbox.next(email))
  }
  const old = await linkOf()
  const count = async () =>
    (
      await server.database.owner('select from status.subscribers where confirmed_at is not null and email = $1', [
        email,
      ])
    ).rowCount
  await post(old)
  expect(await count()).toBe(0)

  await post(await linkOf())
  expect(await count()).toBe(1)
  expect(await (await post(old)).text()).toContain('Status mails are off')
  expect(await count()).toBe(0)
})

test('the answer does not say whether an address gets mails already', async () => {
  const email = await subscribed()
  const known = await ask(email)
  const unknown = await ask(newEmail())

  expect(known.status).toBe(unknown.status)
  expect(await known.text()).toBe(await unknown.text())
  expect(await server.mailbox.next(email)).toMatchObject({ subject: 'You get status mails already' })
})

test('a form without a script gets a page, and what is no address is refused', async () => {
  const form = (email: string) =>
    server.fetch('/status/subscriptions', { method: 'POST', body: new URLSearchParams({ email }) })
  const taken = await form(newEmail())
  expect(taken.status).toBe(202)
  expect(await taken.text()).toContain('<h1>Check your mail</h1>')
  expect((await form('nobody')).status).toBe(400)
  expect((await ask('nobody')).status).toBe(400)
})

test('an update is mailed once, also when its job runs twice', async () => {
  const email = await subscribed()
  const { data: incident } = await owner.client.rpc('open_status_incident', { ...INCIDENT, title: 'Only once' })
  await server.mailbox.next(email)
  await server.database.owner(
    `select graphile_worker.add_job('status:mail', json_build_object('update_id', u.id))
     from status_incident_updates u where u.incident_id = $1`,
    [incident],
  )
  await until(async () => (await server.database.owner(`select from graphile_worker.jobs`)).rowCount === 0)
  expect((await server.mailbox.to(email)).filter(({ subject }) => subject === 'New incident: Only once')).toHaveLength(
    1,
  )
})

test('a form on another site asks for nothing', async () => {
  const email = newEmail()
  const refused = await ask(email, { 'sec-fetch-site': 'cross-site' })
  expect(refused.status).toBe(403)
  expect((await ask(newEmail(), { 'sec-fetch-site': 'same-origin' })).status).toBe(202)
  expect((await server.database.owner('select from status.subscribers where email = $1', [email])).rowCount).toBe(0)
})

test('asking for status mails is limited by network address, apart from the mails of accounts', async () => {
  const strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
  try {
    const request = (path: string, body: unknown) =>
      strict.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const statuses: number[] = []
    for (let asked = 0; asked < 11; asked += 1)
      statuses.push((await request('/status/subscriptions', { email: newEmail() })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 429])
    expect((await request('/auth/v1/recover', { email: newEmail() })).status).toBe(200)
  } finally {
    await strict.stop()
  }
})

test('asking for mails is limited by recipient', async () => {
  const strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
  try {
    const email = newEmail()
    const request = () =>
      strict.fetch('/status/subscriptions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
    const statuses = [await request(), await request(), await request(), await request()].map(({ status }) => status)
    expect(statuses).toEqual([202, 202, 202, 429])
  } finally {
    await strict.stop()
  }
})
