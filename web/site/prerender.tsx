import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { blogFeed } from './blog/feed.ts'
import { pageHead } from './page-head.ts'
import { ORIGIN } from './page-meta.ts'
import { loadPage, PAGE_PATHS } from './pages.ts'
import { SiteLayout } from './site-layout.tsx'

/** One file of the site as it is written to disk: the address it answers, its content and its media type. */
export type SiteDocument = { path: string; content: string; type: string }

export { PAGE_PATHS } from './pages.ts'

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
  documents.push({ path: '/sitemap.xml', content: await sitemap(), type: 'application/xml' })
  documents.push({ path: '/blog/rss.xml', content: await blogFeed(), type: 'application/rss+xml' })
  documents.push({ path: '/robots.txt', content: robots(), type: 'text/plain; charset=utf-8' })
  return documents
}

/** One page, as the browser takes it over. @throws Error when it would hold an inline style, which the policy refuses. */
export async function renderPage(path: string, template: string): Promise<string> {
  const { Component, meta } = await loadPage(path)
  const { prelude } = await prerender(
    <StrictMode>
      <SiteLayout path={path} Page={Component} />
    </StrictMode>,
  )
  const page = await new Response(prelude).text()
  if (/<[^>]+\sstyle="/.test(page))
    throw new Error(`${path} has an inline style: ${/<[^>]+\sstyle="[^"]*"/.exec(page)?.[0]}`)
  const head =
    path === NOT_FOUND
      ? `<title>${meta.title}</title>\n    <meta name="robots" content="noindex">`
      : pageHead(path, meta)
  // Functions, so that a `$` in a text means nothing.
  return template.replace('<!--head-->', () => head).replace('<!--page-->', () => page)
}

/** https://www.sitemaps.org/protocol.html. A day stands where it is known: the build has none of its own, so that two builds are the same. */
async function sitemap(): Promise<string> {
  const entries = await Promise.all(
    PAGE_PATHS.map(async (path) => {
      const { changedAt } = (await loadPage(path)).meta
      return `<url><loc>${ORIGIN}${path}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</url>`
    }),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

/** RFC 9309. What needs an account is not worth a visit; addresses of links and requests are nobody's to list. */
function robots(): string {
  const hidden = ['/dashboard', '/s/', '/r/', '/join', '/claim', '/auth/', '/rest/', '/storage/', '/dev/']
  return `User-agent: *\n${hidden.map((path) => `Disallow: ${path}`).join('\n')}\n\nSitemap: ${ORIGIN}/sitemap.xml\n`
}
