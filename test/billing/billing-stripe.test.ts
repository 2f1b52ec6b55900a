import fs from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { check, FREE, startStripeServer, STRIPE_SETTINGS, type StripeServer } from '../support/counterparts/billing.ts'
import { signedInPerson } from '../support/people/people.ts'
import type { StripeSandbox } from '../support/counterparts/stripe-sandbox.ts'
import type { TestServer } from '../support/server/test-server.ts'

let fixture: StripeServer
let server: TestServer
let stripe: StripeSandbox
let deliver: StripeServer['deliver']
let checkout: StripeServer['checkout']
let subscriber: StripeServer['subscriber']
beforeAll(async () => {
  fixture = await startStripeServer()
  ;({ server, stripe, deliver, checkout, subscriber } = fixture)
})
afterAll(() => fixture.stop())

test('an order goes to Stripe in its own words, and the webhook makes it a subscription', async () => {
  const person = await signedInPerson(server)

  const url = await checkout(person, { tier: 'enterprise', quantity: 4 })

  expect(url).toMatch(/^https:\/\/checkout\.stripe\.example\//)
  const [customerCall, sessionCall] = stripe.calls.filter(({ method }) => method === 'POST').slice(-2)
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

test('a newer order closes the page of an older one', async () => {
  const person = await signedInPerson(server)
  const older = await checkout(person, { tier: 'quantum' })
  const newer = await checkout(person, { tier: 'guardian' })

  expect(() => stripe.pay(older)).toThrow('no open checkout session')
  expect(stripe.pay(newer)).toMatch(/^sub_/)
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

test('when Stripe cannot be asked, the event counts as not delivered and the answer does not say why', async () => {
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

test('half of the settings are refused by name', () => {
  const { STRIPE_PRICE_QUANTUM, STRIPE_WEBHOOK_SECRET: secret, ...half } = STRIPE_SETTINGS

  expect(() => readConfig(half)).toThrow('STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_QUANTUM')
  expect(() => readConfig({ BILLING: 'stripe' })).toThrow('STRIPE_SECRET_KEY')
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'pk_test_published' })).toThrow('STRIPE_SECRET_KEY')
  expect(readConfig({ ...half, BILLING: 'sandbox' }).billing.provider).toBe('sandbox')
  expect([secret, STRIPE_PRICE_QUANTUM]).toHaveLength(2)
})
