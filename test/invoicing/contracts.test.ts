/** What is agreed with an organisation, who pays, and what it asks to have changed. */
import { expect, test } from 'vitest'
import { BUYER, call, colleague, eventsOf, organisationOf, payer, root } from './invoicing-stage.ts'
import { second, server, stageInvoicing, stranger, tenant } from './invoicing-stage.ts'
import { signedInPerson } from '../support/people/people.ts'

stageInvoicing()

const ask = (kind: string, wanted: string[], person = payer, note = '') =>
  call(person, 'POST', '/requests', { kind, wanted, note })
const answer = (id: string, given: string, reason = '', person = root) =>
  call(person, 'POST', `/requests/${id}/answers`, { answer: given, reason })
const withdraw = (id: string, person = payer) => call(person, 'POST', `/requests/${id}/withdrawal`)

async function asked(kind: string, wanted: string[]): Promise<string> {
  const { status, body } = await ask(kind, wanted)
  expect(status).toBe(201)
  return String(body['id'])
}

test('the account has the plan, and counts what is there', async () => {
  const { status, body } = await call(payer, 'GET', '/account')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: tenant,
    plan: 'starter',
    term: null,
    add_ons: [],
    used: { people: 2, invited: 0, bytes: 0, files: 0, devices: 0, streams: 0 },
    buyer: null,
  })
  expect(await call(undefined, 'GET', '/account')).toMatchObject({ status: 401 })
  const member = await signedInPerson(server)
  expect(await call(member, 'GET', '/account')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await call(payer, 'GET', `/tenants/${tenant}`)).toMatchObject({ status: 403 })
  expect(await call(root, 'GET', `/tenants/${tenant}`)).toMatchObject({ body: { account: { id: tenant } } })
})

test('who pays is changed by those who saw the last version, and by nobody else', async () => {
  expect(await call(payer, 'PUT', '/buyer', { ...BUYER, version: 0 })).toMatchObject({ body: { version: 1 } })
  expect(await call(colleague, 'PUT', '/buyer', { ...BUYER, version: 0 })).toMatchObject({
    status: 409,
    body: { code: 'invoicing_changed' },
  })
  const changed = { ...BUYER, legal_name: 'Engines AG', version: 1 }
  const twice = await Promise.all([
    call(payer, 'PUT', '/buyer', changed),
    call(colleague, 'PUT', '/buyer', { ...changed, legal_name: 'Other AG' }),
  ])
  expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect((await call(payer, 'GET', '/account')).body['buyer']).toMatchObject({ version: 2, country: 'DE' })
  expect((await call(stranger, 'GET', '/account')).body['buyer']).toBeNull()
  expect(await eventsOf('invoicing_buyers.insert')).toBe(1)
  expect(await eventsOf('invoicing_buyers.update')).toBe(1)
})

test.each([
  { legal_name: ' ' },
  { legal_name: 'A\nB' },
  { address: '' },
  { country: 'XX' },
  { tax_number: 'DE12' },
  { email: 'nobody' },
  { email: 'a@example.org\nbcc: b@example.org' },
  { more: 1 },
])('details with %j are refused', async (fields) => {
  expect(await call(payer, 'PUT', '/buyer', { ...BUYER, version: 2, ...fields })).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  })
})

test('a request is mailed, waits alone of its kind, and changes the contract once it is accepted', async () => {
  const id = await asked('term', ['annual'])
  expect(await server.mailbox.next('support@example.test')).toMatchObject({
    subject: expect.stringContaining('asks for another term'),
  })
  expect(await ask('term', ['monthly'], colleague)).toMatchObject({ status: 409, body: { code: 'request_waits' } })
  const open = (await call(root, 'GET', '/requests/open')).body['requests']
  expect(open).toMatchObject([{ id, kind: 'term', wanted: ['annual'], present: [], asked_by_name: payer.email }])
  expect(await answer(id, 'declined')).toMatchObject({ status: 400 })

  // Two at once: one answer counts.
  const twice = await Promise.all([answer(id, 'accepted'), answer(id, 'accepted', '', second)])
  expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409])
  expect((await call(payer, 'GET', '/account')).body).toMatchObject({ term: 'annual', add_ons: [] })
  expect(await server.mailbox.next(payer.email)).toMatchObject({ subject: expect.stringContaining('accepted') })
  expect(await ask('term', ['annual'])).toMatchObject({ status: 409, body: { code: 'request_needless' } })

  const addOns = await asked('add_ons', ['analytics', 'operations'])
  expect(await answer(addOns, 'accepted')).toMatchObject({ status: 204 })
  expect((await call(payer, 'GET', '/account')).body).toMatchObject({
    term: 'annual',
    add_ons: ['analytics', 'operations'],
  })
  for (const kind of ['contracts.insert', 'contracts.update', 'requests.insert', 'requests.update'])
    expect(await eventsOf(`invoicing_${kind}`), kind).toBeGreaterThan(0)
})

test('a plan that was accepted is the plan; one that is too small is refused and the request stays', async () => {
  const larger = await asked('plan', ['professional'])
  expect(await answer(larger, 'accepted', 'Welcome')).toMatchObject({ status: 204 })
  expect((await call(payer, 'GET', '/account')).body).toMatchObject({ plan: 'professional' })
  const people = await Promise.all(Array.from({ length: 4 }, () => signedInPerson(server)))
  for (const { session } of people)
    await server.database.owner('update profiles set tenant_id = $2 where user_id = $1', [session.user.id, tenant])
  const smaller = await asked('plan', ['starter'])
  expect(await answer(smaller, 'accepted')).toMatchObject({ status: 409, body: { code: 'organisation_full' } })
  expect((await call(payer, 'GET', '/account')).body).toMatchObject({ plan: 'professional' })
  expect(await answer(smaller, 'declined', 'Six people are there')).toMatchObject({ status: 204 })
  const own = (await call(payer, 'GET', '/requests')).body['requests']
  expect(own).toContainEqual(expect.objectContaining({ state: 'declined', reason: 'Six people are there' }))
})

test('a request is withdrawn by its organisation, and then not answered', async () => {
  const id = await asked('add_ons', [])
  expect(await withdraw(id, stranger)).toMatchObject({ status: 404 })
  expect(await withdraw(id, colleague)).toMatchObject({ status: 204 })
  expect(await answer(id, 'accepted')).toMatchObject({ status: 409, body: { code: 'invoicing_closed' } })
  expect(await withdraw(id)).toMatchObject({ status: 409 })
})

test('nobody answers what they asked for themselves, and an organisation answers nothing', async () => {
  const { body } = await ask('term', ['quarterly'], root)
  const id = String(body['id'])
  expect(await answer(id, 'accepted')).toMatchObject({ status: 403, body: { code: 'request_own' } })
  expect(await answer(id, 'accepted', '', payer)).toMatchObject({ status: 403 })
  expect(await answer(id, 'accepted', '', second)).toMatchObject({ status: 204 })
  const other = await signedInPerson(server)
  await organisationOf([other])
  expect(await answer(id, 'declined', 'No', other)).toMatchObject({ status: 403 })
})

test.each([
  { kind: 'plan', wanted: [] },
  { kind: 'plan', wanted: ['starter', 'enterprise'] },
  { kind: 'plan', wanted: ['free'] },
  { kind: 'add_ons', wanted: ['analytics', 'analytics'] },
  { kind: 'price', wanted: ['0'] },
  { kind: 'term', wanted: ['annual'], note: 'x'.repeat(1001) },
])('a request with %j is refused', async (fields) => {
  expect(await call(payer, 'POST', '/requests', { note: '', ...fields })).toMatchObject({ status: 400 })
})
