import { expect, test } from 'vitest'
import { crawlSite } from './crawl-site.ts'

const ORIGIN = 'https://site.test'
const link = (...paths: string[]) => paths.map((path) => `<a href="${path}">x</a>`).join('')

/** A site of these answers; anything else is a 404. */
function siteOf(answers: Record<string, { status?: number; html?: string; location?: string }>) {
  const asked: string[] = []
  const ask = async (path: string) => {
    asked.push(path)
    const { status = 200, html = '', location } = answers[path] ?? { status: 404 }
    const headers = { 'content-type': 'text/html; charset=utf-8', ...(location && { location }) }
    return { status, headers, body: Buffer.from(html), text: html }
  }
  return { ask, asked }
}

const crawl = (ask: ReturnType<typeof siteOf>['ask'], signal = new AbortController().signal) =>
  crawlSite(ask, { origin: ORIGIN, signal })

test('the sitemap and the links of pages are followed, each address once, and those of the app never', async () => {
  const { ask, asked } = siteOf({
    '/sitemap.xml': { html: `<loc>${ORIGIN}/listed</loc><loc>https://other.test/x</loc>` },
    '/': { html: link('/a', '/a#part', '/a?x=1', '/dashboard/files', 'https://other.test/y') },
    '/a': { html: link('/', '/old') },
    '/old': { status: 301, location: '/new' },
    '/new': { html: link('/gone') },
    '/listed': {},
  })
  const { listed, visited, isCut } = await crawl(ask)
  expect([...listed]).toEqual(['/listed'])
  expect(asked.toSorted()).toEqual(['/', '/a', '/gone', '/listed', '/new', '/old', '/robots.txt', '/sitemap.xml'])
  expect(visited.get('/old')).toMatchObject({ status: 301, location: '/new' })
  expect(visited.get('/gone')).toMatchObject({ status: 404 })
  expect(isCut).toBe(false)
})

test('what robots.txt forbids to everybody is not visited', async () => {
  const { ask, asked } = siteOf({
    '/robots.txt': {
      html: 'User-agent: other\nDisallow: /a\n\nUser-agent: *\nDisallow: /s/\nDisallow:\n\nUser-agent: x\nDisallow: /b',
    },
    '/': { html: link('/s/1', '/a', '/b') },
  })
  await crawl(ask)
  expect(asked).not.toContain('/s/1')
  expect(asked).toEqual(expect.arrayContaining(['/a', '/b']))
})

test('a site without end is left at the limit', async () => {
  const ask = async (path: string) => {
    const html = link(`${path}x`, `${path}y`)
    return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(html), text: html }
  }
  const { visited, isCut } = await crawl(ask)
  expect([visited.size, isCut]).toEqual([2000, true])
})

test('a crawl that is cancelled asks for nothing more', async () => {
  const cancelled = new AbortController()
  const { ask, asked } = siteOf({ '/': { html: link('/a') }, '/sitemap.xml': {} })
  const stopping = async (path: string) => {
    if (path === '/') cancelled.abort()
    return ask(path)
  }
  await expect(crawl(stopping, cancelled.signal)).rejects.toThrow()
  expect(asked).toEqual(['/sitemap.xml', '/robots.txt', '/'])
})
