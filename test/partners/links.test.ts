import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addLink,
  addPartner,
  call,
  eventsOf,
  manager,
  NEW_PARTNER,
  readPartner,
  readProgramme,
  server,
  stagePartners,
} from './partners-stage.ts'

stagePartners()

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Somebody new follows a link, unless `userAgent` says who it is. */
const follow = (code: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.fetch(`/r/${code}`, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': `${FIREFOX} ${randomUUID()}`, ...headers },
  })
const visitsOf = async (partner: string): Promise<number> => (await readPartner(partner)).links[0]?.visits ?? 0

test('a link leads to its page, says where somebody comes from, and counts by day', async () => {
  const partner = await addPartner()
  const code = await addLink(partner, '/pricing')
  const answer = await follow(code)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(`/pricing?utm_source=partner&utm_campaign=${code}`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('set-cookie')).toBeNull()
  await follow(code.toUpperCase())
  const { links } = await readPartner(partner)
  expect(links).toMatchObject([{ visits: 2, days: [{ day: new Date().toISOString().slice(0, 10), count: 2 }] }])
})

test('reloading within a minute counts once, and again afterwards', async () => {
  const partner = await addPartner()
  const code = await addLink(partner)
  const same = { 'user-agent': FIREFOX }
  for (let at = 0; at < 3; at += 1) await follow(code, same)
  expect(await visitsOf(partner)).toBe(1)
  server.clock.advance(61)
  await follow(code, same)
  expect(await visitsOf(partner)).toBe(2)
})

test('programs, questions and what is fetched beforehand are led on and not counted', async () => {
  const partner = await addPartner()
  const code = await addLink(partner)
  const answers = [
    await follow(code, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }),
    await follow(code, { 'user-agent': '' }),
    await follow(code, { 'sec-purpose': 'prefetch;prerender' }),
    await follow(code, {}, 'HEAD'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302])
  expect(await visitsOf(partner)).toBe(0)
})

test('a link that is unknown or paused, or whose partner is, leads to the front page and counts nothing', async () => {
  const partner = await addPartner()
  const code = await addLink(partner)
  const leadsHome = async (to: string) => {
    const answer = await follow(to)
    expect([answer.status, answer.headers.get('location')], to).toEqual([302, '/'])
  }
  await leadsHome('nobody-has-this')
  const link = (await readPartner(partner)).links[0]?.id
  expect(await call(manager, 'PUT', `/links/${link}`, { is_paused: true })).toMatchObject({ status: 204 })
  await leadsHome(code)
  await call(manager, 'PUT', `/links/${link}`, { is_paused: false })
  const tier_id = (await readProgramme()).tiers[0]?.id
  for (const [at, state] of ['paused', 'ended'].entries()) {
    await call(manager, 'PUT', `/partners/${partner}`, { tier_id, ...NEW_PARTNER, state, version: at + 1 })
    await leadsHome(code)
  }
  expect(await visitsOf(partner)).toBe(0)
  expect(await eventsOf('partners_links.update')).not.toEqual([])
})

test('an id of a file request is answered as before', async () => {
  const answer = await server.fetch(`/r/${randomUUID()}`, { redirect: 'manual', headers: { accept: 'text/html' } })
  expect(answer.status).not.toBe(302)
})

test('a code is one in the installation, and a second click makes no second link', async () => {
  const [one, other] = [await addPartner(), await addPartner()]
  const code = `code-${randomUUID().slice(0, 8)}`
  const body = { id: randomUUID(), code, path: '/' }
  for (let at = 0; at < 2; at += 1)
    expect(await call(manager, 'POST', `/partners/${one}/links`, body)).toMatchObject({ status: 201 })
  expect((await readPartner(one)).links).toHaveLength(1)
  expect(await call(manager, 'POST', `/partners/${other}/links`, { ...body, id: randomUUID() })).toMatchObject({
    status: 409,
    body: { code: 'code_taken' },
  })
})

test.each([
  { code: 'ab' },
  { code: 'Acme' },
  { code: randomUUID() },
  { path: 'pricing' },
  { path: '//evil.example' },
  { path: 'https://evil.example/' },
  { path: '/r/other' },
  { path: '/a?x=1' },
])('a link with %j is refused', async (fields) => {
  const partner = await addPartner()
  const body = { id: randomUUID(), code: `code-${randomUUID().slice(0, 8)}`, path: '/', ...fields }
  expect(await call(manager, 'POST', `/partners/${partner}/links`, body)).toMatchObject({ status: 400 })
})

test('nothing of who came is stored', async () => {
  const { rows } = await server.database.owner<{ column_name: string }>(
    `select column_name from information_schema.columns where table_schema = 'partners' and table_name = 'visits' order by 1`,
  )
  expect(rows.map((row) => row.column_name)).toEqual(['day', 'link_id', 'tenant_id', 'visit_count'])
})
