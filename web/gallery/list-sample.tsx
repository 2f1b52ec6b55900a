import { useInfiniteQuery } from '@tanstack/react-query'
import { Anchor, PanelRight, Trash2 } from 'lucide-react'
import { choice } from '#web/parts/list/choice.ts'
import { ChosenAct } from '#web/parts/list/chosen/chosen-bar.tsx'
import { useChosen } from '#web/parts/list/chosen/use-chosen.ts'
import { useEach } from '#web/parts/list/chosen/use-each.ts'
import { anyText, oneOf, rulesOf } from '#web/parts/list/filters.ts'
import { ListCard } from '#web/parts/list/list-card.tsx'
import { openColumn, rowsIn } from '#web/parts/list/paged-table.tsx'
import { RawJson } from '#web/parts/list/row/raw-json.tsx'
import { RowPanel, stepsFrom } from '#web/parts/list/row/row-panel.tsx'
import type { RowMenu } from '#web/parts/list/row/use-row-menu.tsx'
import { useFilters, useOpened } from '#web/parts/list/use-filters.ts'
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
  { id: 'name', header: 'Name', isFixed: true, cell: ({ name }) => name },
  { id: 'state', header: 'State', cell: ({ state }) => state, from: 'sm' },
  { id: 'berth', header: 'Berth', cell: ({ berth }) => berth, from: 'lg' },
]
const WORDS = {
  filters: {
    title: 'Filters',
    search: 'Search boats',
    clearSearch: 'Clear the search',
    clear: 'Clear filters',
    all: 'All',
  },
  loading: 'Loading boats',
  failed: 'The boats could not be loaded',
  retry: 'Retry',
  more: 'Show more',
  empty: 'No boats yet',
  emptyText: 'Add the first one.',
  noMatch: 'No boat matches',
}

const rowId = ({ id }: Boat) => id
const rowsOf = (rows: readonly Boat[]) => rows
const menuOf = (onOpen: (boat: Boat) => void): RowMenu<Boat> => ({
  nameOf: rowId,
  actsOf: (boat) => [
    { label: 'Show', Icon: PanelRight, onPress: () => onOpen(boat) },
    { label: 'Scrap', Icon: Trash2, isDanger: true, onPress: () => undefined },
  ],
})
const wait = () => new Promise((resolve) => setTimeout(resolve, 300))

/** A list with its filters, views, columns, acts for several rows, a menu of each, and a row next to it. Nobody launches Clara. */
export function ListSample() {
  const filters = useFilters(FILTERS)
  const { search = '', state } = rulesOf(filters.values)
  const { id: openId, idNow, open } = useOpened('boat')
  const list = useInfiniteQuery({
    queryKey: ['boats', search, state],
    queryFn: () => BOATS.filter((boat) => boat.name.includes(search) && (!state || boat.state === state)),
    initialPageParam: 0,
    getNextPageParam: () => undefined,
  })
  const rows = rowsIn(list, rowsOf)
  const chosen = useChosen(rows, { rowId, filters: filters.query, max: 50 })
  const each = useEach(chosen, { rowId, nameOf: rowId, done: (count) => `${count} launched`, keys: [] })
  const launch = async ({ name }: Boat) => {
    await wait()
    if (name === 'Clara') throw new Error('Clara is ashore')
  }
  const onOpen = (boat: Boat) => open(boat.id)
  const opened = rows.find(({ id }) => id === openId)
  return (
    <ListCard
      name="boats"
      list={list}
      rowsOf={rowsOf}
      rowId={rowId}
      label="Boats"
      words={WORDS}
      filters={filters}
      fields={[choice('state', 'State', { values: STATES, say: String })]}
      columns={[
        ...COLUMNS,
        openColumn({ header: 'Details', word: 'Show', label: ({ name }) => `Show ${name}` }, onOpen),
      ]}
      onOpen={onOpen}
      openId={openId}
      choice={{
        chosen,
        nameOf: rowId,
        count: `${rows.length} boats`,
        each,
        acts: <ChosenAct Icon={Anchor} label="Launch" isBusy={each.isPending} onClick={() => each.run(launch)} />,
      }}
      menu={menuOf(onOpen)}
      panel={
        <RowPanel
          title={opened?.name ?? ''}
          steps={stepsFrom(rows, { openId, idNow, rowId, onOpen })}
          onClose={() => open(null)}
        >
          {opened && <RawJson value={opened} />}
        </RowPanel>
      }
    />
  )
}
