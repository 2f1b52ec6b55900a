import { type ComponentType, useEffect } from 'react'
import { layout } from '#web/messages/site/layout.ts'
import { focusMain, Main, SkipLink } from '#web/ui/layout/app-frame.tsx'
import { ContactProvider } from './contact/contact-context.tsx'
import { PagePath } from './page-path.ts'
import { SiteBoundary } from './site-error.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { listenForSiteKeys } from './site-keys.ts'

/** Around every page of the site. Each is a document: the browser follows links, and keeps where each page was left. */
export function SiteLayout({ path, Page }: { path: string; Page: ComponentType }) {
  useEffect(() => listenForSiteKeys(focusMain), [])
  return (
    <SiteBoundary>
      <PagePath value={path}>
        <ContactProvider>
          <SkipLink>{layout.skip}</SkipLink>
          <SiteHeader />
          <noscript>
            <p className="border-b border-line bg-surface px-5 py-2 text-center text-sm">{layout.noScript}</p>
          </noscript>
          <Main>
            <Page />
          </Main>
          <SiteFooter />
        </ContactProvider>
      </PagePath>
    </SiteBoundary>
  )
}
