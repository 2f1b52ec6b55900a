import type { WordsOf } from '../catalogue.ts'

export const compliance: WordsOf<'compliance'> = { title: 'Conformité' }
