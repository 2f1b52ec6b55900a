import { useInfiniteQuery } from '@tanstack/react-query'
import { FilterBar } from '#web/parts/list/filter-bar.tsx'
import { anyText, oneOf, rulesOf } from '#web/parts/list/filters.ts'
import { PagedTable } from '#web/parts/list/paged-table.tsx'
import { useFilters } from '#web/parts/list/use-filters.ts'
import { Card } from '#web/ui/layout/card.tsx'
import type { TableColumn } from '#web/ui/list/table.tsx'

type Boat = { id: string; name: string; state: string; berth: number }

const STATES = ['afloat', 'ashore']
const BOATS: Boat[] = ['Ada', 'Bertha', 'Clara', 'Dora', 'Emma'].map((name, at) => ({
  id: name,
  name,
  state: STATES[at % 2] ?? '',
  berth: at + 1,
}))
const FILTERS = { search: anyText(50), state: oneOf(STATES) }
const COLUMNS: TableColumn<Boat>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  { id: 'state', header: 'State', cell: ({ state }) => state, from: 'sm' },
  { id: 'berth', header: 'Berth', cell: ({ berth }) => berth, from: 'lg' },
]
const WORDS = {
  title: 'Filters',
  search: 'Search boats',
  clearSearch: 'Clear the search',
  clear: 'Clear filters',
  all: 'All',
  loading: 'Loading boats',
  failed: 'The boats could not be loaded',
  retry: 'Retry',
  more: 'Show more',
  empty: 'No boats yet',
  emptyText: 'Add the first one.',
  noMatch: 'No boat matches',
}

/** A list with its filters. */
export function ListSample() {
  const filters = useFilters(FILTERS)
  const { search = '', state } = rulesOf(filters.values)
  const list = useInfiniteQuery({
    queryKey: ['boats', search, state],
    queryFn: () => BOATS.filter((boat) => boat.name.includes(search) && (!state || boat.state === state)),
    initialPageParam: 0,
    getNextPageParam: () => undefined,
  })
  return (
    <Card>
      <FilterBar
        filters={filters}
        words={WORDS}
        fields={[{ name: 'state', label: 'State', options: STATES.map((one) => [one, one]), width: 'w-40' }]}
        className="p-4"
      />
      <PagedTable
        list={list}
        rowsOf={(rows) => rows}
        label="Boats"
        words={WORDS}
        isFiltered={filters.isFiltered}
        columns={COLUMNS}
        rowId={({ id }) => id}
      />
    </Card>
  )
}
