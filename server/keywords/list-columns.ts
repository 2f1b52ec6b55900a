import type { KeywordSource } from '#contract/keywords/keywords.ts'

export type KeywordColumn = 'keyword' | 'volume' | 'cpcMicros' | 'kd' | 'clicks' | 'impressions' | 'position'

/** Headings in small letters, as the four programs write them in English, German and French. */
const HEADINGS: readonly (readonly [column: KeywordColumn, pattern: RegExp])[] = [
  [
    'keyword',
    /^(keywords?|quer(y|ies)|top queries|search (terms?|quer(y|ies))|suchbegriffe?|(häufigste )?suchanfragen?|mots?[- ]clés?|requêtes?( les plus fréquentes)?)$/,
  ],
  ['volume', /^((search )?volume|avg\.? monthly searches|suchvolumen|volume de recherche)$/],
  ['cpcMicros', /^cpc( \(\w+\))?$/],
  ['kd', /^(kd|kd ?%|(keyword )?difficulty|keyword difficulty index)$/],
  ['clicks', /^(clicks|klicks|clics)$/],
  ['impressions', /^impress(ions|ionen)$/],
  ['position', /^(average |avg\.? )?position$/],
]

/** What each heading is read as; a column that comes twice is read once. */
export function columnsOf(headings: readonly string[]): (KeywordColumn | undefined)[] {
  const taken = new Set<KeywordColumn>()
  return headings.map((heading) => {
    const name = plain(heading)
    const column = HEADINGS.find(([, pattern]) => pattern.test(name))?.[0]
    if (column === undefined || taken.has(column)) return undefined
    taken.add(column)
    return column
  })
}

/** Which program wrote a list, by headings that only it has. */
export function sourceOf(headings: readonly string[]): KeywordSource {
  const names = new Set(headings.map(plain))
  const columns = columnsOf(headings)
  if (columns.includes('clicks') && columns.includes('impressions')) return 'search_console'
  if (names.has('avg. monthly searches') || names.has('avg monthly searches')) return 'keyword_planner'
  if (['parent keyword', 'parent topic', 'cps'].some((name) => names.has(name))) return 'ahrefs'
  if (['competitive density', 'number of results', 'keyword difficulty'].some((name) => names.has(name)))
    return 'semrush'
  return 'list'
}

/** Longer than any heading: whole cells of texts are looked at as well, where the first lines are no headings. */
const MAX_HEADING = 200

const plain = (heading: string): string =>
  heading
    .slice(0, MAX_HEADING)
    .replace(/^\ufeff/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
