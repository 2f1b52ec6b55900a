/** Invoices: drafts of the operator, numbers without gaps, and what stays as it was issued. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumInvoice } from '#contract/invoicing/invoices.ts'
import { addDraft, BUYER, call, colleague, eventsOf, INVOICE, issue, issued, LINE, payer } from './invoicing-stage.ts'
import { read, root, second, SELLER, server, stageInvoicing, stranger, tenant, writeSides } from './invoicing-stage.ts'

stageInvoicing()

const YEAR = new Date().getUTCFullYear()
const cancel = (id: string, version: number, person = root) =>
  call(person, 'POST', `/invoices/${id}/cancellation`, { version, reason: 'Wrong period' })
const pay = (id: string, version: number, fields = {}) =>
  call(root, 'POST', `/invoices/${id}/payments`, { version, paid_on: '2026-02-01', paid_by: 'transfer', ...fields })
const listed = async (query = '', person = payer) =>
  (await call(person, 'GET', `/invoices${query}`)).body['invoices'] as Record<string, unknown>[]

test('nothing is issued while a side is missing; a draft is the operator’s alone', async () => {
  const id = await addDraft()
  expect(await issue(id)).toMatchObject({ status: 409, body: { code: 'sides_missing' } })
  await writeSides()
  expect(await listed()).toEqual([])
  expect(await call(payer, 'GET', `/invoices/${id}`)).toMatchObject({ status: 404 })
  expect(await call(payer, 'GET', `/invoices/${id}/pdf`)).toMatchObject({ status: 404 })
  expect(await eventsOf('invoicing_invoices.insert')).toBe(0)
  // 1.5 × 100.01 is 150.015, and 19 % of 150.02 is 28.5038.
  expect(await read(id)).toMatchObject({ status: 'draft', net_minor: 15_002, tax_minor: 2850, total_minor: 17_852 })
  const preview = await call(root, 'GET', `/invoices/${id}/pdf`)
  expect(preview.text.slice(0, 5)).toBe('%PDF-')
  expect(await call(root, 'PUT', `/invoices/${id}`, { ...INVOICE, note: 'A', version: 1 })).toMatchObject({
    status: 200,
  })
  expect(await call(second, 'PUT', `/invoices/${id}`, { ...INVOICE, note: 'B', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'invoicing_changed' },
  })
  expect(await call(root, 'DELETE', `/invoices/${id}`)).toMatchObject({ status: 204 })
})

test('sums in SQL are those of the contract', async () => {
  const line = fc.record({
    text: fc.constant('A'),
    quantityMilli: fc.integer({ min: 1, max: 10_000_000 }),
    unitMinor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    taxBasisPoints: fc.constantFrom(0, 550, 700, 1900, 2000, 10_000),
  })
  const samples = fc.sample(fc.array(line, { minLength: 1, maxLength: 12 }), { numRuns: 300, seed: 7 })
  const kept = samples.flatMap((lines) => {
    const sums = sumInvoice(lines)
    return sums ? [{ lines, net: sums.netMinor, tax: sums.taxMinor }] : []
  })
  expect(kept.length).toBeGreaterThan(50)
  const { rows } = await server.database.owner<{ net: number; tax: number }>(
    `select s.net::float8 as net, s.tax::float8 as tax
     from jsonb_array_elements($1) with ordinality as one (lines, at) cross join lateral invoicing.sums(one.lines) s order by one.at`,
    [JSON.stringify(kept.map(({ lines }) => lines))],
  )
  expect(rows).toEqual(kept.map(({ net, tax }) => ({ net, tax })))
})

test('numbers have no gaps: not by drafts, failures, or two who issue at once', async () => {
  const drafts: string[] = []
  for (let at = 0; at < 6; at += 1) drafts.push(await addDraft())
  const [dropped = '', twice = '', ...rest] = drafts
  await call(root, 'DELETE', `/invoices/${dropped}`)
  expect(await issue(rest[0] ?? '', 9)).toMatchObject({ status: 409 })
  await Promise.all(rest.map((id, at) => issue(id, 1, at % 2 ? root : second)))
  const both = await Promise.all([issue(twice), issue(twice, 1, second)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409])
  const { rows } = await server.database.owner<{ number: number }>(
    'select number from invoicing.invoices where year = $1 order by number',
    [YEAR],
  )
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
  expect(rows).toHaveLength(5)
})

test('what was issued is mailed, keeps both sides, and is changed by nobody, not even in the database', async () => {
  const id = await issued()
  expect(await server.mailbox.next(BUYER.email)).toMatchObject({ subject: expect.stringMatching(/^Invoice INV-/) })
  const own = await read(id, payer)
  expect(own).toMatchObject({
    status: 'issued',
    buyer: { legal_name: BUYER.legal_name },
    seller: { bank: SELLER.bank },
  })
  await call(payer, 'PUT', '/buyer', { ...BUYER, legal_name: 'Later Ltd', version: 1 })
  expect(await read(id)).toMatchObject({ buyer: { legal_name: BUYER.legal_name } })
  expect(await call(root, 'PUT', `/invoices/${id}`, { ...INVOICE, version: 2 })).toMatchObject({
    status: 409,
    body: { code: 'invoicing_closed' },
  })
  expect(await call(root, 'DELETE', `/invoices/${id}`)).toMatchObject({ status: 409 })
  for (const change of [
    'set total_minor = 0, net_minor = 0, tax_minor = 0',
    `set lines = '[{}]'`,
    'set number = 999',
    `set status = 'draft', number = null, year = null, issued_at = null, seller = null, buyer = null`,
    `set buyer = '{}'`,
  ])
    await expect(
      server.database.owner(`update invoicing.invoices ${change} where id = $1`, [id]),
      change,
    ).rejects.toMatchObject({ code: 'QS462' })
  await expect(server.database.owner('delete from invoicing.invoices where id = $1', [id])).rejects.toMatchObject({
    code: 'QS462',
  })
})

test('an invoice of another organisation is not there', async () => {
  const id = await issued()
  for (const path of [`/invoices/${id}`, `/invoices/${id}/pdf`])
    expect(await call(stranger, 'GET', path), path).toMatchObject({ status: 404 })
  expect(await listed('', stranger)).toEqual([])
  expect((await call(stranger, 'GET', '/invoices/export')).text).not.toContain('INV-')
  expect(await call(stranger, 'POST', `/invoices/${id}/issue`, { version: 1 })).toMatchObject({ status: 403 })
  expect(
    await call(payer, 'POST', `/invoices/${id}/payments`, { version: 2, paid_on: '2026-01-01', paid_by: 'other' }),
  ).toMatchObject({
    status: 403,
  })
})

test('a payment is noted once, and not of the future', async () => {
  const id = await issued()
  expect(await pay(id, 2, { paid_on: '2100-01-01' })).toMatchObject({ status: 400 })
  expect(await pay(id, 2, { paid_by: 'card' })).toMatchObject({ status: 400 })
  const both = await Promise.all([pay(id, 2), pay(id, 2)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409])
  expect(await read(id, payer)).toMatchObject({ status: 'paid', paid_on: '2026-02-01', paid_by: 'transfer' })
})

test('a cancellation takes back exactly what was charged, once', async () => {
  const id = await issued()
  const both = await Promise.all([cancel(id, 2), cancel(id, 2, second)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
  const made = String(both.find(({ status }) => status === 201)?.body['id'])
  const [former, back] = [await read(id), await read(made)]
  expect(former).toMatchObject({ status: 'cancelled' })
  expect(back).toMatchObject({
    kind: 'cancellation',
    cancels_id: id,
    cancels_number: `INV-${YEAR}-${String(former['number']).padStart(4, '0')}`,
    total_minor: -17_852,
    note: 'Wrong period',
  })
  expect(await cancel(made, 1)).toMatchObject({ status: 409 })
  expect(await pay(made, 1)).toMatchObject({ status: 409 })
  const csv = (await call(payer, 'GET', '/invoices/export?state=cancelled')).text
  expect(csv).toContain(',-178.52')
  expect((await call(payer, 'GET', `/invoices/${made}/pdf`)).text.slice(0, 5)).toBe('%PDF-')
})

test('the list is narrowed by state and year', async () => {
  const late = await issued({ due_on: '2026-02-01' })
  const overdue = await listed('?state=overdue')
  expect(overdue.map(({ id }) => id)).toContain(late)
  expect(overdue.every(({ due_on: due }) => String(due) < new Date().toISOString())).toBe(true)
  expect((await listed('?state=open')).map(({ id }) => id)).toContain(late)
  expect((await listed('?state=paid')).every(({ status }) => status === 'paid')).toBe(true)
  expect(await listed('?year=2001')).toEqual([])
  expect(await listed(`?year=${YEAR}`, colleague)).toEqual(await listed())
  expect(await call(payer, 'GET', '/invoices?state=draft')).toMatchObject({ status: 400 })
})

test.each([
  { lines: [] },
  { lines: [{ ...LINE, quantityMilli: 0 }] },
  { lines: [{ ...LINE, unitMinor: -1 }] },
  { lines: [{ ...LINE, quantityMilli: 1_000_000_000, unitMinor: 1_000_000_000_000 }] },
  { lines: [LINE], is_reverse_charge: true },
  { period_from: '2026-02-01' },
  { due_on: '2026-13-01' },
  { currency: 'XXX' },
  { net_minor: 1 },
])('an invoice with %j is refused', async (fields) => {
  expect(await call(root, 'POST', `/tenants/${tenant}/invoices`, { ...INVOICE, ...fields })).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  })
})

test('with reverse charge nothing is taxed, and the invoice says so', async () => {
  const id = await issued({ is_reverse_charge: true, lines: [{ ...LINE, taxBasisPoints: 0 }] })
  expect(await read(id)).toMatchObject({ tax_minor: 0, total_minor: 15_002, is_reverse_charge: true })
})
