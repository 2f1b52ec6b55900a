import type { WordsOf } from '../../catalogue.ts'

export const versions: WordsOf<'versions'> = { upload: 'Neue Version hochladen' }
