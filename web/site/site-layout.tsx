import { useEffect } from 'react'
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { layout } from '#web/messages/site/layout.ts'
import { focusMain, Main, SkipLink } from '#web/ui/app-frame.tsx'
import { ContactProvider } from './contact/contact-context.tsx'
import type { PageMeta } from './page-meta.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { listenForSiteKeys } from './site-keys.ts'

/** Around every page of the site. */
export function SiteLayout() {
  useEffect(() => listenForSiteKeys(focusMain), [])
  useFollowedHash()
  useTitle()
  return (
    <ContactProvider>
      <SkipLink>{layout.skip}</SkipLink>
      <SiteHeader />
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

/** `/#contact` from another page: the section is there only after that page is drawn. */
function useFollowedHash(): void {
  const location = useLocation()
  useEffect(() => {
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [location])
}
