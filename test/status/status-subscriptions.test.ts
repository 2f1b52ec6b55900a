import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, newEmail, signedInPerson } from '../support/people/people.ts'
import { pressButton } from '../support/server/pressed-button.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
let owner: Person
beforeAll(async () => {
  server = await startServer()
  owner = await signedInPerson(server)
})
afterAll(() => server.stop())

const INCIDENT = {
  title: 'Slow uploads',
  description: 'We are looking at it.',
  severity: 'medium',
  services: ['storage'],
}

async function subscribed(): Promise<string> {
  const email = newEmail()
  await ask(email)
  await pressButton(linkIn(await server.mailbox.next(email)))
  return email
}

const ask = (email: string, headers: Record<string, string> = {}) =>
  server.fetch('/status/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email }),
  })

async function until(check: () => Promise<boolean>): Promise<void> {
  await expect.poll(check).toBe(true)
}

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
  expect(await (await pressButton(link)).text()).toContain('Status mails are on')
  expect((await pressButton(link)).status, 'a link works once').toBe(410)

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
  await pressButton(old)
  expect(await count()).toBe(0)

  await pressButton(await linkOf())
  expect(await count()).toBe(1)
  expect(await (await pressButton(old)).text()).toContain('Status mails are off')
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
