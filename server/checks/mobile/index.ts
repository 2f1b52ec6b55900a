import { fromBrowser } from '../browser-answers.ts'
import type { Checks } from '../check.ts'
import { pagesAreZoomedAndInstalled } from './installable.ts'
import { withinBudget } from './budget.ts'

/** Of the category "mobile". What a browser looks at is in web/admin/checks/browser. */
export const mobileChecks: Checks = {
  'MOB-01': pagesAreZoomedAndInstalled,
  'MOB-02': fromBrowser('MOB-02'),
  'MOB-03': fromBrowser('MOB-03'),
  'MOB-04': fromBrowser('MOB-04'),
  'MOB-05': fromBrowser('MOB-05'),
  'MOB-06': fromBrowser('MOB-06', withinBudget),
}
