import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const sharing: WordsOf<'sharing'> = {
  page: {
    title: 'Geteilt',
    vanished: (names) =>
      names.length === 1
        ? `${names[0] ?? ''} steht Ihnen nicht mehr zur Verfügung`
        : `${formatCount(names.length)} Dateien stehen Ihnen nicht mehr zur Verfügung`,
    vanishedText: 'In den Papierkorb gelegt, nicht mehr geteilt oder abgelaufen.',
  },
  folder: { open: 'Alle Dateien darin teilen', empty: 'In diesem Ordner ist keine Datei' },
}
