import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { audit as text } from '#web/messages/audit/audit.ts'
import { FilterBar } from '#web/parts/list/filter-bar.tsx'
import type { UsedFilters } from '#web/parts/list/use-filters.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { personLabel } from './audit-columns.tsx'
import type { auditFilters } from './audit-filters.ts'
import { peopleQuery } from './audit.queries.ts'

type Props = { filters: UsedFilters<typeof auditFilters>; tools: ReactNode }

/** Search and filters of the log. */
export function AuditFilterRow({ filters, tools }: Props) {
  const { data: people = [] } = useQuery(peopleQuery(useVault().audit))
  const persons = people.map((person) => [person.userId, personLabel(person)] as const)
  const { actor } = filters.values
  // Somebody of the address who is in no list any more can still be seen, and taken away.
  const known =
    actor === '' || persons.some(([id]) => id === actor) ? persons : [...persons, [actor, text.unnamed(actor)] as const]
  return (
    <FilterBar
      filters={filters}
      words={{
        title: text.filters,
        search: text.search,
        clearSearch: text.clearSearch,
        clear: text.clearFilters,
        all: text.all,
      }}
      fields={[
        { name: 'category', label: text.category, options: Object.entries(text.categories), width: 'w-44' },
        { name: 'risk', label: text.risk, options: Object.entries(text.risks), width: 'w-28' },
        { name: 'actor', label: text.actor, options: known, width: 'w-44' },
        { name: 'from', label: text.since, width: 'w-38' },
        { name: 'to', label: text.until, width: 'w-38' },
      ]}
      tools={tools}
      className="px-4 pb-4"
    />
  )
}
