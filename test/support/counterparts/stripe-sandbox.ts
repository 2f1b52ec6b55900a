import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'

export const STRIPE_KEY = 'sk_test_local'
export const STRIPE_WEBHOOK_SECRET = 'whsec_local_counterpart'

type Json = Record<string, unknown>
type Call = { method: string; path: string; query: string; form: URLSearchParams; headers: http.IncomingHttpHeaders }
export type Webhook = { body: string; headers: { 'stripe-signature': string } }

const MONTH_SECONDS = 30 * 24 * 60 * 60

/**
 * A server that speaks Stripe's protocol as the SDK does: bearer key, version header, form bodies with brackets, idempotency
 * keys, errors in Stripe's shape. It keeps customers, checkout and portal sessions, and subscriptions; webhooks are signed by
 * the SDK itself. The test decides what people and banks do, and when an event arrives.
 */
export class StripeSandbox {
  readonly calls: Call[] = []
  readonly #server = http.createServer((request, response) => void this.#answer(request, response))
  readonly #stripe = new Stripe(STRIPE_KEY)
  readonly #customers = new Map<string, Json>()
  readonly #sessions = new Map<string, Call>()
  readonly #closed = new Set<string>()
  /** Sessions in mode payment that were paid. */
  readonly #paid = new Set<string>()
  readonly #subscriptions = new Map<string, Json>()
  readonly #answered = new Map<string, { body: string; answer: [number, Json] }>()
  /** The next answers, in place of the right ones. */
  readonly #faults: [number, Json][] = []
  #held: Promise<void> | undefined
  url = ''

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  failNext(status: number, error: Json): void {
    this.#faults.push([status, { error }])
  }

  /** The next answer is made at once and sent when the returned function is called. */
  holdNext(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    return resolve
  }

