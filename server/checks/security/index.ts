import type { Checks } from '../check.ts'
import { auditLogIsWhole } from './audit.ts'
import { buildIsTheRecorded } from './build.ts'
import { burstIsSlowedDown } from './burst.ts'
import { detectorsRecogniseAttacks } from './detectors.ts'
import { idsOfOthersGetNothing } from './foreign-ids.ts'
import { headersAreOnEveryAnswer, policyIsStrict } from './headers.ts'
import { injectionsDoNothing } from './injections.ts'
import { cryptographyAnswersAsPublished } from './known-answers.ts'
import { linksResistAndEnd } from './links.ts'
import { otherOriginsGetNothing, pagesElsewhereCannotAct } from './origins.ts'
import { expiredRolesEnd, rolesMayWhatTheTableSays } from './roles.ts'
import { secretsAreKept } from './secrets.ts'
import { tlsIsModern } from './transport.ts'
import { abusiveUploadsAreRefused, storeShowsNothing } from './uploads.ts'

/** Of the category "security". */
export const securityChecks: Checks = {
  'SEC-01': headersAreOnEveryAnswer,
  'SEC-02': policyIsStrict,
  'SEC-03': tlsIsModern,
  'SEC-04': otherOriginsGetNothing,
  'SEC-05': pagesElsewhereCannotAct,
  'SEC-06': idsOfOthersGetNothing,
  'SEC-07': rolesMayWhatTheTableSays,
  'SEC-08': expiredRolesEnd,
  'SEC-09': injectionsDoNothing,
  'SEC-10': abusiveUploadsAreRefused,
  'SEC-11': storeShowsNothing,
  'SEC-12': cryptographyAnswersAsPublished,
  'SEC-13': auditLogIsWhole,
  'SEC-14': detectorsRecogniseAttacks,
  'SEC-15': burstIsSlowedDown,
  'SEC-16': secretsAreKept,
  'SEC-17': buildIsTheRecorded,
  'SEC-18': linksResistAndEnd,
}
