/** What every declared list promises, tried on partners and their customers. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseCsv } from '#contract/csv/csv.ts'
import { featureLists, featureWire } from '#server/features.ts'
import { countOf } from '#server/lists/list-rows.ts'
import { PARTNERS } from '#server/partners/programme/partners.list.ts'
import { routesOf } from '../support/server/routes.ts'
import {
  addPartner,
  call,
  colleague,
  manager,
  NEW_PARTNER,
  readProgramme,
  register,
  server,
  stagePartners,
  stranger,
} from '../partners/partners-stage.ts'

stagePartners()

type Page = { partners: { id: string; company: string }[]; after: string | null; count?: number }
const list = async (query: string, person = manager) => (await call(person, 'GET', `/partners?${query}`)).body as Page
const mark = randomUUID().slice(0, 8)
const query = (parts: Record<string, string>) => new URLSearchParams(parts).toString()

/** More than a file reads at once. */
const MANY = 1_650
beforeAll(async () => {
  const tier = (await readProgramme()).tiers[0]?.id
  await server.database.owner(
    `insert into partners.partners (id, tenant_id, tier_id, company, contact_name, contact_email, state, notes)
     select gen_random_uuid(), t.tenant_id, t.id, 'Many ' || n % 11, $2, '', 'active', '' from partners.tiers t, generate_series(1, $3) as n
     where t.id = $1`,
    [tier, `many-${mark}`, MANY],
  )
})

describe('a query', () => {
  test.each([
    ['colour=red', 'There is no filter "colour" in this list. It has: search, state, tier.'],
    ['partner=1', 'There is no filter "partner" in this list. It has: search, state, tier.'],
    [`${encodeURIComponent('a"<b')}=1`, 'There is no filter in this list. It has: search, state, tier.'],
    ['order=oldest', 'There is no such order in this list. It has: newest, company.'],
    ['state=asleep', 'The filter "state" takes one of: active, paused, ended.'],
    ['state=active&state=paused', 'The filter "state" may be given once, as text.'],
    ['tier=1', 'The filter "tier" cannot be read.'],
    ['search=%00', 'The filter "search" cannot be read.'],
    ['tier=%00', 'The filter "tier" cannot be read.'],
    ['after=', '"after" continues another list'],
    ['after=%00', '"after" continues another list'],
    [`after=${'x'.repeat(2001)}`, '"after" cannot be read.'],
  ])('%.40s is refused with a sentence', async (asked, sentence) => {
    for (const path of ['/partners', '/partners/export']) {
      const answer = await call(manager, 'GET', `${path}?${asked}`)
      if (asked.startsWith('after=') && path.endsWith('export')) {
        expect(answer.body['message']).toContain('There is no filter "after"')
        continue
      }
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
      expect(answer.body['message']).toContain(sentence)
    }
  })

  test('of ten thousand filters is refused, known or not', async () => {
    for (const name of ['a', 'state']) {
      const many = Array.from({ length: 10_000 }, (_, at) => (name === 'a' ? `a${at}` : name)).join('&')
      // Longer than a line of a request may be: what the server of HTTP refuses, it refuses itself.
      const answer = await server.app.inject({
        method: 'GET',
        url: `/partners/v1/partners?${many}`,
        headers: { authorization: `Bearer ${manager.session.access_token}` },
      })
      expect(answer.statusCode).toBe(400)
    }
  })

  test('is text, never a part of a statement', async () => {
    for (const search of [`'; select 1 --`, '$1', '%', '_', '\\']) {
      expect(await call(manager, 'GET', `/partners?${query({ search })}`)).toMatchObject({
        status: 200,
        body: { partners: [], count: 0 },
      })
    }
  })

  test('by an id of another organisation finds as much as by one that nothing has', async () => {
    const foreign = (await readProgramme(stranger)).tiers[0]?.id ?? ''
    const [theirs, nobodys] = await Promise.all([list(`tier=${foreign}`), list(`tier=${randomUUID()}`)])
    expect(theirs).toEqual({ partners: [], after: null, count: 0 })
    expect(nobodys).toEqual(theirs)
  })
})

