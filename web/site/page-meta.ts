export { ORIGIN_PLACE as ORIGIN } from '#contract/delivery/installation-places.ts'

/** What a page of the site says about itself to browsers, search engines and link previews. */
export type PageMeta = {
  title: string
  description: string
  /** Only for articles: https://ogp.me/#type_article. */
  publishedAt?: string
  /** Only where it is known by day. */
  changedAt?: string
  /** A feed of what this page shows, beside that of the blog. */
  feed?: { title: string; path: string }
  /** Data blocks in the vocabulary of schema.org. */
  data?: readonly object[]
}
