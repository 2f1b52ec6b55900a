import type { WordsOf } from '../catalogue.ts'

/** What the sidebar says of pages that are in English still. */
export const sharing: WordsOf<'sharing'> = { page: { title: 'Geteilt' } }
export const spaces: WordsOf<'spaces'> = { title: 'Teamräume' }
