import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const security: WordsOf<'security'> = {
  score: {
    title: 'Sicherheitswert',
    percent: (percent) => `${formatCount(percent)} %`,
    note: 'Quantensicher geschützt',
  },
}
