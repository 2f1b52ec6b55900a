import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCrawl } from '#server/seo/crawl-job.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
/** Manages growth in the organisation that runs the server. */
let manager: Person
let member: Person
/** Manages growth in another organisation. */
let stranger: Person
beforeAll(async () => {
  server = await startServer()
  await signedInPerson(server)
  ;[manager, member, stranger] = [
    await signedInPerson(server),
    await signedInPerson(server),
    await signedInPerson(server),
  ]
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, 'growth_manager' from profiles where user_id = $1`,
    [manager.session.user.id],
  )
  await server.database.owner(
    `with other as (insert into tenants (name) values ('Other') returning id),
          moved as (update profiles set tenant_id = (select id from other) where user_id = $1)
     insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'growth_manager' from other`,
    [stranger.session.user.id],
  )
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.owner('delete from seo.crawls')
  await server.database.owner('delete from seo.redirects')
})

type Answer = { status: number; body: Record<string, unknown> }

async function ask(person: Person | undefined, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await server.fetch(`/seo/v1${path}`, {
    method,
    headers: {
      ...(person && { authorization: `Bearer ${person.session.access_token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

const crawlOnce = async (): Promise<string> => {
  const { status, body } = await ask(manager, 'POST', '/crawls')
  expect(status).toBe(202)
  const id = String(body['id'])
  await runCrawl(server.services, id)
  return id
}
const redirect = (from: string, to: string, isPermanent = true) =>
  ask(manager, 'PUT', '/redirects', { from, to, isPermanent })
const visit = (path: string, accept = 'text/html') =>
  fetch(server.url + path, { redirect: 'manual', headers: { accept } })
const eventsOf = async (type: string) =>
  (
    await server.database.owner<{ user_id: string | null }>(
      'select user_id from system_audit_log where event_type = $1',
      [type],
    )
  ).rows.map(({ user_id: user }) => user)

test.each([
  ['GET', '/crawls'],
  ['POST', '/crawls'],
  ['GET', '/crawls/00000000-0000-4000-8000-000000000000'],
  ['POST', '/crawls/00000000-0000-4000-8000-000000000000/cancel'],
  ['PUT', '/schedule', { isWeekly: true }],
  ['GET', '/redirects'],
  ['PUT', '/redirects', { from: '/old', to: '/features', isPermanent: true }],
  ['DELETE', '/redirects?from=/old'],
])('%s %s is for people of the operator’s organisation who manage growth', async (method, path, body?: object) => {
  expect((await ask(undefined, method, path, body)).status).toBe(401)
  expect((await ask(member, method, path, body)).status).toBe(403)
  expect((await ask(stranger, method, path, body)).status).toBe(403)
})

test('the site is crawled as it is served', async () => {
  const id = await crawlOnce()
  const { body } = await ask(manager, 'GET', `/crawls/${id}`)
  const { crawl, pages, findings } = body as {
    crawl: object
    pages: { path: string; status: number; title: string; linked_from: number }[]
    findings: { path: string; rule: string; detail: string }[]
  }
  expect(crawl).toMatchObject({ status: 'completed', is_scheduled: false, is_cut: false, started_by: manager.email })
  const features = pages.find(({ path }) => path === '/features')
  expect(features).toMatchObject({ status: 200 })
  expect(features?.title).toContain('QuantumShield')
  expect(features?.linked_from).toBeGreaterThan(1)
  // Our own pages have none of the faults that keep a page from being found.
  const grave = [
    'page_fails',
    'dead_link',
    'no_title',
    'no_index',
    'bad_structured_data',
    'no_description',
    'no_heading',
  ]
  expect(findings.filter(({ rule }) => grave.includes(rule))).toEqual([])
  expect(await eventsOf('seo.crawl_started')).toContain(manager.session.user.id)
})

test('a finding is new where the crawl before had not seen it', async () => {
  await crawlOnce()
  await server.database.owner(`delete from seo.findings where rule = (select min(rule) from seo.findings)`)
  const before = await crawlOnce()
  const planted = ['/features', '/pricing']
  await server.database.owner(
    `insert into seo.findings (crawl_id, path, rule, detail) values ($1, $2, 'dead_link', '/gone')`,
    [before, planted[0]],
  )
  const id = await crawlOnce()
  await server.database.owner(
    `insert into seo.findings (crawl_id, path, rule, detail) select $1, unnest($2::text[]), 'dead_link', '/gone'`,
    [id, planted],
  )
  const { body } = await ask(manager, 'GET', `/crawls/${id}`)
  const findings = body['findings'] as { path: string; rule: string; is_new: boolean }[]
  const dead = findings.filter(({ rule }) => rule === 'dead_link').map(({ path, is_new: isNew }) => [path, isNew])
  expect(dead).toEqual([
    ['/features', false],
    ['/pricing', true],
  ])
  const { crawls } = (await ask(manager, 'GET', '/crawls')).body as { crawls: { id: string; counts: object }[] }
  expect(crawls[0]).toMatchObject({ id, counts: { dead_link: 2 } })
})

test('one crawl runs at a time, and one that is cancelled saves nothing', async () => {
  const { body } = await ask(manager, 'POST', '/crawls')
  expect(await ask(manager, 'POST', '/crawls')).toMatchObject({ status: 409, body: { code: 'already_running' } })
  const id = String(body['id'])
  expect((await ask(manager, 'POST', `/crawls/${id}/cancel`)).status).toBe(204)
  await runCrawl(server.services, id)
  expect((await ask(manager, 'GET', `/crawls/${id}`)).body).toMatchObject({
    crawl: { status: 'cancelled', pages: 0 },
    findings: [],
  })
  expect(await ask(manager, 'POST', `/crawls/${id}/cancel`)).toMatchObject({ body: { code: 'not_running' } })
})

test('a crawl whose server ended makes room for another one', async () => {
  const { body } = await ask(manager, 'POST', '/crawls')
  await server.database.owner(`update seo.crawls set seen_at = seen_at - interval '119 seconds'`)
  expect((await ask(manager, 'POST', '/crawls')).status).toBe(409)
  await server.database.owner(`update seo.crawls set seen_at = seen_at - interval '2 seconds'`)
  expect((await ask(manager, 'POST', '/crawls')).status).toBe(202)
  expect((await ask(manager, 'GET', `/crawls/${String(body['id'])}`)).body).toMatchObject({
    crawl: { status: 'failed' },
  })
})

test('the weekly crawl is switched, and recorded', async () => {
  expect((await ask(manager, 'PUT', '/schedule', { isWeekly: true })).status).toBe(204)
  expect((await ask(manager, 'GET', '/crawls')).body).toMatchObject({ is_weekly: true })
  expect(await eventsOf('seo.schedule_changed')).toEqual([manager.session.user.id])
  await ask(manager, 'PUT', '/schedule', { isWeekly: false })
})

test('an old address leads on, with or without a slash at its end, and keeps what stands behind it', async () => {
  expect((await redirect('/old-page/', '/features')).status).toBe(204)
  for (const address of ['/old-page', '/old-page/']) {
    const answer = await visit(address)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/features'])
  }
  expect((await visit('/old-page?utm_source=mail')).headers.get('location')).toBe('/features?utm_source=mail')
  expect((await visit('/old-page', 'application/json')).status).toBe(404)
  expect((await redirect('/old-page', 'https://example.com/a?b=1', false)).status).toBe(204)
  const answer = await visit('/old-page?c=2')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://example.com/a?b=1'])
  expect((await ask(manager, 'DELETE', '/redirects?from=/old-page')).status).toBe(204)
  expect((await visit('/old-page')).status).toBe(404)
  expect(await eventsOf('seo.redirect_saved')).toHaveLength(2)
  expect(await eventsOf('seo.redirect_removed')).toHaveLength(1)
})

test.each([
  ['/features', '/pricing', 'redirect_in_use'],
  ['/sitemap.xml', '/pricing', 'redirect_in_use'],
  ['/dashboard/files', '/pricing', 'redirect_in_use'],
  ['/auth/v1/health', '/pricing', 'redirect_in_use'],
  ['/old?x=1', '/pricing', 'bad_from'],
  ['/old', 'javascript:alert(1)', 'bad_to'],
  ['/old', '//evil.example', 'bad_to'],
  ['/old', '/old/', 'same_address'],
])('%s may not lead to %s', async (from, to, code) => {
  expect(await redirect(from, to)).toMatchObject({ body: { code } })
})

test('redirects make no chain and no circle, also two that are saved at once', async () => {
  await redirect('/b', '/c')
  expect(await redirect('/a', '/b')).toMatchObject({ status: 409, body: { code: 'redirect_leads_on' } })
  expect(await redirect('/c', '/d')).toMatchObject({ status: 409, body: { code: 'redirect_leads_on' } })
  const both = await Promise.all([redirect('/x', '/y'), redirect('/y', '/x')])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409])
})

test('there is an end to how many there are', async () => {
  await server.database.owner(
    `insert into seo.redirects (from_path, to_address) select '/n' || n, '/features' from generate_series(1, 1000) n`,
  )
  expect(await redirect('/one-more', '/features')).toMatchObject({ status: 409, body: { code: 'redirects_full' } })
  expect((await redirect('/n7', '/pricing')).status).toBe(204)
})
