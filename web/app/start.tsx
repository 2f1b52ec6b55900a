import '../tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { watchForNewerBuild } from '#web/lib/remote/newer-build.ts'
import { watchForLostParts } from '#web/lib/remote/parts.ts'
import { Providers } from './providers.tsx'
import { greetReturned } from './account/sign-in/welcome.ts'
import { forgetOnLock, leaveWhenEnded, readAgainWhenReachable } from './queries.ts'
import { routes } from './routes.tsx'
import { finishPendingSignOut } from './pending-sign-out.ts'

/** Puts the app on the page. Everything behind the screens is in `client`. */
export function startApp(client: VaultClient) {
  void finishPendingSignOut(client.account)
  leaveWhenEnded(client.account)
  void greetReturned(client.account)
  readAgainWhenReachable()
  watchForNewerBuild()
  watchForLostParts()

  showApp(client)
}

/** The screens alone, of what `client` has open. @returns what takes them away. */
export function showApp(client: VaultClient): () => void {
  const place = document.getElementById('root')
  if (!place) throw new Error('the page has no #root')
  forgetOnLock(client.account)
  const root = createRoot(place)
  root.render(
    <StrictMode>
      <Providers client={client}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </Providers>
    </StrictMode>,
  )
  return () => root.unmount()
}
