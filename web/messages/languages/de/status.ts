import type { WordsOf } from '../catalogue.ts'

export const statusAdmin: WordsOf<'statusAdmin'> = { title: 'Statusseite' }
