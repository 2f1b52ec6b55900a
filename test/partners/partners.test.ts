import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseCsv } from '#contract/csv/csv.ts'
import {
  addLink,
  addPartner,
  call,
  colleague,
  customer,
  eventsOf,
  linkAccount,
  manager,
  NEW_PARTNER,
  readPartner,
  readProgramme,
  register,
  reseller,
  rival,
  seller,
  server,
  stagePartners,
  stranger,
  win,
} from './partners-stage.ts'

stagePartners()

/** Every request about what is ours, by id. */
async function requests() {
  const partner = await addPartner()
  await addLink(partner)
  const commission = await win(partner)
  const registration = await register(partner)
  const { links } = await readPartner(partner)
  const tier_id = (await readProgramme()).tiers[0]?.id
  const known = [
    ['GET', `/partners/${partner}`],
    ['PUT', `/partners/${partner}`, { tier_id, ...NEW_PARTNER, company: 'Mine', version: 1 }],
    ['PUT', `/partners/${partner}/account`, { account_id: null, version: 1 }],
    ['POST', `/partners/${partner}/links`, { id: randomUUID(), code: 'mine', path: '/' }],
    ['PUT', `/links/${links[0]?.id}`, { is_paused: true }],
    ['POST', '/registrations', { id: randomUUID(), partner_id: partner, ...customer() }],
    ['POST', `/registrations/${registration}/decisions`, { outcome: 'approved', amount_minor: null, version: 1 }],
    ['POST', `/commissions/${commission.id}/payment`, { paid_on: '2026-01-01', note: '' }],
    ['POST', `/partners/${partner}/statements`, { month: '2026-01-01' }],
    ['GET', `/statements/${randomUUID()}/pdf`],
  ] as const
  const others = [
    ['GET', '/programme'],
    ['PUT', '/programme/tiers', { tiers: [{ id: tier_id, name: 'x', basis_points: 1 }], version: 1 }],
    ['GET', '/partners'],
    ['GET', '/partners/export'],
    ['POST', '/partners', { id: randomUUID(), tier_id, ...NEW_PARTNER }],
    ['GET', '/registrations'],
    ['GET', '/commissions'],
  ] as const
  return { partner, known, others }
}

test('who does not manage partners is refused everything, a partner too, and somebody without a session', async () => {
  const { partner, known, others } = await requests()
  for (const [method, path, body] of [...known, ...others]) {
    for (const person of [seller, reseller])
      expect(await call(person, method, path, body), `${method} ${path}`).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
    expect(await call(undefined, method, path, body), `${method} ${path}`).toMatchObject({ status: 401 })
  }
  expect(await readPartner(partner)).toMatchObject({ partner: { company: 'Acme', version: 1 }, links: [{}] })
})

test('another organisation finds and changes none of it', async () => {
  const { partner, known } = await requests()
  await readProgramme(stranger)
  for (const [method, path, body] of known)
    expect(await call(stranger, method, path, body), `${method} ${path}`).toMatchObject({
      status: 404,
      body: { code: 'partners_not_found' },
    })
  for (const path of ['/partners', '/registrations', '/commissions'])
    expect((await call(stranger, 'GET', path)).text, path).not.toContain('Acme')
  expect((await call(stranger, 'GET', '/partners/export')).text).not.toContain('Acme')
  // A tier of ours is none of theirs, nor is one of our people, and an id of ours makes nothing of theirs.
  const [ours, theirs] = [(await readProgramme()).tiers[0]?.id, (await readProgramme(stranger)).tiers[0]?.id]
  expect(await call(stranger, 'POST', '/partners', { id: randomUUID(), tier_id: ours, ...NEW_PARTNER })).toMatchObject({
    status: 404,
  })
  expect(await call(stranger, 'POST', '/partners', { id: partner, tier_id: theirs, ...NEW_PARTNER })).toMatchObject({
    status: 400,
  })
  const own = await addPartner({}, stranger)
  expect(
    await call(stranger, 'PUT', `/partners/${own}/account`, { account_id: reseller.session.user.id, version: 1 }),
  ).toMatchObject({ status: 400 })
  expect((await readProgramme(stranger)).people).toEqual([])
})

