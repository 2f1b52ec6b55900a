/** Invoices that are paid through the sandbox, as through Stripe. */
import { expect, test } from 'vitest'
import { signWebhook } from '#server/billing/webhook-signature.ts'
import { press } from '../support/counterparts/billing.ts'
import { call, eventsOf, issued, payer, read, root, server, stageInvoicing } from './invoicing-stage.ts'
import { stranger, writeSides } from './invoicing-stage.ts'

stageInvoicing({ BILLING: 'sandbox' })

async function pageOf(id: string): Promise<string> {
  const answer = await call(payer, 'POST', `/invoices/${id}/checkout`)
  expect(answer).toMatchObject({ status: 200 })
  return String(answer.body['url'])
}

async function sessionsOf(id: string): Promise<{ id: string; is_ended: boolean }[]> {
  const { rows } = await server.database.owner<{ id: string; is_ended: boolean }>(
    'select id, expires_at <= now() as is_ended from billing.sandbox_payments where invoice_id = $1 order by expires_at',
    [id],
  )
  return rows
}

/** What the sandbox delivered about an invoice, newest first. */
async function deliveredAbout(id: string): Promise<string[]> {
  const { rows } = await server.database.owner<{ body: string }>(
    `select body from billing.sandbox_events where body like '%' || $1 || '%' order by id desc`,
    [id],
  )
  return rows.map(({ body }) => body)
}

const deliver = (body: string, header: string) =>
  server.fetch('/functions/v1/stripe-webhook', {
    method: 'POST',
    body,
    headers: { 'stripe-signature': header, 'content-type': 'application/json' },
  })

test('an invoice is paid on the page of the provider, for its exact amount', async () => {
  await writeSides()
  const id = await issued()
  const url = await pageOf(id)
  expect(url.startsWith(`${server.url}/billing/sandbox/payment/`)).toBe(true)
  const html = await (await fetch(url)).text()
  expect(html).toContain('€178.52')
  expect(html).not.toMatch(/<script|style=|<style/)

  expect((await press(url, { card: 'declined' })).headers.get('location')).toContain('problem=declined')
  expect(await read(id)).toMatchObject({ status: 'issued' })
  const answer = await press(url, { card: 'accepted' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${server.url}/dashboard?checkout=paid`])
  expect(await read(id, payer)).toMatchObject({ status: 'paid', paid_by: 'card' })

  // The page says so, another one is not made, and the form of a moment ago does nothing.
  expect(await (await fetch(url)).text()).toContain('This invoice is paid')
  expect(await call(payer, 'POST', `/invoices/${id}/checkout`)).toMatchObject({
    status: 409,
    body: { code: 'invoicing_closed' },
  })
  expect(await deliveredAbout(id)).toHaveLength(1)
})

test('the newest page alone is paid, and one that has ended is not', async () => {
  const id = await issued()
  const [older, newer] = [await pageOf(id), await pageOf(id)]
  expect((await sessionsOf(id)).map(({ is_ended: isEnded }) => isEnded)).toEqual([true, false])
  expect((await fetch(older)).status).toBe(410)
  await server.database.owner(
    `update billing.sandbox_payments set expires_at = now() + interval '1 minute' where invoice_id = $1 and expires_at > now()`,
    [id],
  )
  expect((await fetch(newer)).status).toBe(200)
  await server.database.owner(
    `update billing.sandbox_payments set expires_at = now() - interval '1 second' where invoice_id = $1`,
    [id],
  )
  expect((await fetch(newer)).status).toBe(410)
})

test('another amount, another currency or an invoice that is not open changes nothing, and is an event', async () => {
  for (const change of ['amount_minor = amount_minor - 1', `currency = 'USD'`]) {
    const id = await issued()
    const url = await pageOf(id)
    await server.database.owner(`update billing.sandbox_payments set ${change} where invoice_id = $1`, [id])
    const before = await eventsOf('invoicing_payments.refused')
    await press(url, { card: 'accepted' })
    expect(await read(id), change).toMatchObject({ status: 'issued' })
    expect(await eventsOf('invoicing_payments.refused'), change).toBe(before + 1)
  }
  const id = await issued()
  const url = await pageOf(id)
  await call(root, 'POST', `/invoices/${id}/cancellation`, { version: 2, reason: 'Wrong' })
  const before = await eventsOf('invoicing_payments.refused')
  await press(url, { card: 'accepted' })
  expect(await read(id)).toMatchObject({ status: 'cancelled' })
  expect(await eventsOf('invoicing_payments.refused')).toBe(before + 1)
})

test('a forged event is refused; a repeated one, or another one about the same payment, changes nothing', async () => {
  const id = await issued()
  const url = await pageOf(id)
  const session = (await sessionsOf(id)).at(-1)?.id
  const object = { id: session, object: 'checkout.session', mode: 'payment', metadata: { invoice_id: id } }
  const forged = JSON.stringify({ id: 'evt_forged', type: 'checkout.session.completed', data: { object } })
  expect((await deliver(forged, signWebhook(forged, 'whsec_guessed', Date.now()))).status).toBe(400)
  expect(await read(id)).toMatchObject({ status: 'issued' })

  await press(url, { card: 'accepted' })
  const paid = await read(id)
  const before = await eventsOf('invoicing_payments.refused')
  const { rows } = await server.database.owner<{ outcome: string }>(
    'select invoicing.settle($1, $2, $3, $4, $5) as outcome',
    ['sandbox', session, id, paid['total_minor'], 'eur'],
  )
  expect(rows).toEqual([{ outcome: 'seen before' }])
  expect(await read(id)).toEqual(paid)
  expect(await eventsOf('invoicing_payments.refused')).toBe(before)
})

test('nobody pays for another organisation, and no draft', async () => {
  const id = await issued()
  expect(await call(stranger, 'POST', `/invoices/${id}/checkout`)).toMatchObject({ status: 404 })
  expect(await call(root, 'POST', `/invoices/${id}/checkout`)).toMatchObject({ status: 404 })
})
