import { CONSENTS, CONTACT_SOURCES } from '#contract/growth/contacts.ts'
import type { ContactRules } from '#web/lib/remote/vault-client.ts'
import { aDay, anyText, type FilterValues, oneOf, rulesOf, startOfDay } from '#web/parts/list/filters.ts'

/** What contacts are filtered by; all of it is in the address. */
export const contactFilters = {
  search: anyText(200),
  source: oneOf(CONTACT_SOURCES),
  consent: oneOf(CONSENTS),
  tag: anyText(50),
  from: aDay,
  to: aDay,
}

/** Returns what the server is asked for. `to` includes its whole day. */
export function contactRules(values: FilterValues<typeof contactFilters>): ContactRules {
  const { from, to } = values
  return rulesOf({ ...values, from: startOfDay(from) ?? '', to: startOfDay(to, 1) ?? '' }) as ContactRules
}
