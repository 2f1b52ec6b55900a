import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SearchProvider, useSearch } from './search-context.tsx'

const NAME = 'Mietvertrag Bergstrasse.pdf'

/** The page of the test is the list; what is found is looked for on it. */
function Field() {
  const { query, setQuery, find } = useSearch()
  return (
    <>
      <input aria-label="Search" value={query} onChange={(event) => setQuery(event.target.value)} />
      <button type="button" onClick={() => find(NAME, location.pathname)}>
        Find
      </button>
    </>
  )
}

/** Shows the app as a page does that was loaded anew: what it knows is the address and the state of the history. */
function load() {
  const router = createBrowserRouter([
    {
      path: '*',
      element: (
        <SearchProvider>
          <Field />
        </SearchProvider>
      ),
    },
  ])
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  root.render(<RouterProvider router={router} />)
  let isThere = true
  const leave = () => {
    if (!isThere) return
    isThere = false
    root.unmount()
    router.dispose()
    place.remove()
  }
  onTestFinished(leave)
  return { reload: () => (leave(), load()), goBack: () => router.navigate(-1) }
}
const field = page.getByLabelText('Search')

test('a name that was found stays with a reload, and no address has any of it', async () => {
  const { href, search } = location
  onTestFinished(() => history.replaceState(null, '', href))
  let app = load()
  await userEvent.click(page.getByRole('button', { name: 'Find' }))
  await expect.element(field).toHaveValue(NAME)
  await expect.poll(() => JSON.stringify(history.state)).toContain(NAME)
  expect(location.href).not.toContain('Mietvertrag')
  app = app.reload()
  await expect.element(field).toHaveValue(NAME)

  await userEvent.fill(field, 'Mietvertrag')
  await expect.poll(() => JSON.stringify(history.state)).not.toContain('Bergstrasse')
  expect(location.href).not.toContain('Mietvertrag')
  app = app.reload()
  await expect.element(field).toHaveValue('Mietvertrag')

  await userEvent.fill(field, '')
  app = app.reload()
  await expect.element(field).toHaveValue('')
  await app.goBack()
  await expect.poll(() => location.search).toBe(search)
  await expect.element(field).toHaveValue('')
})
