import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router'
import { blogFeed } from './blog/feed.ts'
import { pageHead } from './page-head.ts'
import type { PageMeta } from './page-meta.ts'
import { ORIGIN } from './page-meta.ts'
import { preload } from './preload.ts'
import { PAGE_PATHS, routes } from './routes.tsx'

/** One file of the site as it is written to disk: the address it answers, its content and its media type. */
export type SiteDocument = { path: string; content: string; type: string }

export { PAGE_PATHS } from './routes.tsx'

const NOT_FOUND = '/404'
const HTML = 'text/html; charset=utf-8'

/**
 * Every document of the site.
 *
 * @param template the built index.html, with places for head and page.
 * @throws Error when a page would hold an inline style, which the policy refuses.
 */
export async function renderSite(template: string): Promise<SiteDocument[]> {
  const documents: SiteDocument[] = []
  for (const path of [...PAGE_PATHS, NOT_FOUND]) {
    documents.push({ path, content: await renderPage(path, template), type: HTML })
  }
  documents.push({ path: '/sitemap.xml', content: sitemap(), type: 'application/xml' })
  documents.push({ path: '/blog/rss.xml', content: await blogFeed(), type: 'application/rss+xml' })
  documents.push({ path: '/robots.txt', content: robots(), type: 'text/plain; charset=utf-8' })
  return documents
}

/** One page, as the browser takes it over. @throws Error when it would hold an inline style, which the policy refuses. */
export async function renderPage(path: string, template: string): Promise<string> {
  await preload(routes, path)
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(ORIGIN + path))
  if (context instanceof Response) throw new Error(`${path} redirects, so it cannot be prerendered`)
  const router = createStaticRouter(handler.dataRoutes, context)
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  )
  const page = await new Response(prelude).text()
  if (/<[^>]+\sstyle="/.test(page))
    throw new Error(`${path} has an inline style: ${/<[^>]+\sstyle="[^"]*"/.exec(page)?.[0]}`)
  const meta = metaOf(path)
  if (!meta) throw new Error(`${path} says nothing about itself`)
  const head =
    path === NOT_FOUND
      ? `<title>${meta.title}</title>\n    <meta name="robots" content="noindex">`
      : pageHead(path, meta)
  // Functions, so that a `$` in a text means nothing.
  return template.replace('<!--head-->', () => head).replace('<!--page-->', () => page)
}

function metaOf(path: string): PageMeta | undefined {
  return matchRoutes(routes, path)?.at(-1)?.route.handle as PageMeta | undefined
}

/** https://www.sitemaps.org/protocol.html. A day stands where it is known: the build has none of its own, so that two builds are the same. */
function sitemap(): string {
  const entries = PAGE_PATHS.map((path) => {
    const changedAt = metaOf(path)?.changedAt
    return `<url><loc>${ORIGIN}${path}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

/** RFC 9309. What needs an account is not worth a visit; addresses of links and requests are nobody's to list. */
function robots(): string {
  const hidden = ['/dashboard', '/s/', '/r/', '/join', '/claim', '/auth/', '/rest/', '/storage/']
  return `User-agent: *\n${hidden.map((path) => `Disallow: ${path}`).join('\n')}\n\nSitemap: ${ORIGIN}/sitemap.xml\n`
}