test('a programme begins with three tiers, and one with partners stays', async () => {
  const before = await readProgramme(stranger)
  expect(before.tiers.map(({ preset, basis_points: rate }) => [preset, rate])).toEqual([
    ['standard', 500],
    ['silver', 1000],
    ['gold', 1500],
  ])
  const save = (tiers: unknown[], version: number) => call(stranger, 'PUT', '/programme/tiers', { tiers, version })
  const [standard, silver, gold] = before.tiers.map(({ id, name, basis_points }) => ({ id, name, basis_points }))
  await addPartner({ tier_id: gold?.id ?? '' }, stranger)
  expect(await save([standard, silver], before.version)).toMatchObject({ status: 409, body: { code: 'tier_in_use' } })
  const made = { id: null, name: 'Bronze', basis_points: 333 }
  const answers = await Promise.all([
    save([gold, made, standard], before.version),
    save([gold, standard], before.version),
  ])
  // Two at once: one of them has to look again.
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409])
  expect((await readProgramme(stranger)).version).toBe(before.version + 1)
  expect(await eventsOf('partners_programmes.update')).not.toEqual([])
})

test.each([
  { tiers: [] },
  { tiers: Array.from({ length: 6 }, () => ({ id: null, name: 'A', basis_points: 0 })) },
  { tiers: [{ id: null, name: 'A', basis_points: 10_001 }] },
  { tiers: [{ id: null, name: 'A', basis_points: -1 }] },
  { tiers: [{ id: null, name: 'A', basis_points: 1.5 }] },
  { tiers: [{ id: null, name: null, basis_points: 1 }] },
  { tiers: [{ id: null, name: ' ', basis_points: 1 }] },
])('tiers of %j are refused', async (fields) => {
  const { version } = await readProgramme()
  expect(await call(manager, 'PUT', '/programme/tiers', { ...fields, version })).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  })
})

