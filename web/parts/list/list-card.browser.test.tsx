import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { Anchor, PanelRight } from 'lucide-react'
import { BrowserRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { createStore } from '#web/lib/remote/store.ts'
import { type AccountState, type SavedView, type VaultClient, VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button, focused, keys, mount, screenWidth } from '#web/ui/testing/mount.tsx'
import { VaultContext } from '../vault/vault-context.ts'
import { ChosenAct } from './chosen/chosen-bar.tsx'
import { useChosen } from './chosen/use-chosen.ts'
import { useEach } from './chosen/use-each.ts'
import { anyText, oneOf } from './filters.ts'
import { ListCard } from './list-card.tsx'
import { openColumn, rowsIn } from './paged-table.tsx'
import { RawJson } from './row/raw-json.tsx'
import { RowPanel, stepsFrom } from './row/row-panel.tsx'
import { useFilters, useOpened } from './use-filters.ts'

type Boat = { id: string; name: string; berth: number }
type Answer = { boats: Boat[] }

const STATES = ['afloat', 'ashore']
const declared = { search: anyText(50), state: oneOf(STATES) }
const words = {
  filters: { title: 'Filters', search: 'Search boats', clearSearch: 'Clear', clear: 'Clear filters', all: 'All' },
  loading: 'Loading boats',
  failed: 'The boats could not be loaded',
  retry: 'Retry',
  more: 'Show more',
  empty: 'No boats yet',
  emptyText: 'Add the first one.',
  noMatch: 'No boat matches',
}
const BOATS = ['Ada', 'Bob', 'Cleo', 'Dan'].map((name, at) => ({ id: name.toLowerCase(), name, berth: at + 1 }))
const rowId = ({ id }: Boat) => id
const rowsOf = ({ boats }: Answer) => boats

function Boats({ launch }: { launch: (boat: Boat) => Promise<unknown> }) {
  const filters = useFilters(declared, ['page'])
  const { id: openId, idNow, open } = useOpened('boat')
  const list = useInfiniteQuery({
    queryKey: ['boats', filters.query],
    queryFn: async () => ({ boats: BOATS }),
    initialPageParam: '',
    getNextPageParam: () => undefined,
  })
  const rows = rowsIn(list, rowsOf)
  const chosen = useChosen(rows, { rowId, canChoose: ({ name }) => name !== 'Dan', filters: filters.query, max: 50 })
  const each = useEach(chosen, { rowId, nameOf: ({ name }) => name, done: (count) => `${count} launched`, keys: [] })
  const onOpen = (boat: Boat) => open(boat.id)
  const opened = rows.find(({ id }) => id === openId)
  return (
    <main>
      <h1>Boats</h1>
      <ListCard
        name="boats"
        list={list}
        rowsOf={rowsOf}
        rowId={rowId}
        label="Boats"
        words={words}
        filters={filters}
        fields={[{ name: 'state', label: 'State', options: STATES.map((one) => [one, one]), width: 'w-40' }]}
        columns={[
          { id: 'name', header: 'Name', isFixed: true, cell: ({ name }) => name },
          { id: 'berth', header: 'Berth', from: 'sm', cell: ({ berth }) => `Berth ${berth}` },
          { id: 'pier', header: 'Pier', from: 'lg', cell: () => 'North' },
          openColumn<Boat>({ header: 'Details', word: 'Show', label: ({ name }) => `Show ${name}` }, onOpen),
        ]}
        onOpen={onOpen}
        openId={openId}
        choice={{
          chosen,
          nameOf: ({ name }) => name,
          count: '4 boats',
          each,
          acts: <ChosenAct Icon={Anchor} label="Launch" isBusy={each.isPending} onClick={() => each.run(launch)} />,
        }}
        menu={{
          nameOf: ({ name }) => name,
          actsOf: (boat) =>
            boat.name === 'Dan'
              ? []
              : [
                  { label: 'Show details', Icon: PanelRight, onPress: () => onOpen(boat) },
                  { label: 'Launch it', Icon: Anchor, isDanger: true, onPress: () => void launch(boat) },
                ],
        }}
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
    </main>
  )
}

type Options = { query?: string; views?: SavedView[]; fail?: () => boolean; launch?: (boat: Boat) => Promise<unknown> }

/** Shows the list at an address until the test ends. @returns the views that are stored */
function mountBoats({ query = '', views = [], fail = () => false, launch = async () => undefined }: Options = {}) {
  const before = window.location.href
  window.history.replaceState(null, '', `${window.location.pathname}?${query}`)
  onTestFinished(() => {
    window.history.replaceState(null, '', before)
    localStorage.clear()
  })
  const stored = views
  const client = {
    account: {
      state: createStore<Pick<AccountState & { kind: 'open' }, 'kind' | 'userId'>>({ kind: 'open', userId: 'ada' }),
    },
    views: {
      list: async () => {
        if (fail()) throw new VaultError('offline', 'no answer')
        return [...stored]
      },
      add: async (_: string, fields: Omit<SavedView, 'id'>) => {
        if (stored.some(({ name }) => name === fields.name)) throw new VaultError('name_taken', 'taken')
        const made = { id: `view-${stored.length + 1}`, ...fields }
        stored.push(made)
        return made
      },
      change: async (view: SavedView) =>
        void stored.splice(
          stored.findIndex(({ id }) => id === view.id),
          1,
          view,
        ),
      remove: async (id: string) =>
        void stored.splice(
          stored.findIndex((one) => one.id === id),
          1,
        ),
    },
  } as unknown as VaultClient
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  mount(
    <VaultContext value={client}>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <Boats launch={launch} />
        </BrowserRouter>
      </QueryClientProvider>
    </VaultContext>,
  )
  return stored
}

const address = () => window.location.search.slice(1)
const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
const choice = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}`, exact: true })
const chip = (name: string | RegExp) => page.getByRole('region', { name: 'Saved views' }).getByRole('button', { name })
const alert = () => document.querySelector('[role=alert]')?.textContent
const loaded = () => expect.element(page.getByRole('cell', { name: 'Ada', exact: true })).toBeVisible()

test('columns are left out by keyboard, stay so in this browser, and come back', async () => {
  await screenWidth(1440)
  mountBoats()
  await loaded()
  ;(button('Columns').element() as HTMLElement).focus()
  await keys('{Enter}')
  const berth = page.getByRole('menuitemcheckbox', { name: 'Berth' })
  await expect.element(berth).toHaveAttribute('aria-checked', 'true')
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Name' })).not.toBeInTheDocument()
  await berth.click()
  await expect.element(berth).toHaveAttribute('aria-checked', 'false')
  await expect.element(page.getByRole('cell', { name: 'Berth 1' })).not.toBeInTheDocument()
  expect(localStorage.getItem('quantumshield-columns-ada-boats')).toBe('berth')
  await page.getByRole('menuitem', { name: 'Show all columns' }).click()
  await expect.element(page.getByRole('cell', { name: 'Berth 1' })).toBeVisible()
  expect(localStorage.getItem('quantumshield-columns-ada-boats')).toBeNull()
})

test('columns of the time before are left out from the start, and a name that no column has is no matter', async () => {
  await screenWidth(1440)
  localStorage.setItem('quantumshield-columns-ada-boats', 'pier,gone')
  mountBoats()
  await loaded()
  await expect.element(header('Berth')).toBeVisible()
  await expect.element(header('Pier')).not.toBeInTheDocument()
})

test('filters get a name, and its view shows them in the address', async () => {
  const stored = mountBoats({ query: 'tab=harbour&state=ashore&page=3' })
  await loaded()
  await button('Save view').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('On land')
  await keys('{Enter}')
  await expect.element(chip('On land')).toHaveAttribute('aria-pressed', 'true')
  expect(stored).toEqual([{ id: 'view-1', name: 'On land', query: 'state=ashore' }])
  expect(address()).toBe('tab=harbour&state=ashore&view=view-1')

  await button('Clear filters').click()
  await expect.poll(address).toBe('tab=harbour')
  await chip('On land').click()
  await expect.poll(address).toBe('tab=harbour&state=ashore&view=view-1')
  await expect.element(page.getByRole('combobox', { name: 'State' })).toHaveValue('ashore')
})

test('a view never hides which filters apply: others are shown as a change, and can be kept', async () => {
  const stored = mountBoats({
    query: 'view=one&state=afloat',
    views: [{ id: 'one', name: 'On land', query: 'state=ashore' }],
  })
  await loaded()
  await expect.element(page.getByRole('combobox', { name: 'State' })).toHaveValue('afloat')
  await expect.element(chip('On land (changed)')).toHaveAttribute('aria-pressed', 'false')
  await button('More for the view On land').click()
  await page.getByRole('menuitem', { name: 'Save the filters of now' }).click()
  await expect.poll(() => stored).toEqual([{ id: 'one', name: 'On land', query: 'state=afloat' }])
  await expect.element(chip(/^On land$/)).toHaveAttribute('aria-pressed', 'true')
})

test('a view is renamed and deleted by keyboard; a name that is taken is refused where it was typed', async () => {
  const stored = mountBoats({
    query: 'state=ashore',
    views: [{ id: 'one', name: 'On land', query: 'state=ashore' }],
  })
  await loaded()
  ;(button('More for the view On land').element() as HTMLElement).focus()
  await keys('{Enter}', '{Enter}')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ashore')
  await keys('{Enter}')
  await expect.element(chip('Ashore').first()).toBeVisible()
  expect(stored[0]?.name).toBe('Ashore')

  await page.getByRole('combobox', { name: 'State' }).selectOptions('afloat')
  await button('Save view').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ashore')
  await keys('{Enter}')
  await expect.poll(alert).toContain('You use this name already')
  await keys('{Escape}')
  await chip('Ashore').click()
  await button('More for the view Ashore').click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect.poll(() => stored).toEqual([])
  await expect.poll(address).toBe('state=ashore')
})

test('views that could not be read say so above the list, which is there', async () => {
  let fails = true
  mountBoats({ views: [{ id: 'one', name: 'On land', query: 'state=ashore' }], fail: () => fails })
  await expect.poll(alert).toContain('Your saved views could not be read')
  await loaded()
  fails = false
  await button('Retry').click()
  await expect.element(chip('On land')).toBeVisible()
})

test('rows are chosen one by one, by range and all at once; Escape leaves them, and other filters do', async () => {
  mountBoats()
  await loaded()
  await expect.element(page.getByText('4 boats')).toBeVisible()
  ;(choice('Ada').element() as HTMLElement).focus()
  await keys(' ')
  await expect.element(page.getByText('1 chosen')).toBeVisible()
  await choice('Cleo').click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('3 chosen')).toBeVisible()
  await expect.element(choice('Dan')).not.toBeInTheDocument()
  await keys('{Escape}')
  await expect.element(page.getByText('4 boats')).toBeVisible()
  await expect.element(button('Launch')).not.toBeInTheDocument()
  await keys('{Control>}a{/Control}')
  await expect.element(page.getByText('3 chosen')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOptions('ashore')
  await expect.element(page.getByText('4 boats')).toBeVisible()
})

test('an act that fails for some names them, and they stay chosen', async () => {
  const launched: string[] = []
  mountBoats({
    launch: async ({ name }) => {
      if (name === 'Bob') throw new VaultError('offline', 'no answer')
      launched.push(name)
    },
  })
  await loaded()
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).click()
  await button('Launch').click()
  await expect.poll(alert).toMatch(/^1 of 3 were not changed:Bob: /)
  expect(launched).toEqual(['Ada', 'Cleo'])
  await expect.element(page.getByText('1 chosen')).toBeVisible()
  await expect.element(choice('Bob')).toHaveAttribute('aria-checked', 'true')
})

test('a row is open next to the list with its JSON; J and K walk, and Escape gives the focus back', async () => {
  await screenWidth(1440)
  mountBoats()
  await loaded()
  await expect.element(header('Pier')).toBeVisible()
  ;(button('Show Bob').element() as HTMLElement).focus()
  await keys('{Enter}')
  const panel = (name: string) => page.getByRole('complementary', { name })
  await expect.element(panel('Bob')).toBeVisible()
  await expect.element(header('Pier')).not.toBeInTheDocument()
  await expect.element(header('Berth')).toBeVisible()
  await keys('j')
  await expect.element(panel('Cleo')).toBeVisible()
  expect(address()).toBe('boat=cleo')
  // Both before the page is drawn again.
  for (const key of ['k', 'k']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  await expect.element(panel('Ada')).toBeVisible()
  await expect.element(button('Previous row')).toHaveAttribute('aria-disabled', 'true')
  await button('Raw data').click()
  await expect.poll(() => document.querySelector('pre')?.textContent).toContain('"berth": 1')
  await expectAccessible()
  await keys('{Escape}')
  await expect.element(panel('Ada')).not.toBeInTheDocument()
  expect(focused()).toBe('Show Bob')
  await keys('{Enter}')
  await expect.element(panel('Bob')).toBeVisible()
  ;(document.activeElement as HTMLElement).blur()
  await keys('{Escape}')
  await expect.element(panel('Bob')).not.toBeInTheDocument()
})

test('a phone has the row over the list, no columns to choose, and never scrolls sideways', async () => {
  await screenWidth(390)
  mountBoats({ query: 'state=ashore', views: [{ id: 'one', name: 'On land', query: 'state=ashore' }] })
  await loaded()
  await expect.element(button('Columns')).not.toBeInTheDocument()
  await choice('Ada').click()
  await expect.element(page.getByText('1 chosen')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
  await expect.element(button('Show Bob')).not.toBeInTheDocument()
  await button('More for Bob').click()
  await entry('Show details').click()
  await expect.element(page.getByRole('dialog', { name: 'Bob' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

const menuOf = (name: string) => page.getByRole('menu', { name: `More for ${name}` })
const entry = (name: string) => page.getByRole('menuitem', { name, exact: true })
const focus = (name: string) => (button(name).element() as HTMLElement).focus()

test('what can be done with a row is behind its button, by keyboard, and the focus comes back', async () => {
  const launched: string[] = []
  mountBoats({ launch: async ({ name }) => void launched.push(name) })
  await loaded()
  await expect.element(button('More for Dan')).not.toBeInTheDocument()
  focus('More for Bob')
  await keys('{Enter}')
  await expect.element(menuOf('Bob')).toBeVisible()
  await keys('{Escape}')
  await expect.element(menuOf('Bob')).not.toBeInTheDocument()
  await expect.poll(focused).toBe('More for Bob')
  await keys('{Enter}')
  await expect.element(entry('Launch it')).toBeVisible()
  await keys('{ArrowDown}', '{ArrowDown}', '{Enter}')
  await expect.poll(() => launched).toEqual(['Bob'])
  await expect.poll(focused).toBe('More for Bob')
})

test.each(['{Shift>}{F10}{/Shift}', '{ContextMenu}'])(
  '%s opens the menu of the row that has the focus',
  async (key) => {
    mountBoats()
    await loaded()
    focus('Show Cleo')
    await keys(key)
    await expect.element(menuOf('Cleo')).toBeVisible()
    await keys('{Escape}')
    await expect.element(menuOf('Cleo')).not.toBeInTheDocument()
    await expect.poll(focused).toBe('Show Cleo')
    focus('Show Dan')
    await keys(key)
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  },
)

test('a right click opens the menu where it was, and the row is opened from there', async () => {
  await screenWidth(1440)
  mountBoats()
  await loaded()
  await page.getByRole('cell', { name: 'Ada', exact: true }).click({ button: 'right' })
  await expect.element(menuOf('Ada')).toBeVisible()
  expect(address()).toBe('')
  await entry('Show details').click()
  await expect.element(page.getByRole('complementary', { name: 'Ada' })).toBeVisible()
  await keys('{Escape}')
  await expect.element(page.getByRole('complementary', { name: 'Ada' })).not.toBeInTheDocument()
  await expect.poll(focused).toBe('More for Ada')
})

test('a row without acts has the menu of the browser', async () => {
  await screenWidth(1440)
  mountBoats()
  await loaded()
  const isTaken = (name: string) => {
    const press = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
    page.getByRole('cell', { name, exact: true }).element().dispatchEvent(press)
    return press.defaultPrevented
  }
  expect([isTaken('Dan'), isTaken('Ada')]).toEqual([false, true])
})

test('a phone has the menu within its width', async () => {
  await screenWidth(390)
  mountBoats()
  await loaded()
  await button('More for Bob').click()
  const menu = menuOf('Bob')
  await expect.element(menu).toBeVisible()
  const { left, right } = menu.element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(390)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})
