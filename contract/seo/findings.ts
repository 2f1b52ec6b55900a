export const FINDING_LEVELS = ['error', 'warning', 'hint'] as const
export type FindingLevel = (typeof FINDING_LEVELS)[number]

/** What a crawl of the public site looks for on each page, with how much it matters to somebody who searches. */
export const FINDING_RULES = {
  page_fails: 'error',
  dead_link: 'error',
  no_title: 'error',
  no_index: 'error',
  bad_structured_data: 'error',
  redirected_link: 'warning',
  same_title: 'warning',
  no_description: 'warning',
  same_description: 'warning',
  no_heading: 'warning',
  several_headings: 'warning',
  no_canonical: 'warning',
  other_canonical: 'warning',
  no_language: 'warning',
  image_without_text: 'warning',
  not_in_sitemap: 'warning',
  not_linked: 'warning',
  title_length: 'hint',
  description_length: 'hint',
  no_preview: 'hint',
} as const satisfies Record<string, FindingLevel>
export type FindingRule = keyof typeof FINDING_RULES
export const FINDING_RULE_NAMES = Object.keys(FINDING_RULES) as FindingRule[]

/** Characters of a text that a list of results shows whole, roughly: it is cut by width. */
export const SHOWN_LENGTHS = { title: { least: 10, most: 65 }, description: { least: 50, most: 165 } } as const

export const CRAWL_STATUSES = ['running', 'completed', 'cancelled', 'failed'] as const
export type CrawlStatus = (typeof CRAWL_STATUSES)[number]

export const SEO_LIMITS = {
  /** A site with more is crawled up to here, and the crawl says so. */
  pages: 2000,
  keptCrawls: 50,
  redirects: 1000,
  addressCharacters: 500,
} as const
