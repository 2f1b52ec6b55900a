import type { WordsOf } from '../catalogue.ts'

export const team: WordsOf<'team'> = { title: 'Équipe' }
