import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSignedWebhook, signWebhook } from '#server/billing/webhook-signature.ts'
import { check, FREE, startStripeServer, type StripeServer } from '../support/counterparts/billing.ts'
import { signedInPerson } from '../support/people/people.ts'
import { STRIPE_KEY, type StripeSandbox } from '../support/counterparts/stripe-sandbox.ts'

let fixture: StripeServer
let stripe: StripeSandbox
let deliver: StripeServer['deliver']
let checkout: StripeServer['checkout']
let subscriber: StripeServer['subscriber']
beforeAll(async () => {
  fixture = await startStripeServer()
  ;({ stripe, deliver, checkout, subscriber } = fixture)
})
afterAll(() => fixture.stop())

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
  const person = await signedInPerson(fixture.server)
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
  const person = await signedInPerson(fixture.server)
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
