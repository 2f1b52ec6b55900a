import { useEffect, useRef } from 'react'
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { layout } from '#web/messages/site/layout.ts'
import { focusMain, Main, SkipLink } from '#web/ui/layout/app-frame.tsx'
import { ContactProvider } from './contact/contact-context.tsx'
import type { PageMeta } from './page-meta.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { listenForSiteKeys } from './site-keys.ts'

/** Around every page of the site. */
export function SiteLayout() {
  useEffect(() => listenForSiteKeys(focusMain), [])
  useFollowed()
  useTitle()
  return (
    <ContactProvider>
      <SkipLink>{layout.skip}</SkipLink>
      <SiteHeader />
      <noscript>
        <p className="border-b border-line bg-surface px-5 py-2 text-center text-sm">{layout.noScript}</p>
      </noscript>
      <Main>
        <Outlet />
      </Main>
      <SiteFooter />
      <ScrollRestoration getKey={scrollKey} />
    </ContactProvider>
  )
}

/** The first page of every document has the key `default`: without its address, a page would open where another was left. */
function scrollKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key
}

/** The document has its title from the prerendered head; going on within the site changes it here. */
function useTitle(): void {
  const meta = useMatches().at(-1)?.handle as PageMeta | undefined
  useEffect(() => {
    if (meta) document.title = meta.title
  }, [meta])
}

/**
 * After going on within the site the keyboard is where the new page begins, as it would be after a full load; with `/#contact`, at that
 * section, which is there only after its page is drawn.
 */
function useFollowed(): void {
  const location = useLocation()
  const first = useRef(location.key)
  useEffect(() => {
    const isFound = location.hash !== '' && goTo(idOf(location.hash))
    if (!isFound && location.key !== first.current) document.getElementById('main')?.focus({ preventScroll: true })
  }, [location])
}

function goTo(id: string): boolean {
  const target = document.getElementById(id)
  if (!target) return false
  target.scrollIntoView()
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  return true
}

/** What stands behind the # may be anything. */
function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
