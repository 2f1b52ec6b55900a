import { FINDING_RULES, type FindingRule, SHOWN_LENGTHS } from '#contract/seo/findings.ts'
import type { ReadPage } from './read-page.ts'

/** One address as it answered. `page` is there where it answered with a document. */
export type Visited = { path: string; status: number; bytes: number; location?: string; page?: ReadPage }

export type Finding = { path: string; rule: FindingRule; detail: string }

export type Site = {
  origin: string
  /** Addresses that the sitemap lists. */
  listed: ReadonlySet<string>
  /** By path. */
  visited: ReadonlyMap<string, Visited>
}

const DETAIL_CHARACTERS = 500
const PREVIEWS = ['og:title', 'og:description', 'og:image']

/** What is wrong on the pages of a site, each once. */
export function judgeSite(site: Site): Finding[] {
  const documents = [...site.visited.values()].filter(({ status, page }) => status === 200 && page)
  const linked = linkedFrom(site)
  const found = [
    ...judgeAnswers(site),
    ...documents.flatMap((visited) => judgeDocument(site, visited)),
    ...judgeRepeats(documents, 'same_title', ({ page }) => page?.titles[0]),
    ...judgeRepeats(documents, 'same_description', ({ page }) => page?.description),
    ...documents
      .filter(({ path }) => path !== '/' && !linked.has(path))
      .map(({ path }) => ({ path, rule: 'not_linked' as const, detail: '' })),
  ]
  const once = new Map(
    found.map((one) => [
      `${one.path} ${one.rule} ${one.detail}`,
      { ...one, detail: one.detail.slice(0, DETAIL_CHARACTERS) },
    ]),
  )
  const order = Object.keys(FINDING_RULES)
  return [...once.values()].toSorted(
    (one, other) => order.indexOf(one.rule) - order.indexOf(other.rule) || one.path.localeCompare(other.path, 'en'),
  )
}

/** Pages that link to each address, not counting a page's links to itself. */
export function linkedFrom({ origin, visited }: Site): Map<string, Set<string>> {
  const from = new Map<string, Set<string>>()
  for (const { path, page } of visited.values()) {
    for (const link of page?.links ?? []) {
      const target = ownPath(link, path, origin)
      if (target === undefined || target === path) continue
      from.set(target, (from.get(target) ?? new Set()).add(path))
    }
  }
  return from
}

/** The path of a link that stays on the site; undefined for any other. */
export function ownPath(link: string, from: string, origin: string): string | undefined {
  const url = URL.canParse(link, origin + from) ? new URL(link, origin + from) : undefined
  return url?.origin === new URL(origin).origin ? url.pathname : undefined
}

function judgeAnswers(site: Site): Finding[] {
  const from = linkedFrom(site)
  return [...site.visited.values()].flatMap((visited): Finding[] => {
    const { path, status, location = '' } = visited
    const pages = [...(from.get(path) ?? [])]
    if (status >= 300 && status < 400) {
      return pages.map((page) => ({ path: page, rule: 'redirected_link', detail: `${path} → ${location}` }))
    }
    if (status === 200) return []
    const links = pages.map((page): Finding => ({ path: page, rule: 'dead_link', detail: path }))
    const isExpected = site.listed.has(path) || pages.length === 0
    return isExpected ? [...links, { path, rule: 'page_fails', detail: String(status) }] : links
  })
}

function judgeDocument({ origin, listed }: Site, { path, page }: Visited): Finding[] {
  if (!page) return []
  const findings: Finding[] = []
  const find = (rule: FindingRule, detail = '') => void findings.push({ path, rule, detail })
  const [title = ''] = page.titles
  const isHidden = /\b(?:noindex|none)\b/.test(page.robots)
  if (!title) find('no_title')
  else if (isOutside(title, SHOWN_LENGTHS.title)) find('title_length', String(title.length))
  if (!page.description) find('no_description')
  else if (isOutside(page.description, SHOWN_LENGTHS.description))
    find('description_length', String(page.description.length))
  if (page.headings.length === 0) find('no_heading')
  if (page.headings.length > 1) find('several_headings', page.headings.join(' · '))
  if (page.canonicals.length === 0) find('no_canonical')
  else if (page.canonicals.some((canonical) => canonical !== origin + path))
    find('other_canonical', page.canonicals.join(' '))
  if (!page.language) find('no_language')
  for (const source of page.imagesWithoutText) find('image_without_text', source)
  for (const text of page.structuredData) if (!isJson(text)) find('bad_structured_data', text.slice(0, 80))
  const missing = PREVIEWS.filter((name) => !page.previews.has(name))
  if (missing.length) find('no_preview', missing.join(', '))
  if (listed.has(path) && isHidden) find('no_index')
  if (!listed.has(path) && !isHidden) find('not_in_sitemap')
  return findings
}

function judgeRepeats(
  documents: readonly Visited[],
  rule: FindingRule,
  textOf: (visited: Visited) => string | undefined,
): Finding[] {
  const first = new Map<string, string>()
  return documents.flatMap((visited): Finding[] => {
    const text = textOf(visited)
    if (!text) return []
    const other = first.get(text)
    if (other === undefined) first.set(text, visited.path)
    return other === undefined ? [] : [{ path: visited.path, rule, detail: other }]
  })
}

const isOutside = (text: string, { least, most }: { least: number; most: number }): boolean =>
  text.length < least || text.length > most

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
