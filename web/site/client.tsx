import './site.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadPage } from './pages.ts'
import { SiteLayout } from './site-layout.tsx'

// A mailed link without the rest of its address ends at the front page; what went wrong stands behind the #.
if (location.pathname === '/' && location.hash.includes('error=')) location.replace(`/login${location.hash}`)
else {
  // Without its script a page can still be read.
  hydrate().catch((error: unknown) => console.error(error))
}

async function hydrate(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const page = await loadPage(location.pathname)
  hydrateRoot(
    root,
    <StrictMode>
      <SiteLayout path={location.pathname} Page={page.Component} />
    </StrictMode>,
  )
}
