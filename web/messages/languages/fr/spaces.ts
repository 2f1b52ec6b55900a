import type { WordsOf } from '../catalogue.ts'

export const spaces: WordsOf<'spaces'> = { title: 'Espaces d’équipe' }
