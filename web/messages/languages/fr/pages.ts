import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

/** What the dashboard shows of pages that are in English still: their entries and their buttons. */
export const details: WordsOf<'details'> = { open: 'Détails' }
export const requests: WordsOf<'requests'> = { open: 'Demander des fichiers' }
export const security: WordsOf<'security'> = {
  score: {
    title: 'Score de sécurité',
    percent: (percent) => `${formatCount(percent)} %`,
    note: 'Protection post-quantique',
  },
}
export const sharing: WordsOf<'sharing'> = {
  page: { title: 'Partagés' },
  folder: { open: 'Partager tous ses fichiers', empty: 'Il n’y a aucun fichier dans ce dossier' },
}
export const spaces: WordsOf<'spaces'> = { title: 'Espaces d’équipe' }
export const team: WordsOf<'team'> = { title: 'Équipe' }
export const versions: WordsOf<'versions'> = { upload: 'Envoyer une nouvelle version' }
