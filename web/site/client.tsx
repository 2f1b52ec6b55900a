import './site.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { preload } from './preload.ts'
import { routes } from './routes.tsx'

// A mailed link without the rest of its address ends at the front page; what went wrong stands behind the #.
if (location.pathname === '/' && location.hash.includes('error=')) location.replace(`/login${location.hash}`)
else void hydrate()

async function hydrate(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  await preload(routes, location.pathname)
  hydrateRoot(
    root,
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes)} />
    </StrictMode>,
  )
}
