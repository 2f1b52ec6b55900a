import type { WordsOf } from '../../catalogue.ts'

export const sharing: WordsOf<'sharing'> = {
  page: { title: 'Partagés' },
  folder: { open: 'Partager tous ses fichiers', empty: 'Il n’y a aucun fichier dans ce dossier' },
}
