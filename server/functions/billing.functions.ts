import { z } from 'zod'
import { SEATS, TIERS } from '#contract/plans.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Caller } from '#server/db/database.ts'
import {
  type BillingRefusal,
  type BillingServices,
  checkSubscription,
  createCheckout,
  createPortal,
  type Subscriber,
} from '#server/billing/billing.service.ts'
import { ProviderError } from '#server/billing/provider.ts'
import { receiveWebhook, type WebhookOutcome } from '#server/billing/webhook.service.ts'
import { parseBody } from './function-body.ts'
import { FunctionError, type FunctionCall, type Registry } from './registry.ts'

const order = z.object({
  tier: z.enum(TIERS, { error: `must be one of ${TIERS.join(', ')}` }),
  quantity: z.number().int().min(SEATS.min).max(SEATS.max).default(1),
})

const REFUSALS: Record<BillingRefusal, { status: number; message: string }> = {
  'no account': { status: 403, message: 'Add an email address to this account first' },
  'already subscribed': { status: 409, message: 'There is a subscription already: change it in the customer portal' },
  'no customer': { status: 404, message: 'There is nothing to manage yet: no subscription was ever ordered' },
}

const WEBHOOK_REFUSALS: Partial<Record<WebhookOutcome, string>> = {
  'bad signature': 'The signature is missing, wrong or too old',
  'not an event': 'The body is not an event',
}

/** The functions around subscriptions. @param billing undefined where it is off: then they answer 503. */
export function billingFunctions(billing: BillingServices | undefined, limits: RateLimits): Registry {
  const required = (): BillingServices => {
    if (!billing) throw new FunctionError(503, 'Billing is switched off on this server')
    return billing
  }
  const page =
    (make: (services: BillingServices, call: FunctionCall) => Promise<{ url: string } | { refused: BillingRefusal }>) =>
    async (call: FunctionCall): Promise<{ url: string }> => {
      const services = required()
      await limits.take('changeByUser', `billing ${subscriberOf(call.caller).userId}`)
      const result = await make(services, call).catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error
        call.request.log.error({ err: error }, 'the payment provider failed')
        throw new FunctionError(
          502,
          'The payment provider does not answer; please try again later',
          {},
          { cause: error },
        )
      })
      if ('url' in result) return result
      throw new FunctionError(REFUSALS[result.refused].status, REFUSALS[result.refused].message)
    }

  return {
    'check-subscription': {
      verifyJwt: true,
      methods: ['POST', 'GET'],
      handler: async ({ caller }) => checkSubscription(required(), subscriberOf(caller)),
    },
    'create-checkout': {
      verifyJwt: true,
      methods: ['POST'],
      handler: page(async (services, { caller, body }) =>
        createCheckout(services, subscriberOf(caller), parseBody(order, body)),
      ),
    },
    'customer-portal': {
      verifyJwt: true,
      methods: ['POST'],
      handler: page(async (services, { caller }) => createPortal(services, subscriberOf(caller))),
    },
    // The secret is the authentication; nobody has to sign in.
    'stripe-webhook': {
      verifyJwt: false,
      methods: ['POST'],
      handler: async ({ request, body }) => {
        const header = request.headers['stripe-signature']
        const outcome = await receiveWebhook(required(), {
          body,
          header: typeof header === 'string' ? header : undefined,
        })
        const refusal = WEBHOOK_REFUSALS[outcome]
        if (refusal) throw new FunctionError(400, refusal)
        return { received: true }
      },
    },
  }
}

function subscriberOf(caller: Caller): Subscriber {
  const { sub } = caller.claims
  if (typeof sub !== 'string') throw new FunctionError(401, 'The access token names nobody')
  return { caller, userId: sub }
}
