import { PARTNER_LIMITS, PARTNER_STATES } from '#contract/partners/partners.ts'
import { anId, anyText, oneOf } from '#web/parts/list/filters.ts'

/** What partners are filtered by; all of it is in the address. */
export const partnerFilters = {
  search: anyText(PARTNER_LIMITS.searchCharacters),
  state: oneOf(PARTNER_STATES),
  tier: anId(),
}
