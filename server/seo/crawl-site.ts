import { APP_PATHS } from '#contract/delivery/app-addresses.ts'
import { SEO_LIMITS } from '#contract/seo/findings.ts'
import { ownPath, type Visited } from './judge-site.ts'
import { readPage } from './read-page.ts'

type Answer = { status: number; headers: Record<string, unknown>; body: Buffer; text: string }
export type Ask = (path: string) => Promise<Answer>

type Crawled = { listed: Set<string>; visited: Map<string, Visited>; isCut: boolean }

const WIDTH = 4
const SITEMAP = '/sitemap.xml'
const ROBOTS = '/robots.txt'

/**
 * Follows the sitemap and the links of the pages, as a search engine does. Addresses of the app are left out, which are one
 * document that says nothing, and those that `robots.txt` forbids to everybody.
 * @param onVisit after each address
 * @throws when the server does not answer, or the crawl is cancelled
 */
export async function crawlSite(
  ask: Ask,
  { origin, signal, onVisit }: { origin: string; signal: AbortSignal; onVisit?: (count: number) => Promise<void> },
): Promise<Crawled> {
  const listed = pathsOf((await ask(SITEMAP)).text, origin)
  const isHidden = hiddenBy(await ask(ROBOTS))
  const known = new Set(['/', ...listed])
  const waiting = [...known]
  const visited = new Map<string, Visited>()
  let isCut = false

  const work = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      signal.throwIfAborted()
      const one = visitOf(path, await ask(path))
      visited.set(path, one)
      for (const next of nextOf(one, origin)) {
        if (known.has(next) || APP_PATHS.test(next) || isHidden(next)) continue
        isCut ||= known.size >= SEO_LIMITS.pages
        if (isCut) break
        known.add(next)
        waiting.push(next)
      }
      await onVisit?.(visited.size)
    }
  }
  // Where one of them finds nothing to do another may still find pages, so they begin again together.
  while (waiting.length > 0) await Promise.all(Array.from({ length: WIDTH }, work))
  return { listed, visited, isCut }
}

/** Where a page leads: its links, or the address that it was moved to. */
function nextOf({ path, page, location }: Visited, origin: string): string[] {
  const links = location === undefined ? (page?.links ?? []) : [location]
  return links.flatMap((link) => ownPath(link, path, origin) ?? [])
}

function visitOf(path: string, { status, headers, body, text }: Answer): Visited {
  const type = headers['content-type']
  const isDocument = typeof type === 'string' && type.startsWith('text/html')
  const { location } = headers
  return {
    path,
    status,
    bytes: body.length,
    ...(typeof location === 'string' && status >= 300 && status < 400 && { location }),
    ...(isDocument && status === 200 && { page: readPage(text) }),
  }
}

function pathsOf(sitemap: string, origin: string): Set<string> {
  const addresses = [...sitemap.matchAll(/<loc>\s*([^<]+?)\s*<\/loc>/g)].map(([, address = '']) => address)
  return new Set(addresses.flatMap((address) => ownPath(address.replaceAll('&amp;', '&'), '/', origin) ?? []))
}

/** Of RFC 9309 only what our own file has: paths that nobody may visit, without patterns. */
function hiddenBy({ status, text }: Answer): (path: string) => boolean {
  if (status !== 200) return () => false
  const forEverybody = /(?:^|\n)User-agent: \*\n((?:(?!User-agent:).*(?:\n|$))*)/i.exec(text)?.[1] ?? ''
  const hidden = [...forEverybody.matchAll(/^Disallow: *(\/[^\s#]*)/gim)].map(([, path = '']) => path)
  return (path) => hidden.some((start) => path.startsWith(start))
}
