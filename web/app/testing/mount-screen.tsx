import '../../tokens.css'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished, vi } from 'vitest'
import { m } from '#web/messages/app.ts'
import { Providers } from '../providers.tsx'
import { forgetOnLock, queries } from '../queries.ts'
import { routes } from '../routes.tsx'
import { quietFrame } from './quiet-frame.ts'
import { type VaultAnswers, stubVault } from './stub-vault.ts'

const LOAD_MS = 60_000

/**
 * Shows the app at `address` until the test ends: its routes, guards, queries and toasts over a vault that answers what the frame asks
 * (`quietFrame`) and what `answers` says, call by call. Resolves when the parts of the page are loaded, which takes seconds in the first test.
 */
export async function mountScreen(address: string, answers: VaultAnswers = {}) {
  const client = stubVault(together(quietFrame(), answers))
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const place = document.createElement('div')
  place.id = 'root'
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    router.dispose()
    place.remove()
    queries.clear()
    localStorage.clear()
  })
  retryAtOnce()
  forgetOnLock(client.account)
  root.render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  )
  await vi.waitFor(() => {
    const isLoading = [...document.querySelectorAll('output')].some((one) => one.textContent === m.common.loading)
    if (isLoading || !router.state.initialized || !place.hasChildNodes()) throw new Error('the page is not loaded')
  }, LOAD_MS)
  return {
    /** Path and query that the router shows. */
    address: () => router.state.location.pathname + router.state.location.search,
    go: (to: string) => router.navigate(to),
    /** Asks for the person's rights again, as the page does when they are no longer fresh. */
    readRights: () => queries.invalidateQueries({ queryKey: ['roles'] }),
    goBack: () => router.navigate(-1),
    goForward: () => router.navigate(1),
  }
}

/** The answers of both; where both name a call, those of `over`. */
export function together(under: VaultAnswers, over: VaultAnswers): VaultAnswers {
  const names = new Set([...Object.keys(under), ...Object.keys(over)]) as Set<keyof VaultAnswers>
  // `enter` is a call and no feature.
  const both = (name: keyof VaultAnswers): object | undefined => {
    const given: object | undefined = over[name]
    return typeof given === 'function' ? given : { ...under[name], ...given }
  }
  return Object.fromEntries([...names].map((name) => [name, both(name)]))
}

/** A question that failed is asked again as often as in the product, but without the pauses. */
function retryAtOnce(): void {
  const defaults = queries.getDefaultOptions()
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } })
  onTestFinished(() => queries.setDefaultOptions(defaults))
}
