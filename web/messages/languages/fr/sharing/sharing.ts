import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const sharing: WordsOf<'sharing'> = {
  page: {
    title: 'Partagés',
    vanished: (names) =>
      names.length === 1
        ? `${names[0] ?? ''} ne vous est plus accessible`
        : `${formatCount(names.length)} fichiers ne vous sont plus accessibles`,
    vanishedText: 'Mis à la corbeille, plus partagé, ou arrivé à échéance.',
  },
  folder: { open: 'Partager tous ses fichiers', empty: 'Il n’y a aucun fichier dans ce dossier' },
}
