import { OWN_GUIDES_PATH } from '#contract/documentation/own-guides.ts'
import { type Check, expectThat, noneOf, skipped } from '../check.ts'
import { newMarker } from '../marker.ts'
import { askAll, publicPages, referencesIn, titleOf } from '../pages.ts'
import type { Site } from '../site.ts'

const SLOWEST_MS = 500

/** NAV-01 */
export const publicPagesAnswer: Check = async ({ site, patience }) => {
  const pages = publicPages()
  if (pages.length === 0) return skipped('not_built')
  const wrong: string[] = []
  let slowestMs = 0
  for (const { path, title } of pages) {
    const first = await timed(site, path)
    // Once may be what else the machine does; a page that is slow is slow again.
    const { status, text, headers, tookMs } = first.tookMs > SLOWEST_MS * patience ? await timed(site, path) : first
    slowestMs = Math.max(slowestMs, tookMs)
    if (status !== 200) {
      if (!isElsewhere(path, status, headers.location)) wrong.push(`${path} answers ${status}`)
    } else if (titleOf(text) !== title) wrong.push(`${path} has another title`)
    else if (tookMs > SLOWEST_MS * patience) wrong.push(`${path} takes ${Math.round(tookMs)} ms`)
  }
  return noneOf(wrong, 'A public page does not answer as it should', {
    pages: pages.length,
    slowest_ms: Math.round(slowestMs),
  })
}

async function timed(site: Site, path: string) {
  const begun = performance.now()
  const answer = await site.ask(path, { headers: { accept: 'text/html' } })
  return { ...answer, tookMs: performance.now() - begun }
}

/** The operator named another place for the source, or wrote a guide of their own that is shown instead. */
const isElsewhere = (path: string, status: number, location = ''): boolean =>
  status === 302 && (path === '/source' || location.startsWith(OWN_GUIDES_PATH))

/** NAV-02 */
export const unknownAddressIsNotFound: Check = async ({ site }) => {
  if (publicPages().length === 0) return skipped('not_built')
  const marker = newMarker()
  const { status, text } = await site.ask(`/${marker}`, { headers: { accept: 'text/html' } })
  expectThat(status === 404, `An address that there is not answers ${status}`, { status })
  expectThat(text.includes('Oops! Page not found'), 'The page about an unknown address says something else', { status })
  return noneOf(text.includes(marker) ? ['the address'] : [], 'The page repeats what was asked for', { status })
}

const ARTICLES = 9

/** NAV-03 */
export const articlesAndSitemap: Check = async ({ site }) => {
  const pages = publicPages()
  if (pages.length === 0) return skipped('not_built')
  const articles = pages.filter(({ path }) => path.startsWith('/blog/'))
  const { text } = await site.ask('/sitemap.xml')
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc))
  const evidence = { articles: articles.length, in_sitemap: listed.length }
  expectThat(articles.length === ARTICLES, `There are ${articles.length} articles`, evidence)
  const wrong = listed
    .filter(({ origin }) => origin !== new URL(site.origin).origin)
    .map(({ href }) => `${href} is elsewhere`)
  const inMap = new Set(listed.map(({ pathname }) => pathname))
  wrong.push(...pages.filter(({ path }) => !inMap.has(path)).map(({ path }) => `${path} is not listed`))
  const known = new Set(pages.map(({ path }) => path))
  wrong.push(...[...inMap].filter((path) => !known.has(path)).map((path) => `${path} is no page`))
  return noneOf(wrong, 'The sitemap lists other pages than there are', evidence)
}

/** NAV-05 */
export const nothingIsDead: Check = async ({ site }) => {
  const pages = publicPages()
  if (pages.length === 0) return skipped('not_built')
  const referred = await askAll(
    site,
    pages.map(({ path }) => path),
    (page, { text }) => referencesIn(text, page, site.origin).map(({ path }) => ({ path, page })),
  )
  const from = new Map(referred.flat().map(({ path, page }) => [path, page]))
  const addresses = [...from.keys()].filter((address) => !pages.some(({ path }) => path === address))
  const answers = await askAll(site, addresses, (address, { status }) => ({ address, status }))
  const dead = answers
    .filter(({ status }) => status >= 400)
    .map(({ address, status }) => `${address} on ${from.get(address)} answers ${status}`)
  return noneOf(dead, 'A page refers to something that is not there', { pages: pages.length, references: from.size })
}
