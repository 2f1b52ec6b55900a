import type { SupabaseClient } from '@supabase/supabase-js'
import type { Tier } from '#contract/plans.ts'
import { type Person, signedInPerson } from '../people/people.ts'
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeSandbox, type Webhook } from './stripe-sandbox.ts'
import { startServer, type TestServer } from '../server/test-server.ts'

export const FREE = { subscribed: false, subscription_tier: null, subscription_end: null }

export const STRIPE_SETTINGS = {
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET: `whsec_the_next, ${STRIPE_WEBHOOK_SECRET}`,
  STRIPE_PRICE_GUARDIAN: 'price_guardian, price_guardian_2025',
  STRIPE_PRICE_ENTERPRISE: 'price_enterprise',
  STRIPE_PRICE_QUANTUM: 'price_quantum',
}

/** What the server says that a person has subscribed to. */
export async function check(client: SupabaseClient): Promise<Record<string, unknown>> {
  const { data, error } = await client.functions.invoke('check-subscription')
  if (error) throw error
  return data
}

/** The address of a page of the provider. */
export async function pageOf(
  client: SupabaseClient,
  name: 'create-checkout' | 'customer-portal',
  body: Record<string, unknown> = {},
): Promise<string> {
  const { data, error } = await client.functions.invoke(name, { body })
  if (error) throw error
  return data.url
}

export const checkoutOf = (client: SupabaseClient, tier: Tier, quantity = 1): Promise<string> =>
  pageOf(client, 'create-checkout', { tier, quantity })

/** Fills in the first form of a page of the sandbox as a browser would, and presses a button. */
export async function press(page: string, fields: Record<string, string>): Promise<Response> {
  const html = await (await fetch(page)).text()
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const form = new URLSearchParams(hidden.map(([, name = '', value = '']): [string, string] => [name, value]))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return fetch(page, { method: 'POST', body: form, redirect: 'manual' })
}

/** Somebody new who has paid in the sandbox, with the address of their portal. */
export async function subscriberOf(
  server: TestServer,
  tier: Tier = 'guardian',
  quantity = 1,
): Promise<Person & { portal: string }> {
  const person = await signedInPerson(server)
  await press(await checkoutOf(person.client, tier, quantity), { card: 'accepted' })
  return { ...person, portal: await pageOf(person.client, 'customer-portal') }
}

export type StripeServer = {
  server: TestServer
  stripe: StripeSandbox
  deliver: (webhook: Webhook) => Promise<Response>
  checkout: (person: Person, order?: Record<string, unknown>) => Promise<string>
  /** Somebody who has paid, with the id of the subscription. */
  subscriber: (order?: Record<string, unknown>) => Promise<Person & { id: string }>
  stop: () => Promise<void>
}

/** A server that bills through Stripe's local counterpart. */
export async function startStripeServer(): Promise<StripeServer> {
  const stripe = await new StripeSandbox().listen()
  const server = await startServer({ ...STRIPE_SETTINGS, STRIPE_API_URL: stripe.url, BILLING_TRIAL_DAYS: '7' })
  const deliver = ({ body, headers }: Webhook) =>
    server.fetch('/functions/v1/stripe-webhook', {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    })
  const checkout = ({ client }: Person, order: Record<string, unknown> = { tier: 'guardian' }) =>
    pageOf(client, 'create-checkout', order)
  return {
    server,
    stripe,
    deliver,
    checkout,
    subscriber: async (order) => {
      const person = await signedInPerson(server)
      const id = stripe.pay(await checkout(person, order))
      stripe.change(id, { status: 'active', trial_end: null })
      const answer = await deliver(stripe.event('checkout.session.completed', id))
      if (!answer.ok) throw new Error(`the webhook was answered ${answer.status}`)
      return { ...person, id }
    },
    stop: async () => {
      await server.stop()
      await stripe.close()
    },
  }
}
