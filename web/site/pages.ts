import { meta } from '#web/messages/site/meta.ts'
import { articlePages } from './blog/article-routes.tsx'
import { guidePages } from './documentation/guide-routes.tsx'
import type { PageMeta } from './page-meta.ts'

/** `handle` is what a page says about itself where that comes with it. */
type Load = () => Promise<{ Component: () => React.ReactNode; handle?: PageMeta }>

/** What the document at an address is made of. */
export type Page = { Component: () => React.ReactNode; meta: PageMeta }

/** Every address of the public site. What is listed here is prerendered, linked in the sitemap and served with status 200. */
const pages: { path: string; meta?: PageMeta; load: Load }[] = [
  { path: '/', meta: meta.home, load: () => import('./home/home-page.tsx') },
  { path: '/features', meta: meta.features, load: () => import('./features/features-page.tsx') },
  { path: '/solutions', meta: meta.solutions, load: () => import('./solutions/solutions-page.tsx') },
  { path: '/pricing', meta: meta.pricing, load: () => import('./pricing/pricing-page.tsx') },
  { path: '/investors', meta: meta.investors, load: () => import('./investors/investors-page.tsx') },
  { path: '/blog', meta: meta.blog, load: () => import('./blog/blog-page.tsx') },
  ...articlePages,
  { path: '/proof', meta: meta.proof, load: () => import('./proof/proof-page.tsx') },
  { path: '/status', meta: meta.status, load: () => import('./status/status-page.tsx') },
  { path: '/compliance', meta: meta.compliance, load: () => import('./compliance/compliance-page.tsx') },
  {
    path: '/documentation',
    meta: meta.documentation,
    load: () => import('./documentation/documentation-page.tsx'),
  },
  {
    path: '/documentation/api-reference',
    meta: meta.apiReference,
    load: () => import('./documentation/api/api-reference-page.tsx'),
  },
  ...guidePages,
  {
    path: '/terms',
    meta: meta.terms,
    load: async () => ({ Component: (await import('./legal/legal-pages.tsx')).Terms }),
  },
  {
    path: '/privacy',
    meta: meta.privacy,
    load: async () => ({ Component: (await import('./legal/legal-pages.tsx')).Privacy }),
  },
  { path: '/source', meta: meta.source, load: () => import('./legal/source-page.tsx') },
]

export const PAGE_PATHS: readonly string[] = pages.map(({ path }) => path)

/** Loads what the page at `path` is made of, so that its first render is whole and equals the prerendered HTML. */
export async function loadPage(path: string): Promise<Page> {
  const page = pages.find((one) => one.path === path) ?? notFound
  const { Component, handle } = await page.load()
  const about = handle ?? page.meta
  if (!about) throw new Error(`${path} says nothing about itself`)
  return { Component, meta: about }
}

const notFound: (typeof pages)[number] = {
  path: '/404',
  meta: meta.notFound,
  load: () => import('./not-found-page.tsx'),
}
