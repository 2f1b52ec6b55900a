import { fromBrowser } from '../browser-answers.ts'
import type { Checks } from '../check.ts'
import { menuFollowsPermissions } from './guards.ts'
import { articlesAndSitemap, nothingIsDead, publicPagesAnswer, unknownAddressIsNotFound } from './pages.ts'
import { staysOnOrigin } from './redirects.ts'
import { strangersSeeNothing } from './strangers.ts'

/** Of the category "navigation". */
export const navigationChecks: Checks = {
  'NAV-01': publicPagesAnswer,
  'NAV-02': unknownAddressIsNotFound,
  'NAV-03': articlesAndSitemap,
  'NAV-04': strangersSeeNothing,
  'NAV-05': nothingIsDead,
  'NAV-06': menuFollowsPermissions,
  'NAV-07': fromBrowser('NAV-07'),
  'NAV-08': staysOnOrigin,
}
