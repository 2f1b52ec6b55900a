import type { WordsOf } from '../catalogue.ts'

export const requests: WordsOf<'requests'> = { open: 'Demander des fichiers' }
