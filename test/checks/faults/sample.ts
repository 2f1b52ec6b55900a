import type { CheckId } from '#contract/checks/checks.ts'
import { AUTHENTICATION_FAULTS } from './authentication-faults.ts'
import { RULE_FAULTS } from './database-rules.ts'
import { DOCS_FAULTS } from './docs-faults.ts'
import { EMAIL_FAULTS } from './email-faults.ts'
import type { NamedFault } from './fault-groups.ts'
import { type Faults, faultsFor, stage } from './fault-stage.ts'
import { NAVIGATION_FAULTS } from './navigation-faults.ts'
import { PAYMENT_FAULTS } from './payment-faults.ts'
import { SECURITY_FAULTS } from './security-faults.ts'

const some = (faults: Faults, ...ids: readonly CheckId[]): NamedFault[] =>
  ids.flatMap((id) => faultsFor(faults, id).slice(0, 1))

const rule = (...wanted: readonly CheckId[]): NamedFault[] =>
  wanted.flatMap((id) => {
    const found = RULE_FAULTS.find((fault) => fault.id === id)
    if (!found) return []
    const { sql, ...fault } = found
    return [{ ...fault, breakIt: stage.changing(...sql) }]
  })

/** Faults of `npm test`: of each category that needs nothing around the server, those whose checks are quick. */
export const SAMPLE: readonly NamedFault[] = [
  ...some(NAVIGATION_FAULTS, 'NAV-01', 'NAV-02', 'NAV-03'),
  ...some(AUTHENTICATION_FAULTS, 'AUTH-11', 'AUTH-12'),
  ...rule('DB-04', 'DB-05', 'DB-06', 'DB-10'),
  ...some(PAYMENT_FAULTS, 'PAY-03'),
  ...some(EMAIL_FAULTS, 'MAIL-02'),
  ...some(DOCS_FAULTS, 'DOC-06'),
  ...some(SECURITY_FAULTS, 'SEC-01', 'SEC-04', 'SEC-12'),
]
