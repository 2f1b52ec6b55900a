import type { ComponentType } from 'react'

/** What stands above an article: its record without the text. Dates are `YYYY-MM-DD`. */
export type ArticleFront = {
  slug: string
  title: string
  /** For tabs and lists of results, which cut after about 60 characters. */
  short: string
  description: string
  /** Of the editorial plan: shown, sorted by, and what the text counts from. */
  date: string
  /** The day on which it was written. */
  written: string
  /** The day on which it was last revised. */
  updated?: string
  /** Minutes, as it is shown. */
  readTime: number
  category: string
  featured: boolean
  cta: 'sign-up' | 'demo' | 'pricing'
}

/** An article's text as data: React makes elements of it, the feed makes HTML of it, and no HTML travels as a text. */
export type ArticleNode = string | ArticleElement

export type ArticleElement =
  | { tag: PlainTag; children: ArticleNode[] }
  | { tag: 'h2' | 'h3'; id: string; children: ArticleNode[] }
  | { tag: 'a'; href: string; children: ArticleNode[] }
  | { tag: 'ol'; children: ArticleNode[] }
  | { tag: 'th' | 'td'; align: 'start' | 'end'; children: ArticleNode[] }
  | { tag: 'pre'; language: string; text: string }
  | { tag: 'figure'; name: string; children: ArticleNode[] }

export type PlainTag = 'p' | 'ul' | 'li' | 'strong' | 'em' | 'code' | 'blockquote' | 'table' | 'thead' | 'tbody' | 'tr'

/** A line of the contents list: the headings of the second level. */
export type ArticleHeading = { id: string; text: string }

/** What the build reads out of `articles/<slug>.md`. */
export type Article = { front: ArticleFront; contents: ArticleHeading[]; body: ArticleNode[] }

/** A record with the SHA-256 of its slug, in hexadecimal: what its cover is drawn from. */
export type ArticleRecord = ArticleFront & { seed: string }

type Neighbour = { slug: string; title: string } | null

/** What `articles/<slug>.md` exports to the pages. */
export type ArticleModule = {
  front: ArticleRecord
  contents: ArticleHeading[]
  body: ArticleNode[]
  neighbours: { newer: Neighbour; older: Neighbour }
  figures: Readonly<Record<string, ComponentType>>
}
