import fs from 'node:fs/promises'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSignedWebhook, signWebhook } from '#server/billing/webhook-signature.ts'
import { readConfig } from '#server/config.ts'
import { type Person, signedInPerson } from '../support/people.ts'
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeSandbox, type Webhook } from '../support/stripe-sandbox.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

const SETTINGS = {
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET: `whsec_the_next, ${STRIPE_WEBHOOK_SECRET}`,
  STRIPE_PRICE_GUARDIAN: 'price_guardian, price_guardian_2025',
  STRIPE_PRICE_ENTERPRISE: 'price_enterprise',
  STRIPE_PRICE_QUANTUM: 'price_quantum',
}
const FREE = { subscribed: false, subscription_tier: null, subscription_end: null }

let stripe: StripeSandbox
let server: TestServer
beforeAll(async () => {
  stripe = await new StripeSandbox().listen()
  server = await startServer({ ...SETTINGS, STRIPE_API_URL: stripe.url, BILLING_TRIAL_DAYS: '7' })
})
afterAll(async () => {
  await server.stop()
  await stripe.close()
})

const deliver = ({ body, headers }: Webhook) =>
  server.fetch('/functions/v1/stripe-webhook', {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  })

async function check(client: SupabaseClient): Promise<Record<string, unknown>> {
  const { data, error } = await client.functions.invoke('check-subscription')
  if (error) throw error
  return data
}

async function checkout({ client }: Person, body: Record<string, unknown> = { tier: 'guardian' }): Promise<string> {
  const { data, error } = await client.functions.invoke('create-checkout', { body })
  if (error) throw error
  return data.url
}

async function subscriber(body?: Record<string, unknown>): Promise<Person & { id: string }> {
  const person = await signedInPerson(server)
  const id = stripe.pay(await checkout(person, body))
  stripe.change(id, { status: 'active', trial_end: null })
  expect((await deliver(stripe.event('checkout.session.completed', id))).status).toBe(200)
  return { ...person, id }
}

