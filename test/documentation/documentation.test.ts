import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
/** Manage growth in the organisation that runs the server. */
let manager: Person
let colleague: Person
let member: Person
/** Manages growth in another organisation. */
let stranger: Person
beforeAll(async () => {
  server = await startServer()
  await signedInPerson(server)
  manager = await signedInPerson(server)
  colleague = await signedInPerson(server)
  member = await signedInPerson(server)
  stranger = await signedInPerson(server)
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role)
     select user_id, tenant_id, 'growth_manager' from profiles where user_id in ($1, $2)`,
    [manager.session.user.id, colleague.session.user.id],
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
  await server.database.owner('delete from documentation.guides')
})

type Answer = { status: number; body: Record<string, unknown> }

async function ask(person: Person | undefined, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await server.fetch(`/documentation/v1${path}`, {
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

const draft = (slug = 'how-we-work', more: object = {}) => ({
  slug,
  title: 'How we work',
  description: 'What is done where.',
  section: 'administration',
  place: 1,
  replaces: null,
  body: '## First\n\nHello <script>alert(1)</script>\n\n## Second\n\n[bad](javascript:alert(1))',
  ...more,
})

async function create(more: object = {}, slug?: string): Promise<string> {
  const { status, body } = await ask(manager, 'POST', '/guides', draft(slug, more))
  expect(status).toBe(201)
  return String(body['id'])
}
const publish = (id: string, seen: number, note = '') => ask(manager, 'POST', `/guides/${id}/versions`, { seen, note })
/** What readers see is read again after five seconds by other servers, and at once by the one that published. */
const visit = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  fetch(server.url + path, { redirect: 'manual', headers })
const eventsOf = async () =>
  (
    await server.database.owner<{ event_type: string }>(
      `select event_type from system_audit_log where event_type like 'documentation.%' order by created_at, id`,
    )
  ).rows.map(({ event_type: type }) => type.slice('documentation.'.length))

const NOTHING = '00000000-0000-4000-8000-000000000000'
test.each([
  ['GET', '/guides'],
  ['GET', `/guides/${NOTHING}`],
  ['GET', `/guides/${NOTHING}/versions/1`],
  ['POST', '/guides', draft()],
  ['PUT', `/guides/${NOTHING}`, { ...draft(), seen: 1 }],
  ['POST', `/guides/${NOTHING}/versions`, { seen: 1, note: '' }],
  ['DELETE', `/guides/${NOTHING}/publication`],
  ['POST', `/guides/${NOTHING}/restoration`, { seen: 1, version: 1 }],
  ['DELETE', `/guides/${NOTHING}`],
])('%s %s is for people of the operator’s organisation who manage growth', async (method, path, body?: object) => {
  expect((await ask(undefined, method, path, body)).status).toBe(401)
  expect((await ask(member, method, path, body)).status).toBe(403)
  expect((await ask(stranger, method, path, body)).status).toBe(403)
})

test('a guide is published as a page without scripts that says who wrote it', async () => {
  const id = await create()
  expect((await visit('/documentation/own/how-we-work')).status).toBe(404)
  expect((await publish(id, 1)).body).toEqual({ version: 1 })
  const page = await visit('/documentation/own/how-we-work')
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('content-security-policy')).not.toContain('script-src')
  expect(html).not.toMatch(/<script|javascript:[^<]*"/)
  expect(html).toContain('Hello &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toMatch(/Written by [^,]+, version 1 of <time/)
  expect(html).toContain('<li><a href="#first">First</a></li>')
  expect(html).toContain(`<link rel="canonical" href="${server.url}/documentation/own/how-we-work" />`)
  const etag = page.headers.get('etag') ?? ''
  expect((await visit('/documentation/own/how-we-work', { 'if-none-match': etag, accept: 'text/html' })).status).toBe(
    304,
  )
  expect((await visit('/documentation/own/other')).status).toBe(404)
})

test('a published version stays as it is while the draft goes another way', async () => {
  const id = await create()
  await publish(id, 1, 'the first')
  const saved = await ask(manager, 'PUT', `/guides/${id}`, { ...draft(), body: 'Another text', seen: 1 })
  expect(saved.body).toEqual({ revision: 2 })
  expect(await (await visit('/documentation/own/how-we-work')).text()).toContain('Hello')
  expect((await publish(id, 2)).body).toEqual({ version: 2 })
  expect((await publish(id, 2)).body, 'nothing new, no new version').toEqual({ version: 2 })
  expect(await (await visit('/documentation/own/how-we-work')).text()).toContain('Another text')

  expect((await ask(manager, 'POST', `/guides/${id}/restoration`, { seen: 2, version: 1 })).status).toBe(204)
  const { body } = await ask(manager, 'GET', `/guides/${id}`)
  expect(body).toMatchObject({ version: 2, has_changes: true, revision: 3 })
  expect(body['body']).toContain('Hello')
  expect(body['versions']).toMatchObject([
    { version: 2 },
    { version: 1, note: 'the first', published_by: manager.email },
  ])
  expect((await ask(manager, 'GET', `/guides/${id}/versions/2`)).body).toMatchObject({ body: 'Another text' })
  await ask(manager, 'POST', `/guides/${id}/restoration`, { seen: 3, version: 2 })
  expect((await ask(manager, 'GET', `/guides/${id}`)).body, 'changes are discarded').toMatchObject({
    has_changes: false,
  })
})

test('nobody saves or publishes over what they have not seen', async () => {
  const id = await create()
  const both = await Promise.all(
    [manager, colleague].map((person) =>
      ask(person, 'PUT', `/guides/${id}`, { ...draft(), body: person.email, seen: 1 }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'guide_changed' })
  expect(await publish(id, 1)).toMatchObject({ status: 409, body: { code: 'guide_changed' } })
  expect((await ask(manager, 'POST', `/guides/${id}/restoration`, { seen: 2, version: 7 })).status).toBe(404)
})

test('addresses are one guide’s each, and stay once it was published', async () => {
  const id = await create()
  expect(await ask(manager, 'POST', '/guides', draft())).toMatchObject({ status: 409, body: { code: 'slug_taken' } })
  const rename = (seen: number) => ask(manager, 'PUT', `/guides/${id}`, { ...draft('another'), seen })
  expect((await rename(1)).status).toBe(200)
  await publish(id, 2)
  expect(await ask(manager, 'PUT', `/guides/${id}`, { ...draft('third'), seen: 2 })).toMatchObject({
    status: 409,
    body: { code: 'slug_fixed' },
  })
})

test.each([
  [{ slug: '..' }, 400, 'bad_slug'],
  [{ slug: 'Upper' }, 400, 'bad_slug'],
  [{ slug: 'quick-start' }, 409, 'slug_of_built_guide'],
  [{ replaces: 'none-such' }, 400, 'no_built_guide'],
  [{ replaces: 'api-reference' }, 400, 'no_built_guide'],
  [{ section: 'elsewhere' }, 400, 'bad_request'],
  [{ title: 'two\nlines' }, 400, 'bad_request'],
  [{ title: 'a'.repeat(121) }, 400, 'bad_request'],
  [{ body: 'nul \0' }, 400, undefined],
  [{ body: 'ä'.repeat(102_401) }, 413, 'body_too_long'],
])('refused: %j', async (more, status, code) => {
  const answer = await ask(manager, 'POST', '/guides', { ...draft(), ...more })
  expect(answer.status).toBe(status)
  if (code) expect(answer.body['code']).toBe(code)
})

test('200 KB are a guide, also of signs that are escaped', async () => {
  const id = await create({ body: '\u0001'.repeat(204_800) })
  expect((await publish(id, 1)).status).toBe(201)
  expect((await visit('/documentation/own/how-we-work')).status).toBe(200)
})

test('what lacks a description is not published', async () => {
  const id = await create({ description: ' ' })
  expect(await publish(id, 1)).toMatchObject({ status: 409, body: { code: 'guide_incomplete' } })
})

test('a guide of the software is replaced for pages, and delivered as it was built to programs', async () => {
  const id = await create({ replaces: 'quick-start' })
  const built = await (await visit('/documentation/quick-start', { accept: '*/*' })).text()
  await publish(id, 1)
  const answer = await visit('/documentation/quick-start')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/documentation/own/how-we-work'])
  expect(await (await visit('/documentation/quick-start', { accept: '*/*' })).text()).toBe(built)
  expect((await visit('/documentation/keys-and-algorithms')).status).toBe(200)

  const other = await create({ replaces: 'quick-start' }, 'other')
  expect(await publish(other, 1)).toMatchObject({ status: 409, body: { code: 'guide_replaced' } })

  expect((await ask(manager, 'DELETE', `/guides/${id}`)).body).toMatchObject({ code: 'guide_published' })
  expect((await ask(manager, 'DELETE', `/guides/${id}/publication`)).status).toBe(204)
  expect((await visit('/documentation/quick-start')).status).toBe(200)
  expect((await visit('/documentation/own/how-we-work')).status).toBe(404)
  expect((await ask(manager, 'DELETE', `/guides/${id}/publication`)).body).toMatchObject({
    code: 'guide_not_published',
  })
  expect((await ask(manager, 'DELETE', `/guides/${id}`)).status).toBe(204)
  expect((await ask(manager, 'GET', `/guides/${id}`)).status).toBe(404)
})

test('anybody reads the list and the texts of what is published, and nothing of a draft', async () => {
  await create({ title: 'Secret plan' }, 'draft')
  const id = await create()
  await publish(id, 1)
  const list = await visit('/documentation/v1/published')
  const text = await list.text()
  expect(JSON.parse(text)).toMatchObject({
    guides: [{ slug: 'how-we-work', section: 'administration', replaces: null }],
  })
  expect(text).not.toContain('Secret')
  const etag = list.headers.get('etag') ?? ''
  expect((await visit('/documentation/v1/published', { 'if-none-match': etag })).status).toBe(304)
  const { body } = await ask(undefined, 'GET', '/published/parts')
  expect(body['parts']).toMatchObject([
    { slug: 'how-we-work', id: 'first', heading: 'First' },
    { slug: 'how-we-work', id: 'second', heading: 'Second' },
  ])
})

test('another server shows what was published within seconds', async () => {
  const id = await create()
  await visit('/documentation/own/how-we-work')
  await server.database.owner(
    `insert into documentation.versions (guide_id, version, title, description, section, place, body)
     values ($1, 1, 'From elsewhere', 'd', 'operations', 0, 'text')`,
    [id],
  )
  await server.database.owner('update documentation.guides set published_version = 1 where id = $1', [id])
  await expect.poll(async () => (await visit('/documentation/own/how-we-work')).status).toBe(200)
})

test('the log has what was done, and a draft once for a while of writing', async () => {
  const before = (await eventsOf()).length
  const id = await create()
  await ask(manager, 'PUT', `/guides/${id}`, { ...draft(), body: 'b', seen: 1 })
  await ask(colleague, 'PUT', `/guides/${id}`, { ...draft(), body: 'c', seen: 2 })
  await ask(colleague, 'PUT', `/guides/${id}`, { ...draft(), body: 'd', seen: 3 })
  await publish(id, 4)
  await ask(manager, 'POST', `/guides/${id}/restoration`, { seen: 4, version: 1 })
  await ask(manager, 'DELETE', `/guides/${id}/publication`)
  await ask(manager, 'DELETE', `/guides/${id}`)
  expect((await eventsOf()).slice(before)).toEqual([
    'guide_created',
    'draft_saved',
    'guide_published',
    'draft_restored',
    'guide_unpublished',
    'guide_deleted',
  ])
})

test('there is an end to how many there are', async () => {
  await server.database.owner(
    `insert into documentation.guides (slug, section) select 'n' || n, 'operations' from generate_series(1, 200) n`,
  )
  expect(await ask(manager, 'POST', '/guides', draft())).toMatchObject({ status: 409, body: { code: 'guides_full' } })
})
