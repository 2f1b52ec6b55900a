import fs from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SEATS, TIERS } from '#contract/plans.ts'
import type { Deliver, Sandbox } from './sandbox.ts'
import { htmlPagePolicy } from '#server/http/html-page.ts'
import type { ReturnUrls } from '../provider.ts'
import { checkoutPage, noticePage, paymentPage, portalPage } from './sandbox-pages.ts'
import { ACTIONS } from './sandbox-state.ts'

const STYLESHEET = fs.readFileSync(path.join(import.meta.dirname, 'sandbox.css'), 'utf8')
const FORM_LIMIT_BYTES = 4096
const PROBLEMS: Record<string, string> = {
  declined: 'The bank refused this card. Nothing was ordered; try another one.',
  repeated: 'That button was pressed before, or in another window. This is how things are now.',
  invalid: 'Something in the form was not right. Nothing was changed.',
}

const params = z.object({ token: z.string() })
const checkoutForm = z.object({ form_token: z.string().max(64), card: z.enum(['accepted', 'declined']) })
const portalForm = z.object({
  form_token: z.string().max(64),
  subscription: z.string().max(64),
  action: z.enum(ACTIONS),
  plan: z.enum(TIERS).default('guardian'),
  quantity: z.coerce.number().int().min(SEATS.min).max(SEATS.max).default(1),
})

export type SandboxRouteServices = {
  sandbox: Sandbox
  deliver: Deliver
  /** Where the app shows the subscription. */
  returnUrls: ReturnUrls
}

/** The sandbox's checkout and portal below `/billing/sandbox`: plain forms, no script. The address is the permission. */
export async function sandboxRoutes(app: FastifyInstance, services: SandboxRouteServices): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': htmlPagePolicy(), 'cache-control': 'no-store' })
  })
  app.get('/billing/sandbox.css', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(STYLESHEET),
  )
  checkoutRoutes(app, services)
  portalRoutes(app, services)
  paymentRoutes(app, services)
}

function checkoutRoutes(app: FastifyInstance, services: SandboxRouteServices): void {
  const { sandbox, returnUrls } = services
  const address = '/billing/sandbox/checkout/:token'
  app.get(address, { exposeHeadRoute: false }, async (request, reply) => {
    const session = await sandbox.session(params.parse(request.params).token, 'checkout')
    if (session?.completed_at) {
      return send(reply, noticePage('This order is complete', 'Thank you.', returnUrls.success))
    }
    if (!session?.plan || !session.quantity) return gone(reply, returnUrls.cancel)
    const order = { plan: session.plan, quantity: session.quantity, trialDays: session.trial_days }
    const { formToken } = session
    return send(
      reply,
      checkoutPage({ order, formToken, cancelUrl: returnUrls.cancel, problem: problemOf(request.query) }),
    )
  })

  app.post(address, async (request, reply) => {
    const { token } = params.parse(request.params)
    const form = checkoutForm.safeParse(request.body)
    if (!form.success) return again(request, reply, 'invalid')
    const { form_token: formToken, card } = form.data
    if (card === 'declined') {
      const isShown = await sandbox.decline({ token, formToken })
      return again(request, reply, isShown ? 'declined' : 'repeated')
    }
    if (!(await sandbox.pay({ token, formToken }))) return again(request, reply, 'repeated')
    await announce(request, services)
    return reply.redirect(returnUrls.success, 303)
  })
}

function portalRoutes(app: FastifyInstance, services: SandboxRouteServices): void {
  const { sandbox, returnUrls } = services
  const address = '/billing/sandbox/portal/:token'
  app.get(address, { exposeHeadRoute: false }, async (request, reply) => {
    const session = await sandbox.session(params.parse(request.params).token, 'portal')
    if (!session) return gone(reply, returnUrls.portal)
    const subscriptions = await sandbox.subscriptions(session.customer_id)
    const { formToken } = session
    const problem = problemOf(request.query)
    return send(reply, portalPage({ subscriptions, formToken, returnUrl: returnUrls.portal, problem }))
  })

  app.post(address, async (request, reply) => {
    const { token } = params.parse(request.params)
    const form = portalForm.safeParse(request.body)
    if (!form.success) return again(request, reply, 'invalid')
    const { form_token: formToken, subscription: subscriptionId, ...change } = form.data
    const isDone = await sandbox.change({ token, formToken }, { subscriptionId, ...change })
    await announce(request, services)
    return again(request, reply, isDone ? undefined : 'repeated')
  })
}

function paymentRoutes(app: FastifyInstance, services: SandboxRouteServices): void {
  const { sandbox, returnUrls } = services
  const address = '/billing/sandbox/payment/:token'
  app.get(address, { exposeHeadRoute: false }, async (request, reply) => {
    const session = await sandbox.payments.session(params.parse(request.params).token)
    if (session?.completed_at) return send(reply, noticePage('This invoice is paid', 'Thank you.', returnUrls.paid))
    if (!session) return gone(reply, returnUrls.unpaid)
    const problem = problemOf(request.query)
    return send(reply, paymentPage({ session, formToken: session.formToken, cancelUrl: returnUrls.unpaid, problem }))
  })

  app.post(address, async (request, reply) => {
    const { token } = params.parse(request.params)
    const form = checkoutForm.safeParse(request.body)
    if (!form.success) return again(request, reply, 'invalid')
    const { form_token: formToken, card } = form.data
    const isShown = await sandbox.payments.press({ token, formToken }, card)
    if (!isShown) return again(request, reply, 'repeated')
    if (card === 'declined') return again(request, reply, 'declined')
    await announce(request, services)
    return reply.redirect(returnUrls.paid, 303)
  })
}

// What could not be delivered now waits for the job that passes time; the order itself stands.
async function announce(request: FastifyRequest, { sandbox, deliver }: SandboxRouteServices): Promise<void> {
  try {
    await sandbox.deliverWaiting(deliver)
  } catch (error) {
    request.log.error({ err: error }, 'an event of the billing sandbox was not delivered')
  }
}

/** Shows the page again by GET. Its path is taken as it came: decoded, it could name another host. */
function again(request: FastifyRequest, reply: FastifyReply, problem?: string): FastifyReply {
  const [pathname = '/'] = request.url.split('?', 1)
  return reply.redirect(problem ? `${pathname}?problem=${problem}` : pathname, 303)
}

function problemOf(query: unknown): string | undefined {
  const { problem } = query as { problem?: unknown }
  return typeof problem === 'string' && Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem] : undefined
}

function gone(reply: FastifyReply, returnUrl: string): FastifyReply {
  const text = 'It was used, or it is too old. Open it again from the app.'
  return send(reply.code(410), noticePage('This page is no longer there', text, returnUrl))
}

function send(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(html)
}