test('an order goes to Stripe in its own words, and the webhook makes it a subscription', async () => {
  const person = await signedInPerson(server)

  const url = await checkout(person, { tier: 'enterprise', quantity: 4 })

  expect(url).toMatch(/^https:\/\/checkout\.stripe\.example\//)
  const [customerCall, sessionCall] = stripe.calls.slice(-2)
  expect(customerCall?.form.get('email')).toBe(person.email)
  expect(customerCall?.form.get('metadata[user_id]')).toBe(person.session.user.id)
  expect(Object.fromEntries(sessionCall?.form ?? [])).toMatchObject({
    mode: 'subscription',
    client_reference_id: person.session.user.id,
    'line_items[0][price]': 'price_enterprise',
    'line_items[0][quantity]': '4',
    'subscription_data[trial_period_days]': '7',
    success_url: `${server.url}/dashboard?checkout=success`,
  })
  expect(sessionCall?.headers['idempotency-key']).toBeTruthy()
  expect(await check(person.client)).toEqual(FREE)

  const id = stripe.pay(url)
  const answer = await deliver(stripe.event('customer.subscription.created', id))

  expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
  expect(await check(person.client)).toMatchObject({ subscribed: true, subscription_tier: 'enterprise' })
  const { data } = await person.client.from('subscriptions').select('id, status, quantity, provider')
  expect(data).toEqual([{ id, status: 'trialing', quantity: 4, provider: 'stripe' }])
})

test('two clicks make one customer', async () => {
  const person = await signedInPerson(server)

  await Promise.all([checkout(person), checkout(person)])

  const sessions = stripe.calls.filter(
    ({ path, form }) => path.endsWith('/sessions') && form.get('client_reference_id') === person.session.user.id,
  )
  expect(new Set(sessions.map(({ form }) => form.get('customer'))).size).toBe(1)
})

test('the portal is the caller’s own', async () => {
  const ada = await subscriber()
  const eve = await subscriber()

  const { data } = await ada.client.functions.invoke('customer-portal', { body: { customer: 'someone else' } })

  expect(data.url).toMatch(/^https:\/\/billing\.stripe\.example\//)
  const customers = await server.database.owner<{ user_id: string }>(
    'select user_id from billing.customers where customer_id = $1',
    [stripe.calls.at(-1)?.form.get('customer')],
  )
  expect(customers.rows).toEqual([{ user_id: ada.session.user.id }])
  expect((await eve.client.from('subscriptions').select('id')).data).toEqual([{ id: eve.id }])
})

test('forged, altered and old webhooks are refused', async () => {
  const { client, id } = await subscriber()
  stripe.change(id, { status: 'canceled' })
  const good = stripe.event('customer.subscription.deleted', id)
  const signature = good.headers['stripe-signature']

  for (const [body, header] of [
    [good.body, ''],
    [good.body.replace(id, 'sub_other'), signature],
    [`${good.body} `, signature],
    [good.body, signature.replace(/v1=../, 'v1=00')],
    [good.body, signature.replace('v1=', 'v0=')],
    [good.body, signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 5}`)],
    [good.body, stripe.event('customer.subscription.deleted', id, { ageSeconds: 4000 }).headers['stripe-signature']],
  ] as const) {
    expect((await deliver({ body, headers: { 'stripe-signature': header } })).status).toBe(400)
  }
  const old = stripe.event('customer.subscription.deleted', id, { ageSeconds: 4000 })
  expect((await deliver(old)).status).toBe(400)
  const notAnEvent = { body: '[]', headers: { 'stripe-signature': stripe.sign('[]') } }
  expect((await deliver(notAnEvent)).status).toBe(400)

  expect(await check(client)).toMatchObject({ subscribed: true })
  expect((await deliver(good)).status).toBe(200)
  expect(await check(client)).toEqual(FREE)
})

test('an event that comes again is answered and asks Stripe nothing', async () => {
  const { client, id } = await subscriber()
  const event = stripe.event('customer.subscription.updated', id)
  await deliver(event)
  stripe.change(id, { status: 'canceled' })
  const before = stripe.calls.length

  expect((await deliver(event)).status).toBe(200)

  expect(stripe.calls).toHaveLength(before)
  expect(await check(client)).toMatchObject({ subscribed: true })
})

test('events in any order, also at once, end in the state that Stripe has', async () => {
  const person = await signedInPerson(server)
  const id = stripe.pay(await checkout(person))
  const created = stripe.event('customer.subscription.created', id)
  stripe.change(id, { status: 'past_due' })
  const failed = stripe.event('invoice.payment_failed', id)
  stripe.change(id, { status: 'active' })
  const paid = stripe.event('invoice.paid', id)
  stripe.price(id, 'price_quantum')
  const updated = stripe.event('customer.subscription.updated', id)

  for (const event of [updated, created]) await deliver(event)
  await Promise.all([paid, failed].map(deliver))

  expect(await check(person.client)).toMatchObject({ subscribed: true, subscription_tier: 'quantum' })
  stripe.change(id, { status: 'canceled' })
  await deliver(stripe.event('customer.subscription.deleted', id))
  // Ended is final, whatever a confused event says.
  stripe.change(id, { status: 'active' })
  await deliver(stripe.event('customer.subscription.updated', id))
  expect(await check(person.client)).toEqual(FREE)
})

test('an answer of Stripe that took long does not undo a newer one', async () => {
  const { client, id } = await subscriber()
  const before = stripe.calls.length
  const release = stripe.holdNext()
  const slow = deliver(stripe.event('customer.subscription.updated', id))
  await expect.poll(() => stripe.calls.length).toBeGreaterThan(before)
  stripe.change(id, { status: 'unpaid' })
  await deliver(stripe.event('invoice.payment_failed', id))

  release()

  expect((await slow).status).toBe(200)
  expect((await client.from('subscriptions').select('status')).data).toEqual([{ status: 'unpaid' }])
})

test('each status counts for what it is', async () => {
  const { client, id } = await subscriber()

  for (const [status, subscribed] of [
    ['past_due', true],
    ['unpaid', false],
    ['active', true],
    ['paused', false],
    ['trialing', true],
    ['canceled', false],
  ] as const) {
    stripe.change(id, { status })
    await deliver(stripe.event('customer.subscription.updated', id))
    expect(await check(client)).toMatchObject({ subscribed })
  }
})

test('a first payment that never came is no subscription', async () => {
  const person = await signedInPerson(server)
  const id = stripe.pay(await checkout(person))
  stripe.change(id, { status: 'incomplete' })

  expect((await deliver(stripe.event('customer.subscription.created', id))).status).toBe(200)

  expect((await person.client.from('subscriptions').select('id')).data).toEqual([])
  expect(await check(person.client)).toEqual(FREE)
})

test('a price of former times is recognised; an unknown one is delivered again until a setting names it', async () => {
  const { client, id } = await subscriber({ tier: 'quantum' })
  stripe.price(id, 'price_guardian_2025')
  await deliver(stripe.event('customer.subscription.updated', id))
  expect(await check(client)).toMatchObject({ subscription_tier: 'guardian' })

  stripe.price(id, 'price_of_something_else')
  const event = stripe.event('customer.subscription.updated', id)
  expect((await deliver(event)).status).toBe(500)
  expect(await check(client)).toMatchObject({ subscription_tier: 'guardian' })

  stripe.price(id, 'price_enterprise')
  expect((await deliver(event)).status).toBe(200)
  expect(await check(client)).toMatchObject({ subscription_tier: 'enterprise' })
})

test('what other things the same Stripe account sells is none of ours', async () => {
  const { client, id, session } = await subscriber()
  // Its metadata claims to be Ada's; only the customer that we made for her counts.
  stripe.change('sub_foreign', {
    id: 'sub_foreign',
    object: 'subscription',
    customer: 'cus_foreign',
    status: 'active',
    trial_end: null,
    cancel_at_period_end: false,
    metadata: { user_id: session.user.id },
    items: {
      object: 'list',
      data: [{ price: { id: 'price_quantum' }, quantity: 1, current_period_end: 4_000_000_000 }],
    },
  })

  for (const type of ['customer.subscription.created', 'checkout.session.completed', 'invoice.paid']) {
    expect((await deliver(stripe.event(type, 'sub_foreign'))).status).toBe(200)
  }
  expect((await deliver(stripe.event('invoice.paid', 'sub_that_never_was'))).status).toBe(200)
  const other = JSON.stringify({
    id: 'evt_other',
    object: 'event',
    type: 'charge.refunded',
    data: { object: { id: 'ch_1' } },
  })
  expect((await deliver({ body: other, headers: { 'stripe-signature': stripe.sign(other) } })).status).toBe(200)

  expect((await client.from('subscriptions').select('id')).data).toEqual([{ id }])
  expect(await check(client)).toMatchObject({ subscription_tier: 'guardian' })
})

test('when Stripe cannot be asked, the event counts as not delivered and the person is told nothing of why', async () => {
  const { client, id } = await subscriber()
  const event = stripe.event('customer.subscription.updated', id)
  stripe.failNext(402, { type: 'card_error', message: 'secret detail' })
  expect((await deliver(event)).status).toBe(500)
  stripe.change(id, { cancel_at_period_end: true })
  expect((await deliver(event)).status).toBe(200)
  expect((await client.from('subscriptions').select('cancel_at_period_end')).data).toEqual([
    { cancel_at_period_end: true },
  ])

  stripe.failNext(400, { type: 'invalid_request_error', message: 'secret detail' })
  const { error } = await client.functions.invoke('customer-portal')
  expect(error.context.status).toBe(502)
  expect(await error.context.text()).not.toContain('secret')
})

test.each([false, true])('who deletes the account pays no more (kept for the record: %s)', async (shouldSoftDelete) => {
  const { id, session } = await subscriber()
  const other = await subscriber()
  const [secretKey = ''] = (await fs.readFile(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8')).split(
    '\n',
  )
  const admin = createClient(server.url, secretKey, { auth: { persistSession: false } }).auth.admin
  expect((await admin.deleteUser(session.user.id, shouldSoftDelete)).error).toBeNull()

  stripe.failNext(402, { type: 'card_error', message: 'not now' })
  await expect(server.passTime()).rejects.toThrow('Stripe refused')
  expect(stripe.status(id)).toBe('active')
  await server.passTime()

  expect(stripe.status(id)).toBe('canceled')
  expect(stripe.status(other.id)).toBe('active')
  expect((await deliver(stripe.event('customer.subscription.deleted', id))).status).toBe(200)
  const before = stripe.calls.length
  await server.passTime()
  expect(stripe.calls).toHaveLength(before)
})

test('a customer whom the operator removed at Stripe holds nothing up', async () => {
  await server.database.owner(
    `insert into billing.orphaned_customers (customer_id, provider) values ('cus_removed', 'stripe')`,
  )
  stripe.failNext(400, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such customer' })

  await server.passTime()

  expect((await server.database.owner('select from billing.orphaned_customers')).rowCount).toBe(0)
})

test('our signatures and Stripe’s are the same', () => {
  const { webhooks } = new Stripe(STRIPE_KEY)
  const body = '{"id":"evt_1","object":"event","text":"é"}'
  const now = Date.now()

  expect(() => webhooks.constructEvent(body, signWebhook(body, 'whsec_a', now), 'whsec_a')).not.toThrow()
  const header = webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_a' })
  expect(isSignedWebhook({ body, header }, ['whsec_a'], now)).toBe(true)
  expect(isSignedWebhook({ body, header }, ['whsec_b'], now)).toBe(false)
  expect(isSignedWebhook({ body, header }, ['whsec_b', 'whsec_a'], now)).toBe(true)
  for (const [ageSeconds, isFresh] of [
    [290, true],
    [310, false],
  ] as const) {
    const aged = signWebhook(body, 'whsec_a', now - ageSeconds * 1000)
    expect(isSignedWebhook({ body, header: aged }, ['whsec_a'], now)).toBe(isFresh)
    const construct = () => webhooks.constructEvent(body, aged, 'whsec_a')
    if (isFresh) expect(construct).not.toThrow()
    else expect(construct).toThrow('tolerance')
  }
})

test('half of the settings are refused by name', () => {
  const { STRIPE_PRICE_QUANTUM, STRIPE_WEBHOOK_SECRET: secret, ...half } = SETTINGS

  expect(() => readConfig(half)).toThrow('STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_QUANTUM')
  expect(() => readConfig({ BILLING: 'stripe' })).toThrow('STRIPE_SECRET_KEY')
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'pk_test_published' })).toThrow('STRIPE_SECRET_KEY')
  expect(readConfig({ ...half, BILLING: 'sandbox' }).billing.provider).toBe('sandbox')
  expect([secret, STRIPE_PRICE_QUANTUM]).toHaveLength(2)
})
