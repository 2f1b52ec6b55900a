import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const security: WordsOf<'security'> = {
  score: {
    title: 'Score de sécurité',
    percent: (percent) => `${formatCount(percent)} %`,
    note: 'Protection post-quantique',
  },
}
