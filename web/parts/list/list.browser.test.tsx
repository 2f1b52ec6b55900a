import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button, focused, keys, mount, screenWidth } from '#web/ui/testing/mount.tsx'
import { pagesQuery } from '../query/pages-query.ts'
import { choice } from './choice.ts'
import { FilterBar } from './filter-bar.tsx'
import { anyText, oneOf, rulesOf } from './filters.ts'
import { openColumn, PagedTable } from './paged-table.tsx'
import { useFilters, useOpened } from './use-filters.ts'

type Boat = { id: string; name: string; state: string }
type Answer = { boats: Boat[]; after: string | null }
type Ask = (rules: object, after: string | undefined) => Promise<Answer>

const STATES = ['afloat', 'ashore']
const declared = { search: anyText(50), state: oneOf(STATES) }
const words = {
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

function Boats({ ask }: { ask: Ask }) {
  const filters = useFilters(declared, ['page'])
  const { id, open } = useOpened('boat')
  const list = useInfiniteQuery(pagesQuery(['boats', filters.values], (after) => ask(rulesOf(filters.values), after)))
  return (
    <>
      <h1>Boats</h1>
      <FilterBar filters={filters} words={words} fields={[choice('state', 'State', { values: STATES, say: String })]} />
      <PagedTable
        list={list}
        rowsOf={({ boats }) => boats}
        label="Boats"
        words={words}
        isFiltered={filters.isFiltered}
        columns={[
          { id: 'name', header: 'Name', cell: ({ name }) => name },
          openColumn<Boat>({ header: 'Details', word: 'Show', label: ({ name }) => `Show ${name}` }, (boat) =>
            open(boat.id),
          ),
        ]}
        rowId={(boat) => boat.id}
        onOpen={(boat) => open(boat.id)}
      />
      <output>{id === null ? 'nothing is open' : `open: ${id}`}</output>
    </>
  )
}

/** Shows the list at an address until the test ends. */
function mountBoats(query: string, ask: Ask): void {
  const before = window.location.href
  window.history.replaceState(null, '', `${window.location.pathname}?${query}`)
  onTestFinished(() => window.history.replaceState(null, '', before))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  mount(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Boats ask={ask} />
      </BrowserRouter>
    </QueryClientProvider>,
  )
}

const boat = (name: string): Boat => ({ id: name.toLowerCase(), name, state: 'afloat' })
const query = () => window.location.search.slice(1)

test('the server is asked for what the address says, and another filter begins at the first page', async () => {
  const asked: object[] = []
  mountBoats('tab=harbour&page=3&state=ashore&search=%20', async (rules) => {
    asked.push(rules)
    return { boats: [boat('Ada')], after: null }
  })
  await expect.element(page.getByRole('cell', { name: 'Ada', exact: true })).toBeVisible()
  expect(asked).toEqual([{ state: 'ashore' }])

  await page.getByRole('searchbox').fill('bo')
  await expect.poll(query).toBe('tab=harbour&state=ashore&search=bo')
  await expect.poll(() => asked.at(-1)).toEqual({ state: 'ashore', search: 'bo' })
  await button('Clear filters').click()
  await expect.poll(query).toBe('tab=harbour')
  await expect.poll(() => asked.at(-1)).toEqual({})
})

test('by keyboard alone a row is opened by its last cell', async () => {
  mountBoats('', async () => ({ boats: [boat('Ada'), boat('Bob')], after: null }))
  await expect.element(page.getByRole('cell', { name: 'Ada', exact: true })).toBeVisible()
  const search = page.getByRole('searchbox').element() as HTMLElement
  search.focus()
  await keys('{Tab}', '{Tab}', '{Tab}')
  expect(focused()).toBe('Show Bob')
  await keys('{Enter}')
  await expect.element(page.getByText('open: bob')).toBeVisible()
  expect(query()).toBe('boat=bob')
})

test('it says that it loads, why it could not, and tries again', async () => {
  let fails = true
  let answer: (found: Answer) => void = () => undefined
  mountBoats('', () => (fails ? Promise.reject(new Error('no')) : new Promise((resolve) => (answer = resolve))))
  await expect.poll(() => document.querySelector('[role=alert]')?.textContent).toContain(words.failed)
  fails = false
  await button('Retry').click()
  answer({ boats: [], after: null })
  await expect.element(page.getByText(words.empty)).toBeVisible()
  await expect.element(page.getByText(words.emptyText)).toBeVisible()
})

test('nothing that matches is another sentence than nothing at all', async () => {
  mountBoats('state=ashore', async () => ({ boats: [], after: null }))
  await expect.element(page.getByText(words.noMatch)).toBeVisible()
})

test('more rows come below those that are there', async () => {
  mountBoats('', async (_, after) =>
    after === undefined ? { boats: [boat('Ada')], after: 'ada' } : { boats: [boat('Bob')], after: null },
  )
  await button('Show more').click()
  await expect.element(page.getByRole('cell', { name: 'Bob', exact: true })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Ada', exact: true })).toBeVisible()
  await expect.element(button('Show more')).not.toBeInTheDocument()
})

test('a phone folds the filters away, shows those that are set, and never scrolls sideways', async () => {
  await screenWidth(390)
  mountBoats('', async () => ({ boats: [boat('Ada')], after: null }))
  await expect.element(page.getByRole('cell', { name: 'Ada', exact: true })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'State' })).not.toBeInTheDocument()
  await button('Filters').click()
  await expect.element(page.getByRole('combobox', { name: 'State' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})
