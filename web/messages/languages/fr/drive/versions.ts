import type { WordsOf } from '../../catalogue.ts'

export const versions: WordsOf<'versions'> = { upload: 'Envoyer une nouvelle version' }
