import { PEOPLE_LIMITS } from '#contract/organisation/people.ts'
import { TEAM_ROLES } from '#contract/permissions.ts'
import type { PeopleRules } from '#web/lib/remote/vault-client.ts'
import { anId, anyText, oneOf, rulesOf } from '#web/parts/list/filters.ts'
import type { UsedFilters } from '#web/parts/list/use-filters.ts'

/** States that the table can be narrowed to; without one it has everybody but those who were removed. */
export const TABLE_STATES = ['suspended', 'waiting', 'removed'] as const

export const peopleFilters = {
  search: anyText(PEOPLE_LIMITS.searchCharacters),
  role: oneOf(TEAM_ROLES),
  state: oneOf(TABLE_STATES),
  factor: oneOf(['missing']),
  team: anId(),
  guests: oneOf(['only']),
}

/** Returns the filters as the server takes them. */
export function peopleRules(values: UsedFilters<typeof peopleFilters>['values']): PeopleRules {
  const { state, ...rules } = rulesOf(values) as PeopleRules
  return { ...rules, state: state ?? 'present' }
}
