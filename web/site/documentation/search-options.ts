/** One part of a guide: what stands below a heading, or before the first one. */
export type Section = { id: string; slug: string; title: string; heading: string; text: string; start: string }

/** The same for building the index and for asking it. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['slug', 'title', 'heading', 'start'],
  searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 3, heading: 2 }, combineWith: 'AND' as const },
}