test('a partner is added once by clicks at the same time, and changed by who saw it last', async () => {
  const id = randomUUID()
  const tier_id = (await readProgramme()).tiers[0]?.id
  const body = { id, tier_id, ...NEW_PARTNER, company: `Twice ${id}` }
  const answers = await Promise.all(Array.from({ length: 8 }, () => call(manager, 'POST', '/partners', body)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  const listed = (await call(manager, 'GET', `/partners?search=${id}`)).body['partners'] as unknown[]
  expect(listed).toHaveLength(1)

  const change = { tier_id, ...NEW_PARTNER, company: 'Changed', state: 'paused', version: 1 }
  const both = await Promise.all([
    call(manager, 'PUT', `/partners/${id}`, change),
    call(colleague, 'PUT', `/partners/${id}`, change),
  ])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await readPartner(id)).toMatchObject({ partner: { company: 'Changed', state: 'paused', version: 2 } })
  for (const kind of ['insert', 'update'])
    expect(await eventsOf(`partners_partners.${kind}`), kind).toContainEqual(
      expect.objectContaining({ details: expect.objectContaining({ id }) }),
    )
})

test.each([
  { company: '' },
  { company: 'a\nb' },
  { company: 'a'.repeat(201) },
  { contact_email: 'nobody' },
  { state: 'gone' },
  { notes: 'a'.repeat(4001) },
  { more: 1 },
  { id: 'x' },
])('a partner with %j is refused', async (fields) => {
  const tier_id = (await readProgramme()).tiers[0]?.id
  expect(
    await call(manager, 'POST', '/partners', { id: randomUUID(), tier_id, ...NEW_PARTNER, ...fields }),
  ).toMatchObject({ status: 400, body: { code: 'bad_request' } })
})

test('the list is filtered and goes through pages, and CSV has what the filter has, without formulas', async () => {
  const mark = randomUUID()
  for (let at = 0; at < 51; at += 1) await addPartner({ company: `${mark} ${at}` })
  await addPartner({ company: `=cmd|${mark}`, notes: '+1', state: 'ended' })
  const first = (await call(manager, 'GET', `/partners?search=${mark}`)).body as { partners: []; after: string }
  expect(first.partners).toHaveLength(50)
  const rest = await call(manager, 'GET', `/partners?search=${mark}&after=${encodeURIComponent(first.after)}`)
  expect(rest.body).toMatchObject({ after: null, partners: [{}, {}] })
  expect((await call(manager, 'GET', `/partners?search=${mark}&state=ended`)).body['partners']).toHaveLength(1)

  const csv = await call(manager, 'GET', `/partners/export?search=${mark}&state=ended`)
  const [, cells] = parseCsv(csv.text)
  expect(cells?.slice(0, 5)).toEqual([`'=cmd|${mark}`, 'Ada', '', 'Standard', 'ended'])
  expect(cells?.[8]).toBe(`'+1`)
  expect((await eventsOf('partners_partners.export'))[0]).toMatchObject({ details: { count: 1 } })
})

test('a partnership ends and begins again in the version that was seen, with an event for each', async () => {
  const id = await addPartner()
  const set = (act: string, version: number) => call(manager, 'POST', `/partners/${id}/${act}`, { version })
  expect(await set('archive', 1)).toMatchObject({ status: 200, body: { version: 2 } })
  expect((await readPartner(id)).partner).toMatchObject({ state: 'ended', version: 2 })
  expect(await set('restoration', 1)).toMatchObject({
    status: 409,
    body: { code: 'partners_changed', current: { id, state: 'ended', version: 2 } },
  })
  expect(await set('archive', 2), 'it has ended already').toMatchObject({ status: 200, body: { version: 2 } })
  expect(await set('restoration', 2)).toMatchObject({ status: 200, body: { version: 3 } })
  expect((await readPartner(id)).partner).toMatchObject({ state: 'active' })
  const events = (await eventsOf('partners_partners.update')).filter(({ details }) => details['id'] === id)
  expect(events).toHaveLength(2)
})

test('one that was paused is paused again, or its links would work', async () => {
  const id = await addPartner()
  await server.database.owner(`update partners.partners set state = 'paused' where id = $1`, [id])
  expect(await call(manager, 'POST', `/partners/${id}/archive`, { version: 1 })).toMatchObject({ status: 200 })
  expect(await call(manager, 'POST', `/partners/${id}/restoration`, { version: 2 })).toMatchObject({ status: 200 })
  expect((await readPartner(id)).partner).toMatchObject({ state: 'paused', version: 3 })
})

test('an account is linked with one partner, of a person with the role', async () => {
  const [one, other] = [await addPartner(), await addPartner()]
  expect((await readProgramme()).people.map(({ id }) => id).toSorted()).toEqual(
    [reseller.session.user.id, rival.session.user.id].toSorted(),
  )
  expect(await linkAccount(one, seller)).toMatchObject({ status: 400 })
  expect(await linkAccount(one, reseller)).toMatchObject({ status: 200 })
  expect(await linkAccount(other, reseller)).toMatchObject({ status: 409, body: { code: 'account_taken' } })
  expect(await call(manager, 'PUT', `/partners/${one}/account`, { account_id: null, version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'partners_changed' },
  })
  expect((await eventsOf('partners_partners.update'))[0]).toMatchObject({
    details: { id: one, person: reseller.session.user.id },
  })
  expect(await linkAccount(one, null)).toMatchObject({ status: 200 })
})

test('no table of partners is served by REST', async () => {
  for (const path of ['/rest/v1/partners', '/rest/v1/registrations', '/rest/v1/rpc/add_partner', '/rest/v1/rpc/own']) {
    const answer = await server.fetch(path, {
      method: path.includes('rpc') ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${manager.session.access_token}`, 'accept-profile': 'partners' },
    })
    expect(answer.ok, path).toBe(false)
  }
})
