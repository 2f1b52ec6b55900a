import type { CheckId } from '#contract/checks/checks.ts'
import { PAGE_FAULTS } from '../../../e2e/checks/page-faults.ts'
import { AUTHENTICATION_FAULTS } from './authentication-faults.ts'
import { DATABASE_FAULTS } from './database-faults.ts'
import { DOCS_FAULTS } from './docs-faults.ts'
import { EMAIL_FAULTS } from './email-faults.ts'
import { INTEGRATION_FAULTS, TIMESTAMP_FAULT } from './integration-faults.ts'
import { FIGURE_FAULTS, PHONE_FAULTS } from './mobile-faults.ts'
import { NAVIGATION_FAULTS } from './navigation-faults.ts'
import { PAYMENT_FAULTS } from './payment-faults.ts'
import { SECURITY_FAULTS } from './security-faults.ts'

/** Ids of checks, by the file whose tests plant faults for them. Not every id that a file writes need be one of a check. */
export const PLANTED: Readonly<Record<string, readonly string[]>> = {
  'test/checks/faults/navigation.test.ts': Object.keys(NAVIGATION_FAULTS),
  'test/checks/faults/authentication.test.ts': Object.keys(AUTHENTICATION_FAULTS),
  'test/checks/faults/database.test.ts': DATABASE_FAULTS.map(({ id }) => id),
  'test/checks/faults/mobile.test.ts': [...PHONE_FAULTS.map(({ id }) => id), ...Object.keys(FIGURE_FAULTS)],
  'test/checks/faults/payments.test.ts': Object.keys(PAYMENT_FAULTS),
  'test/checks/faults/email.test.ts': Object.keys(EMAIL_FAULTS),
  'test/checks/faults/docs.test.ts': Object.keys(DOCS_FAULTS),
  'test/checks/faults/integrations.test.ts': [...INTEGRATION_FAULTS, TIMESTAMP_FAULT].map(({ id }) => id),
  'test/checks/faults/security.test.ts': Object.keys(SECURITY_FAULTS),
  'e2e/checks/broken-pages.spec.ts': Object.keys(PAGE_FAULTS),
}

type Apart = { reason: string; file: string; title: string }

/** Checks whose fault is none of the lists above: why, and the test that turns the check red instead. */
export const APART: Readonly<Partial<Record<CheckId, Apart>>> = {
  'SEC-03': {
    reason: 'a certificate that ends soon needs a server that ends TLS itself; the server of the other faults does not',
    file: 'test/checks/faults/security.test.ts',
    title: 'SEC-03 passes with a certificate of a month, and turns red: one that ends in days',
  },
}
