import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { Button } from '#web/ui/button/button.tsx'
import { focused, keys, mount, screenWidth } from '#web/ui/testing/mount.tsx'
import { PageFrame } from './page-frame.tsx'

const views = ['Board', 'Tasks', 'Forecast of the quarter'].map((label) => ({
  id: label.slice(0, 5).trim().toLowerCase(),
  label,
  panel: <p>{label} is shown</p>,
}))

const Unknown = () => null
const othersOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `other${at}`, label: `Another view ${at}`, panel: null }))

/** Shows a page at an address until the test ends. */
function mountPage(query: string, others = 0, facts: ReactNode = '12 boats, read a minute ago'): void {
  const before = window.location.href
  const title = document.title
  window.history.replaceState(null, '', `${window.location.pathname}?${query}`)
  onTestFinished(() => window.history.replaceState(null, '', before))
  onTestFinished(() => void (document.title = title))
  mount(
    <BrowserRouter>
      <PageFrame
        title="Harbour"
        lead="Every boat of the harbour, and who looks after it."
        help={{ to: '/docs', label: 'How a harbour is kept' }}
        facts={facts}
        action={<Button>Add a boat</Button>}
        tabs={{ label: 'Views of the harbour', keeps: ['pier'], views: [...othersOf(others), ...views] }}
      />
    </BrowserRouter>,
  )
}

const query = () => window.location.search.slice(1)
const tab = (name: string) => page.getByRole('tab', { name, exact: true })

test('one heading, the facts next to it, the action, and a title of the document', async () => {
  mountPage('')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Harbour')
  await expect.element(page.getByText('12 boats, read a minute ago')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add a boat' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'How a harbour is kept' })).toHaveAttribute('href', '/docs')
  await expect.poll(() => document.title).toBe('Harbour · QuantumShield')
})

test('the tab is in the address with what belongs to all of them, and filters wait with theirs', async () => {
  mountPage('pier=7&tab=tasks&search=rope')
  await expect.element(page.getByText('Tasks is shown')).toBeVisible()
  await tab('Forecast of the quarter').click()
  await expect.poll(query).toBe('pier=7&tab=forec')
  await tab('Board').click()
  await expect.poll(query).toBe('pier=7')
  await tab('Tasks').click()
  await expect.poll(query).toBe('pier=7&tab=tasks&search=rope')
  await tab('Forecast of the quarter').click()
  await expect.poll(query).toBe('pier=7&tab=forec')
  await tab('Board').click()
  await expect.poll(query).toBe('pier=7')
  // The address changes before the page does.
  await expect.element(page.getByText('Forecast of the quarter is shown')).not.toBeInTheDocument()
  window.history.back()
  await expect.poll(query).toBe('pier=7&tab=forec')
  await expect.element(page.getByText('Forecast of the quarter is shown')).toBeVisible()
})

test('an address that names no tab of the page shows the first', async () => {
  mountPage('tab=lighthouse')
  await expect.element(page.getByText('Board is shown')).toBeVisible()
})

test('by keyboard alone another tab is opened', async () => {
  mountPage('')
  await expect.element(page.getByText('Board is shown')).toBeVisible()
  ;(page.getByRole('button', { name: 'Add a boat' }).element() as HTMLElement).focus()
  await keys('{Tab}')
  expect(focused()).toBe('Board')
  await keys('{ArrowRight}', '{Enter}')
  await expect.element(page.getByText('Tasks is shown')).toBeVisible()
  await expect.poll(query).toBe('tab=tasks')
})

test('a phone shows the tab that is open, though its strip is longer than the screen', async () => {
  await screenWidth(390)
  mountPage('tab=forec', 6)
  await expect.element(page.getByText('Forecast of the quarter is shown')).toBeVisible()
  const right = () => tab('Forecast of the quarter').element().getBoundingClientRect().right
  await expect.poll(right).toBeLessThanOrEqual(390)
})

test('facts that are not known yet leave no room in the head', async () => {
  mountPage('', 0, <Unknown />)
  await expect.element(page.getByText('Board is shown')).toBeVisible()
  const empty = [...document.querySelectorAll('p')].filter((one) => one.textContent === '' && one.offsetParent !== null)
  expect(empty).toEqual([])
})

test('a phone never scrolls sideways', async () => {
  await screenWidth(390)
  mountPage('')
  await expect.element(page.getByText('Board is shown')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})
