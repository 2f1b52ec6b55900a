import type { Checks } from '../check.ts'
import { describesItsRoutes } from './api.ts'
import { deliversWhatIsListed, legalTextsAreThere, versionAndMaterialsAreThere } from './delivered.ts'
import { examplesWork } from './examples.ts'
import { guidesAreThere, linksLeadSomewhere } from './guides.ts'

/** Of the category "docs". */
export const docsChecks: Checks = {
  'DOC-01': guidesAreThere,
  'DOC-02': linksLeadSomewhere,
  'DOC-03': describesItsRoutes,
  'DOC-04': examplesWork,
  'DOC-05': deliversWhatIsListed,
  'DOC-06': versionAndMaterialsAreThere,
  'DOC-07': legalTextsAreThere,
}
