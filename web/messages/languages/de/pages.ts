import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

/** What the dashboard shows of pages that are in English still: their entries and their buttons. */
export const requests: WordsOf<'requests'> = { open: 'Dateien anfordern' }
export const security: WordsOf<'security'> = {
  score: {
    title: 'Sicherheitswert',
    percent: (percent) => `${formatCount(percent)} %`,
    note: 'Quantensicher geschützt',
  },
}
export const sharing: WordsOf<'sharing'> = {
  page: { title: 'Geteilt' },
  folder: { open: 'Alle Dateien darin teilen', empty: 'In diesem Ordner ist keine Datei' },
}
export const spaces: WordsOf<'spaces'> = { title: 'Teamräume' }
export const versions: WordsOf<'versions'> = { upload: 'Neue Version hochladen' }
