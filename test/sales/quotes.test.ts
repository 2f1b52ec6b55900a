import { expect, test } from 'vitest'
import { addDeal, call, colleague, eventsOf, readDeal, seller, server, stageSales } from './sales-stage.ts'

stageSales()

const LINE = { text: 'Boat', quantityMilli: 1500, unitMinor: 10_001, taxBasisPoints: 1900 }
const QUOTE = { language: 'en', recipient: 'Ada\nLondon', terms: '', valid_on: '2030-01-01', lines: [LINE] }
const YEAR = new Date().getUTCFullYear()

async function addQuote(deal: string, fields: Partial<typeof QUOTE> = {}): Promise<string> {
  const answer = await call(seller, 'POST', `/deals/${deal}/quotes`, { ...QUOTE, ...fields })
  expect(answer).toMatchObject({ status: 201 })
  return String(answer.body['id'])
}
const send = (id: string, version = 1, person = seller) => call(person, 'POST', `/quotes/${id}/sendings`, { version })
const read = async (id: string) => (await call(seller, 'GET', `/quotes/${id}`)).body
const numbersOf = async () => {
  const { rows } = await server.database.owner<{ number: number; revision: number }>(
    `select number, revision from sales.quotes where status <> 'draft' order by number, revision`,
  )
  return rows.map(({ number, revision }) => (revision === 1 ? number : `${number}-${revision}`))
}

test('a draft is changed with its sums, by who saw it last, and deleted', async () => {
  const id = await addQuote(await addDeal())
  // 1.5 × 100.01 is 150.015, and 19 % of 150.02 is 28.5038.
  expect(await read(id)).toMatchObject({
    status: 'draft',
    number: null,
    net_minor: 15_002,
    tax_minor: 2850,
    total_minor: 17_852,
  })
  const lines = [LINE, { ...LINE, unitMinor: -10_001, quantityMilli: 500 }]
  const changed = { ...QUOTE, lines, terms: 'In 30 days', version: 1 }
  expect(await call(colleague, 'PUT', `/quotes/${id}`, changed)).toMatchObject({ body: { version: 2 } })
  expect(await call(seller, 'PUT', `/quotes/${id}`, changed)).toMatchObject({
    status: 409,
    body: { code: 'sales_changed' },
  })
  expect(await read(id)).toMatchObject({ terms: 'In 30 days', net_minor: 10_001, tax_minor: 1900, version: 2 })
  expect(await call(seller, 'DELETE', `/quotes/${id}`)).toMatchObject({ status: 204 })
  expect(await call(seller, 'GET', `/quotes/${id}`)).toMatchObject({ status: 404 })
  for (const kind of ['insert', 'update', 'delete'])
    expect(await eventsOf(`sales_quotes.${kind}`), kind).not.toEqual([])
})

test.each([
  { lines: [] },
  { lines: Array.from({ length: 101 }, () => LINE) },
  { lines: [{ ...LINE, quantityMilli: 0 }] },
  { lines: [{ ...LINE, quantityMilli: 1.5 }] },
  { lines: [{ ...LINE, taxBasisPoints: 10_001 }] },
  { lines: [{ ...LINE, unitMinor: -1 }] },
  { lines: [{ ...LINE, quantityMilli: 1_000_000_000, unitMinor: 1_000_000_000_000 }] },
  { lines: [{ ...LINE, more: 1 }] },
  { recipient: '' },
  { valid_on: '2030-13-01' },
  { language: 'xx' },
])('a quote with %j is refused', async (fields) => {
  const deal = await addDeal()
  expect(await call(seller, 'POST', `/deals/${deal}/quotes`, { ...QUOTE, ...fields })).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  })
})

test('numbers have no gaps: not by drafts that are deleted, failures, or two that send at once', async () => {
  const deal = await addDeal()
  const drafts: string[] = []
  for (let at = 0; at < 8; at += 1) drafts.push(await addQuote(deal))
  const [dropped = '', refused = '', ...sent] = drafts
  await call(seller, 'DELETE', `/quotes/${dropped}`)
  expect(await send(refused, 7)).toMatchObject({ status: 409 })
  const before = (await numbersOf()).length
  const answers = await Promise.all(sent.map((id, at) => send(id, 1, at % 2 ? seller : colleague)))
  expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 204))
  // One quote that two people send gets one number.
  const twice = await Promise.all([send(refused), send(refused, 1, colleague)])
  expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409])
  expect((await numbersOf()).slice(before)).toEqual(Array.from({ length: 7 }, (_, at) => before + at + 1))
  expect((await read(refused))['year']).toBe(YEAR)
})

