import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tier } from '#contract/plans.ts'
import { check, checkoutOf, FREE, pageOf, press, subscriberOf } from '../support/counterparts/billing.ts'
import { signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MONTH_MS = 27 * 24 * 60 * 60 * 1000

const subscriber = (tier?: Tier, quantity?: number) => subscriberOf(server, tier, quantity)

test('from the free plan through the checkout to a subscription', async () => {
  const { client, session } = await signedInPerson(server)
  expect(await check(client)).toEqual(FREE)

  const url = await checkoutOf(client, 'enterprise', 3)
  expect(url.startsWith(`${server.url}/billing/sandbox/checkout/`)).toBe(true)
  const page = await fetch(url)
  const html = await page.text()
  expect(html).toContain('Test mode')
  expect(html).toContain('Enterprise Shield')
  expect(html).toContain('$89.97')
  expect(html).not.toMatch(/<script|style=|<style/)
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain(`default-src 'none'`)
  expect(policy).not.toContain('unsafe')

  const answer = await press(url, { card: 'accepted' })

  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${server.url}/dashboard?checkout=success`])
  const now = await check(client)
  expect(now).toEqual({ subscribed: true, subscription_tier: 'enterprise', subscription_end: expect.any(String) })
  expect(Date.parse(String(now['subscription_end'])) - Date.now()).toBeGreaterThan(MONTH_MS)
  const { data } = await client.from('subscriptions').select('user_id, plan, status, quantity, provider')
  expect(data).toEqual([
    { user_id: session.user.id, plan: 'enterprise', status: 'active', quantity: 3, provider: 'sandbox' },
  ])
})

test('unknown plans, odd numbers of seats and a second subscription are refused', async () => {
  const { client } = await subscriber()
  const fresh = await signedInPerson(server)

  for (const body of [
    {},
    { tier: 'platinum' },
    { tier: 'guardian', quantity: 0 },
    { tier: 'guardian', quantity: 1.5 },
  ]) {
    const { error } = await fresh.client.functions.invoke('create-checkout', { body })
    expect(error.context.status).toBe(400)
  }
  const second = await client.functions.invoke('create-checkout', { body: { tier: 'quantum' } })
  expect(second.error.context.status).toBe(409)
  const nothing = await fresh.client.functions.invoke('customer-portal')
  expect(nothing.error.context.status).toBe(404)
})

test('the portal changes the plan, cancels and takes that back', async () => {
  const { client, portal } = await subscriber('guardian')

  await press(portal, { action: 'change', plan: 'quantum', quantity: '7' })
  expect(await check(client)).toMatchObject({ subscribed: true, subscription_tier: 'quantum' })

  await press(portal, { action: 'cancel' })
  const { data } = await client.from('subscriptions').select('quantity, cancel_at_period_end')
  expect(data).toEqual([{ quantity: 7, cancel_at_period_end: true }])
  // Paid until then.
  expect(await check(client)).toMatchObject({ subscribed: true })

  await press(portal, { action: 'resume' })
  expect((await client.from('subscriptions').select('cancel_at_period_end')).data).toEqual([
    { cancel_at_period_end: false },
  ])
})

test('a payment that fails leaves the plan until it is paid or ends; then a new one may be ordered', async () => {
  const { client, portal } = await subscriber('guardian')
  const statusOf = async () => (await client.from('subscriptions').select('status')).data?.map(({ status }) => status)

  await press(portal, { action: 'payment_fails' })
  expect(await statusOf()).toEqual(['past_due'])
  expect(await check(client)).toMatchObject({ subscribed: true })
  await press(portal, { action: 'pay' })
  expect(await statusOf()).toEqual(['active'])

  await press(portal, { action: 'cancel' })
  await press(portal, { action: 'next_period' })
  expect(await statusOf()).toEqual(['canceled'])
  expect(await check(client)).toEqual(FREE)
  expect(await (await fetch(portal)).text()).toContain('Ended')

  await press(await checkoutOf(client, 'quantum'), { card: 'accepted' })
  expect(await check(client)).toMatchObject({ subscribed: true, subscription_tier: 'quantum' })
})

test('nobody sees or changes the subscription of another', async () => {
  const ada = await subscriber('guardian')
  const eve = await subscriber('quantum')
  const [adas] = (await ada.client.from('subscriptions').select('id')).data ?? []

  expect((await eve.client.from('subscriptions').select('id')).data).toHaveLength(1)
  await press(eve.portal, { action: 'end', subscription: adas?.id ?? '' })
  expect(await check(ada.client)).toMatchObject({ subscribed: true, subscription_tier: 'guardian' })
  expect(await check(eve.client)).toMatchObject({ subscribed: true, subscription_tier: 'quantum' })
  for (const change of [{ plan: 'quantum' }, { status: 'active' }]) {
    expect((await eve.client.from('subscriptions').update(change).eq('id', adas?.id)).error?.code).toBe('42501')
  }
  expect((await server.client().from('subscriptions').select('id')).error).not.toBeNull()
})

test('time passes in the sandbox: a trial becomes a paid month, what was cancelled ends', async () => {
  const trial = await startServer({ BILLING_TRIAL_DAYS: '14' })
  try {
    const { client } = await signedInPerson(trial)
    const url = await checkoutOf(client, 'guardian')
    expect(await (await fetch(url)).text()).toContain('the first 14 days are free')
    await press(url, { card: 'accepted' })
    const read = async () =>
      (await client.from('subscriptions').select('status, trial_end, current_period_end')).data?.[0]
    expect(await read()).toMatchObject({ status: 'trialing' })

    await trial.database.owner(
      `update billing.sandbox_subscriptions set current_period_end = now() - interval '1 minute'`,
    )
    await trial.passTime()

    expect(await read()).toMatchObject({ status: 'active' })
    expect(await check(client)).toMatchObject({ subscribed: true })
    await press(await pageOf(client, 'customer-portal'), { action: 'cancel' })
    await trial.database.owner(
      `update billing.sandbox_subscriptions set current_period_end = now() - interval '1 minute'`,
    )
    await trial.passTime()
    expect(await check(client)).toEqual(FREE)
    // The trial was used.
    expect(await (await fetch(await checkoutOf(client, 'guardian'))).text()).not.toContain('are free')
  } finally {
    await trial.stop()
  }
})

test('an event that could not be delivered is delivered later; the order stands meanwhile', async () => {
  const { client } = await signedInPerson(server)
  const url = await checkoutOf(client, 'guardian')
  await server.database.owner('alter table subscriptions add constraint broken check (false) not valid')
  const answer = await press(url, { card: 'accepted' })
  expect(answer.headers.get('location')).toContain('checkout=success')
  expect(await check(client)).toEqual(FREE)

  await server.database.owner('alter table subscriptions drop constraint broken')
  await server.passTime()

  expect(await check(client)).toMatchObject({ subscribed: true })
})

test('a subscription whose provider fell silent ends three days after its period', async () => {
  const { client, session } = await subscriber()
  const periodOver = (days: number) =>
    server.database.owner(
      `update subscriptions set current_period_end = now() - $2 * interval '1 day' where user_id = $1`,
      [session.user.id, days],
    )

  await periodOver(2)
  expect(await check(client)).toMatchObject({ subscribed: true })
  await periodOver(4)
  expect(await check(client)).toEqual(FREE)
})

test('every change is in the audit log', async () => {
  const { session, portal } = await subscriber()
  await press(portal, { action: 'cancel' })

  const { rows } = await server.database.owner(
    `select event_type, action, details -> 'changed' as changed from system_audit_log
     where user_id = $1 and event_type like 'subscriptions.%' order by created_at`,
    [session.user.id],
  )
  expect(rows).toEqual([
    { event_type: 'subscriptions.insert', action: 'insert', changed: null },
    { event_type: 'subscriptions.update', action: 'update', changed: expect.arrayContaining(['cancel_at_period_end']) },
  ])
})

test('a forged webhook changes nothing', async () => {
  const { client } = await subscriber('guardian')
  const body = JSON.stringify({
    id: 'evt_forged',
    type: 'customer.subscription.deleted',
    data: { object: { id: 'sub_x', object: 'subscription' } },
  })
  const stripe = new Stripe('sk_test_x')
  for (const header of [
    undefined,
    '',
    't=,v1=',
    't=1,v1=zz',
    stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_guess' }),
  ]) {
    const answer = await server.fetch('/functions/v1/stripe-webhook', {
      method: 'POST',
      body,
      headers: header === undefined ? {} : { 'stripe-signature': header },
    })
    expect(answer.status).toBe(400)
  }
  expect(await check(client)).toMatchObject({ subscribed: true })
})
