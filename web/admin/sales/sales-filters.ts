import { DEAL_LIMITS, NO_OWNER } from '#contract/sales/deals.ts'
import { anId, anyText } from '#web/parts/list/filters.ts'

/** What deals are filtered by; all of it is in the address. */
export const salesFilters = { search: anyText(DEAL_LIMITS.searchCharacters), owner: anId(NO_OWNER), stage: anId() }