test('what was sent is answered or revised, and not edited', async () => {
  const deal = await addDeal()
  const id = await addQuote(deal)
  const path = `/quotes/${id}`
  expect(await call(seller, 'POST', `${path}/answers`, { answer: 'accepted', version: 1 })).toMatchObject({
    status: 409,
  })
  expect(await call(seller, 'POST', `${path}/revisions`, {})).toMatchObject({
    status: 409,
    body: { code: 'quote_closed' },
  })
  await send(id)
  expect(await call(seller, 'PUT', path, { ...QUOTE, version: 2 })).toMatchObject({
    status: 409,
    body: { code: 'quote_closed' },
  })
  expect(await call(seller, 'DELETE', path)).toMatchObject({ status: 409 })
  expect(await send(id, 2)).toMatchObject({ status: 409 })

  const revision = await call(seller, 'POST', `${path}/revisions`, {})
  expect(revision).toMatchObject({ status: 201 })
  // There is one at a time.
  expect(await call(seller, 'POST', `${path}/revisions`, {})).toMatchObject({ status: 409 })
  const next = String(revision.body['id'])
  expect(await read(next)).toMatchObject({ status: 'draft', revision: 2, total_minor: 17_852 })
  expect(await send(next)).toMatchObject({ status: 204 })
  const { number } = await read(id)
  expect(await read(id)).toMatchObject({ status: 'replaced' })
  expect(await read(next)).toMatchObject({ status: 'sent', number, revision: 2 })
  expect(await call(seller, 'POST', `/quotes/${next}/answers`, { answer: 'accepted', version: 2 })).toMatchObject({
    status: 204,
  })
  expect(await call(seller, 'POST', `/quotes/${next}/revisions`, {})).toMatchObject({ status: 409 })
  const { events, deal: read_, quotes } = await readDeal(deal)
  expect(events.map(({ kind }) => kind)).toEqual([
    'quote_accepted',
    'quote_sent',
    'quoted',
    'quote_sent',
    'quoted',
    'created',
  ])
  expect(read_.score?.reasons.map(({ reason }) => reason)).toContain('quote_accepted')
  expect(quotes.map(({ status }) => status)).toEqual(['accepted', 'replaced'])
})

test('a quote that was accepted meanwhile is not replaced by its revision', async () => {
  const deal = await addDeal()
  const id = await addQuote(deal)
  await send(id)
  const revision = await call(seller, 'POST', `/quotes/${id}/revisions`, {})
  const next = String(revision.body['id'])
  await call(seller, 'POST', `/quotes/${id}/answers`, { answer: 'accepted', version: 2 })
  expect(await send(next)).toMatchObject({ status: 409, body: { code: 'quote_closed' } })
  expect(await read(id)).toMatchObject({ status: 'accepted' })
  expect(await call(seller, 'DELETE', `/quotes/${next}`)).toMatchObject({ status: 204 })
  expect(await call(seller, 'POST', `/deals/${deal}/notes`, { body: 'x' })).toMatchObject({ status: 201 })
  expect(await call(seller, 'DELETE', `/deals/${deal}`)).toMatchObject({ status: 409, body: { code: 'deal_quoted' } })
})

test('the PDF has the name of the quote, and a draft is called one', async () => {
  const id = await addQuote(await addDeal())
  const pdfOf = async () =>
    server.fetch(`/sales/v1/quotes/${id}/pdf`, {
      headers: { authorization: `Bearer ${seller.session.access_token}` },
    })
  const draft = await pdfOf()
  expect(draft.headers.get('content-disposition')).toBe('attachment; filename="draft.pdf"')
  await send(id)
  const sent = await pdfOf()
  const number = String((await read(id))['number']).padStart(4, '0')
  expect(sent.headers.get('content-disposition')).toBe(`attachment; filename="Q-${YEAR}-${number}.pdf"`)
  expect(sent.headers.get('content-type')).toBe('application/pdf')
  expect(
    Buffer.from(await sent.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})
