import { type Check, expectThat, noneOf, skipped } from '../check.ts'
import { askAll, publicPages } from '../pages.ts'

/**
 * DOC-04: what the tested listings of all guides ask of the server, as it stands there. Their commands of the command line need an account with a
 * vault, and are run by tests of the product.
 */
export const examplesWork: Check = async ({ site, people, services: { config } }) => {
  const guides = publicPages().filter(({ path }) => path.startsWith('/documentation/'))
  if (guides.length === 0) return skipped('not_built')
  const listings = await askAll(
    site,
    guides.map(({ path }) => path),
    (_guide, { text }) => testedListings(text),
  )
  const shown = new Set(listings.flat().flatMap(requestsIn))
  const evidence = { guides: guides.length, listings: listings.flat().length, requests: shown.size }
  expectThat(shown.size > 0, 'The guides show no request that could be tried', evidence)
  const { accessToken: token } = await people.enter(site)
  const wrong: string[] = []
  for (const path of shown) {
    // Where nobody can be written to, there is none: DOC-07 says so.
    if (path === '/.well-known/security.txt' && !config.supportEmail) continue
    const { status } = await site.ask(path, path.startsWith('/rest/') ? { token } : {})
    if (status >= 400) wrong.push(`GET ${path} answers ${status}`)
  }
  return noneOf(wrong, 'A published example does not work', evidence)
}

const LISTING =
  /<figcaption(?:(?!<\/figcaption>)[^])*lucide-flask-conical[^]*?<\/figcaption>[^]*?<code>([^]*?)<\/code>/g

/** Code that its page marks as tested. */
const testedListings = (html: string): string[] =>
  [...html.matchAll(LISTING)].map(([, code = '']) =>
    code
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll(/&#(?:x27|39);/g, "'")
      .replaceAll('&amp;', '&'),
  )

const LOOP = /^for (\w+) in (.+)$/m
const ADDRESS = /https?:\/\/[\w.:-]+(\/[^\s"'`)]*)/g
const TABLE = /\.from\('(\w+)'\)\s*\.select\('([^']+)'\)(?:\s*\.order\('(\w+)'\))?/g

/** Addresses that a listing reads, with each value of a variable that it goes through, and tables that it reads by the client. */
function requestsIn(listing: string): string[] {
  const [, name = '', values = ''] = LOOP.exec(listing) ?? []
  const texts = name === '' ? [listing] : values.split(' ').map((value) => listing.replaceAll(`$${name}`, () => value))
  const addresses = texts.flatMap((text) => [...text.matchAll(ADDRESS)].map(([, path = '']) => path))
  const tables = [...listing.matchAll(TABLE)].map(([, table = '', columns = '', order]) => {
    const select = columns.replaceAll(' ', '')
    return `/rest/v1/${table}?select=${select}${order === undefined ? '' : `&order=${order}`}`
  })
  return [...addresses, ...tables]
}
