import { RateLimits } from '#server/auth/rate-limits.ts'
import type { BillingServices } from '#server/billing/billing.service.ts'
import type { Database } from '#server/db/database.ts'
import type { Mail } from '#server/mail/mail.ts'
import { billingFunctions } from './billing.functions.ts'
import { domainFunctions } from './domains.function.ts'
import type { Registry } from './registry.ts'
import { supportFunctions } from './support.function.ts'

export type FunctionServices = {
  config: { supportEmail: string | undefined; rateLimitFactor: number; dnsServers: readonly string[] }
  secrets: { serverSecret: Buffer }
  database: Database
  mail: Mail
  /** Undefined where billing is off. */
  billing: BillingServices | undefined
}

/** Every function of functions/v1. */
export function createRegistry({ config, secrets, database, mail, billing }: FunctionServices): Registry {
  const limits = new RateLimits(database, secrets.serverSecret, config.rateLimitFactor)
  return {
    ...supportFunctions({ supportEmail: config.supportEmail, database, mail, limits }),
    ...billingFunctions(billing, limits),
    ...domainFunctions({ config, database, limits }),
  }
}
