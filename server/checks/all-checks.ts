import { CHECK_IDS, type CheckId } from '#contract/checks/checks.ts'
import { authenticationChecks } from './authentication/index.ts'
import type { Check, Checks } from './check.ts'
import { databaseChecks } from './database/index.ts'
import { docsChecks } from './docs/index.ts'
import { emailChecks } from './email/index.ts'
import { integrationChecks } from './integrations/index.ts'
import { mobileChecks } from './mobile/index.ts'
import { navigationChecks } from './navigation/index.ts'
import { paymentChecks } from './payments/index.ts'
import { securityChecks } from './security/index.ts'

const ALL: Checks = {
  ...navigationChecks,
  ...authenticationChecks,
  ...databaseChecks,
  ...mobileChecks,
  ...paymentChecks,
  ...emailChecks,
  ...docsChecks,
  ...integrationChecks,
  ...securityChecks,
}

/** Every check of the comprehensive test, in the order of `CHECKS`. */
export const ALL_CHECKS: readonly (readonly [CheckId, Check])[] = CHECK_IDS.flatMap((id) => {
  const check = ALL[id]
  return check ? [[id, check] as const] : []
})