describe('a place', () => {
  const after = async (asked = '') => (await list(`search=many-${mark}&${asked}`)).after ?? ''

  test('continues its own list in its own order alone', async () => {
    const [newest, company] = [await after(), await after('order=company')]
    for (const asked of [query({ after: newest, order: 'company' }), query({ after: company })]) {
      expect(await call(manager, 'GET', `/partners?${asked}`)).toMatchObject({ status: 400 })
    }
    for (const path of ['/registrations', '/commissions']) {
      expect(await call(manager, 'GET', `${path}?${query({ after: newest })}`)).toMatchObject({ status: 400 })
    }
    expect((await call(manager, 'GET', `/partners?${query({ after: newest })}`)).status).toBe(200)
  })

  test.each([
    ['partners', 'newest', '9999-99-99T99:99:99+00:00', randomUUID()],
    ['partners', 'newest', 'now', randomUUID()],
    ['partners', 'newest', '2026-01-01T00:00:00+00:00', 'x'],
    ['partners', 'company', 'a\0', randomUUID()],
    ['partners', 'constructor', 'a', randomUUID()],
    ['partners', 'newest'],
  ])('that was made up is refused: %j %j %j', async (...parts) => {
    const made = Buffer.from(JSON.stringify(parts)).toString('base64url')
    const order = parts[1] === 'company' ? 'company' : 'newest'
    expect(await call(manager, 'GET', `/partners?${query({ after: made, order })}`)).toMatchObject({ status: 400 })
  })

  test('of another organisation shows nothing of it', async () => {
    const id = await addPartner({ company: 'Foreign' }, stranger)
    const made = Buffer.from(JSON.stringify(['partners', 'newest', '2199-01-01T00:00:00+00:00', id])).toString(
      'base64url',
    )
    expect(JSON.stringify(await list(query({ after: made })))).not.toContain('Foreign')
  })

  test('of the version before still continues', async () => {
    const former = `2199-01-01T00:00:00+00:00~${randomUUID()}`
    expect((await list(query({ after: former, search: `many-${mark}` }))).partners).toHaveLength(50)
  })
})

test('pages in the order of a text have every row once, also where many are equal', async () => {
  const found: { id: string; company: string }[] = []
  await server.database.owner(
    `update partners.partners set contact_name = $1 where id in (
       select id from partners.partners where contact_name = $2 and company in ('Many 1', 'Many 2') limit 130)`,
    [`equal-${mark}`, `many-${mark}`],
  )
  for (let after: string | null = ''; after !== null;) {
    const page = await list(query({ search: `equal-${mark}`, order: 'company', ...(after && { after }) }))
    found.push(...page.partners)
    after = page.after
  }
  expect(found.map(({ company }) => company)).toEqual(found.map(({ company }) => company).toSorted())
  expect(new Set(found.map(({ id }) => id)).size).toBe(130)
})

test('rows are counted on the first page, and counting ends where it is told to', async () => {
  const search = `many-${mark}`
  const first = await list(query({ search }))
  expect(first.count).toBe(MANY - 130)
  expect((await list(query({ search, after: first.after ?? '' }))).count).toBeUndefined()
  expect(await list(query({ search }), stranger)).toEqual({ partners: [], after: null, count: 0 })
  const token = JSON.parse(atob(manager.session.access_token.split('.')[1] ?? '')) as Record<string, unknown>
  const as = { database: server.database, caller: { role: 'authenticated' as const, claims: token } }
  expect(await countOf(PARTNERS, as, { rules: { search }, max: 1001 })).toBe(1001)
})

describe('a file', () => {
  const linesOf = async (asked: string) => {
    const headers = { authorization: `Bearer ${manager.session.access_token}` }
    const answer = await server.fetch(`/partners/v1/partners/export?${asked}&format=ndjson`, { headers })
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    return answer.text()
  }

  test('has every row, however many there are, as CSV and as lines of JSON', async () => {
    const all = await list(`search=many-${mark}`)
    const csv = await call(manager, 'GET', `/partners/export?search=many-${mark}`)
    const [{ count } = { count: 0 }] = (
      await server.database.owner<{ count: number }>(
        'select count(*)::integer as count from partners.partners where contact_name = $1',
        [`many-${mark}`],
      )
    ).rows
    expect(count).toBeGreaterThan(1000)
    expect(parseCsv(csv.text.trimEnd())).toHaveLength(count + 1)
    const lines = (await linesOf(`search=many-${mark}`)).trimEnd().split('\n')
    expect(lines).toHaveLength(count)
    expect(new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(count)
    expect(JSON.parse(lines[0] ?? '')).toEqual(all.partners[0])
  })

  test('has no formula in CSV, and the text itself in JSON', async () => {
    await addPartner({ company: '=1+1', contact_name: `formula-${mark}` })
    expect((await call(manager, 'GET', `/partners/export?search=formula-${mark}`)).text).toContain("\r\n'=1+1,")
    expect(JSON.parse(await linesOf(`search=formula-${mark}`))).toMatchObject({ company: '=1+1' })
  })

  test('in another format is refused', async () => {
    const answer = await call(manager, 'GET', '/partners/export?format=xml')
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body['message']).toContain('"format" takes one of: csv, ndjson.')
  })
})

