import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/database.ts'
import type { Tasks } from '#server/jobs/jobs.ts'
import type { BillingProvider } from './provider.ts'
import type { BillingServices } from './billing.service.ts'
import type { BillingSettings } from './billing-settings.ts'
import { Sandbox } from './sandbox/sandbox.ts'
import { sandboxRoutes } from './sandbox/sandbox.routes.ts'
import { endOrphans } from './orphans.ts'
import { stripeProvider } from './stripe-provider.ts'
import { receiveWebhook } from './webhook.service.ts'

export type BillingOptions = {
  config: { publicUrl: string; billing: BillingSettings }
  secrets: { serverSecret: Buffer }
  database: Database
}

export type Billing = {
  /** Undefined where billing is off. */
  services: BillingServices | undefined
  /** Who takes payments of invoices; undefined where nobody was chosen for that. */
  payments: BillingProvider | undefined
  /** Registers the pages of the sandbox; nothing where Stripe has its own. */
  routes: (app: FastifyInstance) => Promise<void>
  /** Periodic work, for `startJobs`. */
  tasks: Tasks
  crontab: string
}

/** Billing by Stripe, by the sandbox, or none, as the settings say. */
export function createBilling({ config, secrets, database }: BillingOptions): Billing {
  const { billing: settings, publicUrl } = config
  const { trialDays } = settings
  const returnUrls = {
    success: `${publicUrl}/dashboard?checkout=success`,
    cancel: `${publicUrl}/dashboard?checkout=cancelled`,
    portal: `${publicUrl}/dashboard?checkout=left`,
    paid: `${publicUrl}/dashboard?checkout=paid`,
    unpaid: `${publicUrl}/dashboard?checkout=unpaid`,
  }
  const none = { routes: async () => undefined, tasks: {}, crontab: '' }
  if (settings.provider === 'off') return { ...none, services: undefined, payments: undefined }
  if (settings.provider === 'stripe') {
    const provider = stripeProvider({ settings: settings.stripe, returnUrls })
    return {
      ...none,
      services: { database, provider, trialDays },
      payments: provider,
      tasks: { 'billing:end_orphans': () => endOrphans({ database, provider }) },
      crontab: '*/10 * * * * billing:end_orphans',
    }
  }
  const sandbox = new Sandbox({ config, secrets, database })
  const services = { database, provider: sandbox.provider, trialDays }
  // The same checks as for Stripe: signature, repetition and order are checked here too.
  const deliver = (message: { body: string; header: string }) => receiveWebhook(services, message)
  return {
    services,
    payments: settings.isChosen ? sandbox.provider : undefined,
    routes: (app) => sandboxRoutes(app, { sandbox, deliver, returnUrls }),
    tasks: {
      'billing:pass_sandbox_time': async () => {
        await sandbox.passTime()
        await sandbox.deliverWaiting(deliver)
      },
    },
    crontab: '*/10 * * * * billing:pass_sandbox_time',
  }
}
