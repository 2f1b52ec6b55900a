import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { button, focused, keys, mount, screenWidth } from '../testing/mount.tsx'

/** A way of folders, each at its own address. @returns where the person is. */
function showWay(...names: string[]): () => string {
  const crumbs = names.map((label, at) => ({ label, to: `/folder/${at}`, dropId: `folder-${at}` }))
  const element = (
    <Breadcrumbs
      label="Where you are"
      crumbs={crumbs}
      moreLabel="Folders between"
      upLabel={(name) => `Up to ${name}`}
    />
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/here'] })
  mount(<RouterProvider router={router} />)
  return () => router.state.location.pathname
}

const way = () => page.getByRole('navigation', { name: 'Where you are' })
const link = (name: string) => way().getByRole('link', { name, exact: true })
const linkNames = () =>
  way()
    .getByRole('link')
    .elements()
    .map((element) => element.textContent)

test('every step but the last is a link; the last one is the page itself', async () => {
  const at = showWay('My Files', 'Contracts', '2026')
  expect(linkNames()).toEqual(['My Files', 'Contracts'])
  await expect.element(way().getByText('2026')).toHaveAttribute('aria-current', 'page')
  await expect.element(link('Contracts')).toHaveAttribute('data-drop-id', 'folder-1')
  await expectAccessible()
  await userEvent.click(link('Contracts'))
  await expect.poll(at).toBe('/folder/1')
})

test('a way of five is shown whole', () => {
  showWay('One', 'Two', 'Three', 'Four', 'Five')
  expect(linkNames()).toEqual(['One', 'Two', 'Three', 'Four'])
  expect(button('Folders between').query()).toBeNull()
})

test('the middle of a longer way is in a menu, which works by keyboard and gives the focus back', async () => {
  const at = showWay('One', 'Two', 'Three', 'Four', 'Five', 'Six')
  expect(linkNames()).toEqual(['One', 'Two', 'Five'])
  link('Two').element().focus()
  await keys('{Tab}')
  await expect.poll(focused).toBe('Folders between')
  await keys('{Enter}')
  await expect.poll(focused).toBe('Three')
  await expectAccessible()
  await keys('{Escape}')
  await expect.poll(focused).toBe('Folders between')
  expect(at()).toBe('/here')
  await keys('{Enter}')
  await expect.poll(focused).toBe('Three')
  await keys('{ArrowDown}')
  await expect.poll(focused).toBe('Four')
  await keys('{Enter}')
  await expect.poll(at).toBe('/folder/3')
})

test('a small screen shows the page and the way back by one', async () => {
  await screenWidth(390)
  const at = showWay('My Files', 'Contracts', '2026')
  await expect.element(page.getByText('2026')).toBeVisible()
  expect(linkNames(), 'only the arrow is read').toEqual([''])
  await expectAccessible()
  const up = link('Up to Contracts')
  up.element().focus()
  await keys('{Enter}')
  await expect.poll(at).toBe('/folder/1')
})

test('a folder of the first level has no arrow, and a long name does not widen the page', async () => {
  await screenWidth(390)
  const name = 'A name of a folder that is longer than any screen of a telephone is wide, and then some'
  showWay('My Files', name)
  expect(way().getByRole('link').elements()).toEqual([])
  await expect.element(way().getByText(name)).toHaveAttribute('title', name)
  expect(document.documentElement.scrollWidth).toBe(390)
})