  /** The person pays on the page at `url`. @returns the id of the subscription. */
  pay(url: string): string {
    const order = this.#sessions.get(url.split('/').at(-1) ?? '')
    if (!order || this.#closed.has(url.split('/').at(-1) ?? '')) throw new Error('no open checkout session')
    this.#closed.add(url.split('/').at(-1) ?? '')
    const id = `sub_${randomBytes(8).toString('hex')}`
    const trialDays = Number(order.form.get('subscription_data[trial_period_days]') ?? 0)
    const end = Math.floor(Date.now() / 1000) + (trialDays * 86_400 || MONTH_SECONDS)
    this.#subscriptions.set(id, {
      id,
      object: 'subscription',
      customer: order.form.get('customer'),
      status: trialDays > 0 ? 'trialing' : 'active',
      trial_end: trialDays > 0 ? end : null,
      cancel_at_period_end: false,
      metadata: { user_id: order.form.get('subscription_data[metadata][user_id]') },
      items: { object: 'list', data: [this.#item(order.form.get('line_items[0][price]') ?? '', order, end)] },
    })
    return id
  }

  /** The person pays an invoice on the page at `url`. @returns the id of the session. */
  payInvoice(url: string): string {
    const id = url.split('/').at(-1) ?? ''
    if (this.#sessions.get(id)?.form.get('mode') !== 'payment' || this.#closed.has(id))
      throw new Error('no open session')
    this.#closed.add(id)
    this.#paid.add(id)
    return `cs_test_${id}`
  }

  /** An event about a session in mode payment. What it says beside the id is believed by nobody. */
  paymentEvent(id: string, said: Json = {}): Webhook {
    const created = Math.floor(Date.now() / 1000)
    const object = { id, object: 'checkout.session', mode: 'payment', ...said }
    const eventId = `evt_${randomBytes(8).toString('hex')}`
    const body = JSON.stringify({ id: eventId, type: 'checkout.session.completed', created, data: { object } })
    return { body, headers: { 'stripe-signature': this.sign(body, created) } }
  }

  /** What a person in the portal, a bank or an operator in the dashboard does. */
  change(id: string, change: Json): void {
    this.#subscriptions.set(id, { ...this.#subscriptions.get(id), ...change })
  }

  status(id: string): unknown {
    return this.#subscriptions.get(id)?.['status']
  }

  price(id: string, price: string): void {
    const items = this.#subscriptions.get(id)?.['items'] as { data: Json[] }
    this.change(id, { items: { ...items, data: [{ ...items.data[0], price: { id: price, object: 'price' } }] } })
  }

  /** An event about a subscription as it is now, signed now or `ageSeconds` ago. */
  event(type: string, id: string, { eventId = `evt_${randomBytes(8).toString('hex')}`, ageSeconds = 0 } = {}): Webhook {
    const object = this.#objectOf(type, id)
    const created = Math.floor(Date.now() / 1000) - ageSeconds
    const body = JSON.stringify(
      { id: eventId, object: 'event', type, created, livemode: false, data: { object } },
      null,
      2,
    )
    return { body, headers: { 'stripe-signature': this.sign(body, created) } }
  }

  sign(body: string, timestamp = Math.floor(Date.now() / 1000)): string {
    return this.#stripe.webhooks.generateTestHeaderString({ payload: body, secret: STRIPE_WEBHOOK_SECRET, timestamp })
  }

  #objectOf(type: string, id: string): Json | undefined {
    if (type.startsWith('customer.subscription.')) return this.#subscriptions.get(id)
    if (type.startsWith('checkout.')) return { id: 'cs_test_1', object: 'checkout.session', subscription: id }
    return {
      id: 'in_1',
      object: 'invoice',
      parent: { type: 'subscription_details', subscription_details: { subscription: id } },
    }
  }

  #item(price: string, order: Call, end: number): Json {
    const quantity = Number(order.form.get('line_items[0][quantity]'))
    return {
      id: 'si_1',
      object: 'subscription_item',
      price: { id: price, object: 'price' },
      quantity,
      current_period_end: end,
    }
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { method = '', url = '', headers } = request
    const [path = '', query = ''] = url.split('?')
    const call = { method, path, query, form: new URLSearchParams(body), headers }
    this.calls.push(call)
    const [status, answer] = this.#refuse(call) ?? this.#faults.shift() ?? this.#once(call, body)
    const held = this.#held
    this.#held = undefined
    await held
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${this.calls.length}` })
    response.end(JSON.stringify(answer))
  }

  #refuse({ method, headers }: Call): [number, Json] | undefined {
    const wrong = (message: string): [number, Json] => [401, { error: { type: 'invalid_request_error', message } }]
    if (headers.authorization !== `Bearer ${STRIPE_KEY}`) return wrong('Invalid API Key provided')
    if (!/^\d{4}-\d{2}-\d{2}\.\w+$/.test(String(headers['stripe-version']))) return wrong('No Stripe-Version')
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
    return method === 'POST' && !isForm ? wrong('Invalid content type') : undefined
  }

  #once(call: Call, body: string): [number, Json] {
    const key = call.headers['idempotency-key']
    if (typeof key !== 'string') return this.#act(call)
    const known = this.#answered.get(key)
    if (known && known.body !== body) {
      return [
        400,
        { error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used once' } },
      ]
    }
    const answer = known?.answer ?? this.#act(call)
    this.#answered.set(key, { body, answer })
    return answer
  }

  #act(call: Call): [number, Json] {
    const { method, path, form } = call
    const invalid = (message: string, code: string): [number, Json] => [
      code === 'resource_missing' && method === 'GET' ? 404 : 400,
      { error: { type: 'invalid_request_error', code, message } },
    ]
    if (method === 'GET' && path.startsWith('/v1/subscriptions/')) {
      const found = this.#subscriptions.get(path.slice('/v1/subscriptions/'.length))
      return found ? [200, found] : invalid('No such subscription', 'resource_missing')
    }
    if (method === 'GET' && path === '/v1/subscriptions') {
      const customer = new URLSearchParams(call.query).get('customer')
      const data = [...this.#subscriptions.values()].filter(
        (one) => one['customer'] === customer && one['status'] !== 'canceled',
      )
      return [200, { object: 'list', url: path, has_more: false, data }]
    }
    if (method === 'DELETE' && path.startsWith('/v1/subscriptions/')) {
      const id = path.slice('/v1/subscriptions/'.length)
      this.change(id, { status: 'canceled' })
      return [200, this.#subscriptions.get(id) ?? {}]
    }
    if (method === 'GET' && path === '/v1/checkout/sessions') {
      const customer = new URLSearchParams(call.query).get('customer')
      const open = [...this.#sessions].filter(
        ([id, one]) => one.form.get('customer') === customer && !this.#closed.has(id),
      )
      const data = open.map(([id]) => ({ id: `cs_test_${id}`, object: 'checkout.session', status: 'open' }))
      return [200, { object: 'list', url: path, has_more: false, data }]
    }
    const asked = method === 'GET' && /^\/v1\/checkout\/sessions\/cs_test_(\w+)$/.exec(path)?.[1]
    if (asked) return this.#readSession(asked, invalid)
    const expired = /^\/v1\/checkout\/sessions\/cs_test_(\w+)\/expire$/.exec(path)?.[1]
    if (expired) {
      this.#closed.add(expired)
      return [200, { id: `cs_test_${expired}`, object: 'checkout.session', status: 'expired' }]
    }
    if (path === '/v1/customers') {
      const customer = { id: `cus_${randomBytes(8).toString('hex')}`, object: 'customer', email: form.get('email') }
      this.#customers.set(customer.id, customer)
      return [200, customer]
    }
    if (path === '/v1/checkout/sessions' && form.get('mode') === 'payment') return this.#orderPayment(call, invalid)
    if (!this.#customers.has(form.get('customer') ?? '')) return invalid('No such customer', 'resource_missing')
    const id = randomBytes(8).toString('hex')
    if (path === '/v1/billing_portal/sessions') {
      return [200, { id: `bps_${id}`, object: 'billing_portal.session', url: `https://billing.stripe.example/p/${id}` }]
    }
    if (path !== '/v1/checkout/sessions') return invalid('Unrecognized request URL', 'url_invalid')
    if (form.get('mode') !== 'subscription' || !form.get('line_items[0][price]') || !form.get('success_url')) {
      return invalid('Missing required param', 'parameter_missing')
    }
    this.#sessions.set(id, call)
    return [
      200,
      { id: `cs_test_${id}`, object: 'checkout.session', url: `https://checkout.stripe.example/c/pay/${id}` },
    ]
  }

  #orderPayment(call: Call, invalid: (message: string, code: string) => [number, Json]): [number, Json] {
    const item = 'line_items[0][price_data]'
    const needed = [`${item}[currency]`, `${item}[unit_amount]`, `${item}[product_data][name]`, 'success_url']
    if (needed.some((name) => !call.form.get(name))) return invalid('Missing required param', 'parameter_missing')
    if (!/^[a-z]{3}$/.test(call.form.get(`${item}[currency]`) ?? '')) return invalid('Invalid currency', 'invalid')
    const id = randomBytes(8).toString('hex')
    this.#sessions.set(id, call)
    return [200, { ...this.#sessionOf(id, call), url: `https://checkout.stripe.example/c/pay/${id}` }]
  }

  #readSession(id: string, invalid: (message: string, code: string) => [number, Json]): [number, Json] {
    const order = this.#sessions.get(id)
    return order ? [200, this.#sessionOf(id, order)] : invalid('No such checkout session', 'resource_missing')
  }

  #sessionOf(id: string, { form }: Call): Json {
    const isPaid = this.#paid.has(id)
    return {
      id: `cs_test_${id}`,
      object: 'checkout.session',
      mode: form.get('mode'),
      status: isPaid ? 'complete' : this.#closed.has(id) ? 'expired' : 'open',
      payment_status: isPaid ? 'paid' : 'unpaid',
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]'),
      metadata: { invoice_id: form.get('metadata[invoice_id]') },
    }
  }
}
