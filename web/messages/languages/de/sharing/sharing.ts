import type { WordsOf } from '../../catalogue.ts'

export const sharing: WordsOf<'sharing'> = {
  page: { title: 'Geteilt' },
  folder: { open: 'Alle Dateien darin teilen', empty: 'In diesem Ordner ist keine Datei' },
}
