import type { RateLimits } from '#server/http/rate-limits.ts'
import type { BillingServices } from '#server/billing/billing.service.ts'
import type { Database } from '#server/db/database.ts'
import type { TextModels } from '#server/ai/text-models.ts'
import type { RecordSigner } from '#server/content/record-signer.ts'
import type { Mail } from '#server/mail/mail.ts'
import { billingFunctions } from './billing.functions.ts'
import { domainFunctions } from './domains.function.ts'
import { keywordFunctions } from './keywords.function.ts'
import type { Registry } from './registry.ts'
import { studioFunctions } from './studio.functions.ts'
import { supportFunctions } from './support.function.ts'

export type FunctionServices = {
  config: { supportEmail: string | undefined; dnsServers: readonly string[] }
  database: Database
  mail: Mail
  limits: RateLimits
  models: TextModels
  /** Signs what models write. */
  signer: RecordSigner
  /** Undefined where billing is off. */
  billing: BillingServices | undefined
}

/** Every function of functions/v1. */
export function createRegistry({
  config,
  database,
  mail,
  limits,
  models,
  signer,
  billing,
}: FunctionServices): Registry {
  return {
    ...supportFunctions({ supportEmail: config.supportEmail, database, mail, limits }),
    ...billingFunctions(billing, limits),
    ...domainFunctions({ config, database, limits }),
    ...keywordFunctions({ database, limits }),
    ...studioFunctions({ database, models, signer, limits }),
  }
}
