import { PEOPLE_LIMITS } from '#contract/organisation/people.ts'
import { TEAM_ROLES } from '#contract/permissions.ts'
import type { PeopleRules } from '#web/lib/remote/vault-client.ts'
import { anyText, oneOf, rulesOf } from '#web/parts/list/filters.ts'
import { useFilters } from '#web/parts/list/use-filters.ts'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useMembers } from './use-members.ts'

/** States that only people who manage users know of. */
export const FOUND_STATES = ['suspended', 'waiting'] as const
const FILTERS = {
  search: anyText(PEOPLE_LIMITS.searchCharacters),
  role: oneOf(TEAM_ROLES),
  state: oneOf(FOUND_STATES),
  guests: oneOf(['only']),
}

/** People whom the filters let through, which are in the address; those who were removed apart. @param isTable has its own filters, and those who were removed */
export function useFound(isTable: boolean) {
  const { can } = usePermissions()
  const filters = useFilters(FILTERS)
  const { state, ...rules } = rulesOf(filters.values) as PeopleRules
  return {
    filters,
    // The table asks for these too, as long as it is not filtered.
    present: useMembers(isTable ? { state: 'present' } : { ...rules, state: state ?? 'present' }),
    removed: useMembers({ ...rules, state: 'removed' }, can('manage_users') && state === undefined && !isTable),
  }
}

export type Found = ReturnType<typeof useFound>