describe('the description', () => {
  const describe = (token?: string) =>
    server.fetch('/openapi/v1', { headers: token ? { authorization: `Bearer ${token}` } : {} })
  type Document = {
    paths: Record<string, Record<string, { parameters: { name: string; schema: object }[] }>>
    components: { parameters: object }
  }

  test('has the filters and orders of a list, for who is signed in', async () => {
    expect((await describe()).status).toBe(401)
    const { paths, components } = (await (await describe(manager.session.access_token)).json()) as Document
    const parameters = paths['/partners/v1/partners']?.['get']?.parameters ?? []
    expect(parameters.map(({ name }) => name)).toEqual(['search', 'state', 'tier', 'order', 'after'])
    expect(parameters).toContainEqual({
      name: 'order',
      in: 'query',
      schema: { type: 'string', enum: ['newest', 'company'] },
    })
    expect(paths['/growth/v1/contacts/export']?.['get']?.parameters.map(({ name }) => name)).toContain('format')
    expect(paths['/sales/v1/deals/{id}']).toHaveProperty('put.requestBody')
    const key = { $ref: '#/components/parameters/IdempotencyKey' }
    expect(paths['/sales/v1/deals/{id}']?.['put']?.parameters).toContainEqual(key)
    expect(paths['/sales/v1/deals/{id}']?.['get']?.parameters).not.toContainEqual(key)
    expect(components.parameters).toHaveProperty('IdempotencyKey.in', 'header')
  })

  test('is of routes that the server has', () => {
    const routes = new Set(routesOf(server.app).flatMap(({ path, methods }) => methods.map((one) => `${one} ${path}`)))
    expect(featureWire().length).toBeGreaterThanOrEqual(30)
    expect(featureWire().filter(({ line }) => !routes.has(line) && !routes.has(`${line}/`))).toEqual([])
  })
})

test('every list of the contract is named by its feature, so that it is measured with the others', () => {
  const pages = featureWire().filter(({ answer }) => answer instanceof z.ZodObject && 'after' in answer.shape)
  expect(pages.length).toBeGreaterThanOrEqual(5)
  expect(
    featureLists()
      .map(({ wire }) => wire.page.line)
      .toSorted(),
  ).toEqual(pages.map(({ line }) => line).toSorted())
})

test('a customer is in the list of its organisation, by state', async () => {
  const partner = await addPartner()
  const id = await register(partner)
  const open = (await call(manager, 'GET', '/registrations?state=open')).body as { registrations: { id: string }[] }
  expect(open.registrations.map((one) => one.id)).toContain(id)
  const won = (await call(manager, 'GET', '/registrations?state=won')).body as { registrations: { id: string }[] }
  expect(won.registrations.map((one) => one.id)).not.toContain(id)
})

test('a change that somebody else was faster with is answered with what is stored, to who may read it', async () => {
  const id = await addPartner()
  const tier = (await readProgramme()).tiers[0]?.id
  const change = (company: string, person = manager) =>
    call(person, 'PUT', `/partners/${id}`, { ...NEW_PARTNER, tier_id: tier, company, version: 1 })
  expect(await change('First', colleague)).toMatchObject({ status: 200, body: { version: 2 } })
  const [stored] = (await list('search=First')).partners
  expect(await change('Second')).toMatchObject({
    status: 409,
    body: { code: 'partners_changed', current: { id, company: 'First', version: 2 } },
  })
  expect((await change('Second')).body['current']).toEqual(stored)
  const theirs = await change('Second', stranger)
  expect(theirs).toMatchObject({ status: 404 })
  expect(theirs.body).not.toHaveProperty('current')
  expect((await list('search=Second')).partners).toEqual([])
})
