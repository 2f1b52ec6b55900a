import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { commissionOf } from '#contract/partners/commission.ts'
import { MOST_MINOR } from '#contract/sales/money.ts'
import {
  addPartner,
  call,
  colleague,
  customer,
  decide,
  eventsOf,
  manager,
  NEW_PARTNER,
  newDomain,
  readPartner,
  readProgramme,
  register,
  type Registration,
  server,
  stagePartners,
  win,
} from './partners-stage.ts'

stagePartners()

const found = async (partner: string, id: string): Promise<Registration | undefined> =>
  (await readPartner(partner)).registrations.find((one) => one.id === id)
/** The last day of a registration was yesterday. */
const expire = (id: string) =>
  server.database.owner(
    `update partners.registrations set expires_on = (clock_timestamp() at time zone 'UTC')::date - 1 where id = $1`,
    [id],
  )

test('a second registration of a domain is a conflict, and the second approval is refused', async () => {
  const [one, other] = [await addPartner({ company: 'One' }), await addPartner({ company: 'Other' })]
  const name = `bücher-${randomUUID().slice(0, 8)}`
  const first = await register(one, `https://www.${name.toUpperCase()}.example/about`)
  const domain = (await found(one, first))?.domain ?? ''
  expect(domain).toMatch(/^xn--/)
  expect((await found(one, first))?.conflicts).toEqual([])
  const second = await register(other, domain)
  expect((await found(one, first))?.conflicts).toEqual([{ partner: 'Other', state: 'registered' }])
  expect((await found(other, second))?.conflicts).toEqual([{ partner: 'One', state: 'registered' }])
  const answers = await Promise.all([decide(first, 'approved', 1), decide(second, 'approved', 1, null, colleague)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'customer_approved' })
})

test('one partner has a customer open once; an expired registration blocks nobody', async () => {
  const [one, other] = [await addPartner(), await addPartner()]
  const domain = newDomain()
  const first = await register(one, domain)
  const again = { id: randomUUID(), partner_id: one, ...customer(domain.toUpperCase()) }
  expect(await call(manager, 'POST', '/registrations', again)).toMatchObject({
    status: 409,
    body: { code: 'customer_registered' },
  })
  await decide(first, 'approved', 1)
  await expire(first)
  expect(await found(one, first)).toMatchObject({ is_expired: true, conflicts: [] })
  expect(await decide(first, 'won', 2, 100)).toMatchObject({ status: 409, body: { code: 'partners_closed' } })
  const second = await register(other, domain)
  expect(await found(other, second)).toMatchObject({ conflicts: [] })
  expect(await decide(second, 'approved', 1)).toMatchObject({ status: 200 })
  expect(await call(manager, 'POST', '/registrations', again)).toMatchObject({ status: 201 })
  expect((await call(manager, 'GET', '/registrations?state=expired')).text).toContain(first)
  expect((await call(manager, 'GET', '/registrations?state=open')).text).not.toContain(first)
})

test('it counts until its last day', async () => {
  const partner = await addPartner()
  const id = await register(partner)
  await server.database.owner(
    `update partners.registrations set expires_on = (clock_timestamp() at time zone 'UTC')::date where id = $1`,
    [id],
  )
  expect(await found(partner, id)).toMatchObject({ is_expired: false })
  expect(await decide(id, 'approved', 1)).toMatchObject({ status: 200 })
  const { rows } = await server.database.owner<{ days: number }>(
    `select expires_on - (clock_timestamp() at time zone 'UTC')::date as days from partners.registrations where id = $1`,
    [id],
  )
  expect(rows[0]?.days).toBe(90)
})

