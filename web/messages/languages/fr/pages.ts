import type { WordsOf } from '../catalogue.ts'

/** What the sidebar says of pages that are in English still. */
export const sharing: WordsOf<'sharing'> = { page: { title: 'Partagés' } }
export const spaces: WordsOf<'spaces'> = { title: 'Espaces d’équipe' }
export const team: WordsOf<'team'> = { title: 'Équipe' }
