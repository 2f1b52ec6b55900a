/** Invoices that are paid through the counterpart of Stripe, which answers in its protocol. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STRIPE_SETTINGS } from '../support/counterparts/billing.ts'
import { StripeSandbox, type Webhook } from '../support/counterparts/stripe-sandbox.ts'
import { call, issued, payer, read, server, stageInvoicing, writeSides } from './invoicing-stage.ts'

const stripe = new StripeSandbox()
const settings: Record<string, string> = { ...STRIPE_SETTINGS }
beforeAll(async () => {
  settings['STRIPE_API_URL'] = (await stripe.listen()).url
})
stageInvoicing(settings)
afterAll(() => stripe.close())

const checkout = (id: string) => call(payer, 'POST', `/invoices/${id}/checkout`)
const deliver = ({ body, headers }: Webhook) =>
  server.fetch('/functions/v1/stripe-webhook', {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  })

test('a session is for one payment of the exact amount, and its event marks the invoice as paid', async () => {
  await writeSides()
  const id = await issued()
  const { status, body } = await checkout(id)
  expect(status).toBe(200)
  const sent = stripe.calls.findLast(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions')
  expect(Object.fromEntries(sent?.form ?? [])).toMatchObject({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '17852',
    'metadata[invoice_id]': id,
    customer_email: 'accounts@example.test',
    success_url: `${server.url}/dashboard?checkout=paid`,
    cancel_url: `${server.url}/dashboard?checkout=unpaid`,
  })
  const session = `cs_test_${String(body['url']).split('/').at(-1)}`
  // An event that claims more than the provider knows.
  await deliver(stripe.paymentEvent(session, { payment_status: 'paid', metadata: { invoice_id: id } }))
  expect(await read(id)).toMatchObject({ status: 'issued' })

  expect(stripe.payInvoice(String(body['url']))).toBe(session)
  // Paid there, and not heard of here yet: no second page.
  expect(await checkout(id)).toMatchObject({ status: 409, body: { code: 'invoicing_closed' } })
  const event = stripe.paymentEvent(session)
  for (let time = 0; time < 2; time += 1) expect((await deliver(event)).ok).toBe(true)
  expect(await read(id)).toMatchObject({ status: 'paid', paid_by: 'card' })
})

test('an earlier page ends before another one is made', async () => {
  const id = await issued()
  const [older, newer] = [(await checkout(id)).body['url'], (await checkout(id)).body['url']]
  expect(() => stripe.payInvoice(String(older))).toThrow('no open session')
  expect(stripe.payInvoice(String(newer))).toMatch(/^cs_test_/)
})

test('where Stripe refuses, nothing is paid and nothing is remembered', async () => {
  const id = await issued()
  stripe.failNext(402, { type: 'card_error', message: 'no' })
  expect(await checkout(id)).toMatchObject({ status: 502, body: { code: 'payments_failed' } })
  expect(await checkout(id)).toMatchObject({ status: 200 })
})