test('what is decided follows in order, by who saw it last, and two clicks decide once', async () => {
  const partner = await addPartner()
  const id = await register(partner)
  expect(await decide(id, 'won', 1, 100)).toMatchObject({ status: 409, body: { code: 'partners_closed' } })
  expect(await decide(id, 'approved', 7)).toMatchObject({ status: 409, body: { code: 'partners_changed' } })
  await decide(id, 'approved', 1)
  const twice = await Promise.all([decide(id, 'won', 2, 100_050), decide(id, 'won', 2, 100_050, colleague)])
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await readPartner(partner)).commissions).toMatchObject([
    { amount_minor: 5003, basis_points: 500, state: 'open' },
  ])
  expect(await decide(id, 'lost', 3)).toMatchObject({ status: 409 })
  for (const type of ['registrations.insert', 'registrations.update', 'commissions.insert'])
    expect(await eventsOf(`partners_${type}`), type).not.toEqual([])
})

test('the rate is that of the day of the approval', async () => {
  const partner = await addPartner()
  const id = await register(partner)
  await decide(id, 'approved', 1)
  const gold = (await readProgramme()).tiers.find(({ preset }) => preset === 'gold')?.id
  await call(manager, 'PUT', `/partners/${partner}`, { tier_id: gold, ...NEW_PARTNER, version: 1 })
  await decide(id, 'won', 2, 1000)
  expect((await readPartner(partner)).commissions).toMatchObject([{ amount_minor: 50, basis_points: 500 }])
  expect(await win(partner, 1000)).toMatchObject({ amount_minor: 150, basis_points: 1500 })
})

test('a registration that is sent twice is there once, and a paused partner registers nobody', async () => {
  const partner = await addPartner()
  const body = { id: randomUUID(), partner_id: partner, ...customer() }
  const answers = await Promise.all([1, 2].map(() => call(manager, 'POST', '/registrations', body)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect((await readPartner(partner)).registrations).toHaveLength(1)
  const tier_id = (await readProgramme()).tiers[0]?.id
  await call(manager, 'PUT', `/partners/${partner}`, { tier_id, ...NEW_PARTNER, state: 'paused', version: 1 })
  expect(
    await call(manager, 'POST', '/registrations', { id: randomUUID(), partner_id: partner, ...customer() }),
  ).toMatchObject({ status: 409, body: { code: 'partner_inactive' } })
})

test.each([
  { amount_minor: -1 },
  { amount_minor: 1.5 },
  { amount_minor: MOST_MINOR + 1 },
  { domain: 'acme' },
  { domain: '192.0.2.1' },
  { domain: '=cmd()' },
  { expected_on: '2030-13-01' },
  { company: '' },
])('a registration with %j is refused', async (fields) => {
  const partner = await addPartner()
  const body = { id: randomUUID(), partner_id: partner, ...customer(), ...fields }
  expect(await call(manager, 'POST', '/registrations', body)).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  })
})

test.each([
  { outcome: 'won', amount_minor: null },
  { outcome: 'won', amount_minor: -1 },
  { outcome: 'approved', amount_minor: 1 },
  { outcome: 'gone', amount_minor: null },
])('a decision of %j is refused', async (fields) => {
  const id = await register(await addPartner())
  expect(await call(manager, 'POST', `/registrations/${id}/decisions`, { version: 1, ...fields })).toMatchObject({
    status: 400,
  })
})

test('the database rounds a commission as the contract does', async () => {
  const cases = [0, 1, 2, 3, 99, 100, 101, 4999, 5000, 123_456_789, MOST_MINOR - 1, MOST_MINOR].flatMap((won) =>
    [0, 1, 333, 499, 500, 501, 1250, 3333, 5000, 9999, 10_000].map((rate) => ({ won, rate })),
  )
  const { rows } = await server.database.owner<{ earned: number }>(
    `select partners.commission_of(c.won, c.rate)::float8 as earned
     from unnest($1::bigint[], $2::integer[]) with ordinality as c (won, rate, nth) order by c.nth`,
    [cases.map(({ won }) => won), cases.map(({ rate }) => rate)],
  )
  expect(rows.map(({ earned }) => earned)).toEqual(cases.map(({ won, rate }) => commissionOf(won, rate)))
})
