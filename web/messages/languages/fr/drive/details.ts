import type { WordsOf } from '../../catalogue.ts'

export const details: WordsOf<'details'> = { open: 'Détails' }
