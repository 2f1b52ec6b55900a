import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

/** With the decimal comma, and never nothing for a file that has bytes. */
function megabytes(sizeBytes: number): string {
  const rounded = (sizeBytes / 1024 / 1024).toFixed(2).replace('.', ',')
  return rounded === '0,00' && sizeBytes > 0 ? '< 0,01 MB' : `${rounded} MB`
}

export const documents: WordsOf<'documents'> = {
  title: 'Gestion des documents',
  search: 'Chercher des fichiers…',
  folders: 'Dossiers',
  filters: (chosen) => `Dossiers et étiquettes${chosen.length > 0 ? ` : ${chosen.join(', ')}` : ''}`,
  allFiles: 'Tous les fichiers',
  folderMenu: (name) => `Dossier ${name} : autres actions`,
  tagged: (names) => `Étiquettes : ${names}`,
  tags: 'Étiquettes',
  tagMenu: (name) => `Étiquette ${name} : autres actions`,
  noTags: 'Aucune étiquette',
  delete: 'Supprimer',
  newTag: {
    open: 'Nouvelle étiquette',
    title: 'Nouvelle étiquette',
    label: 'Nom de l’étiquette',
    hint: 'Le nom est chiffré avant d’être enregistré ; la couleur ne l’est pas.',
    color: 'Couleur',
    submit: 'Créer l’étiquette',
  },
  /** In a dialog for one file or several. */
  choose: {
    open: 'Étiquettes…',
    titleMany: (count) => `Étiquettes de ${formatCount(count)} fichiers`,
    own: (space) => `Ces étiquettes ne sont qu’à vous : les autres membres de ${space} ne les voient pas.`,
    createOn: 'Créer et ajouter',
    done: 'Terminé',
  },
  filter: {
    open: 'Filtrer par étiquette',
    all: 'Afficher tous les fichiers',
    clear: (name) => `Ne plus filtrer par ${name}`,
    empty: 'Aucun fichier ici ne porte cette étiquette',
  },
  removeTag: {
    title: (name) => `Supprimer l’étiquette ${name} ?`,
    text: 'Elle est retirée de tous les fichiers qui la portent. Les fichiers restent tels quels.',
    submit: 'Supprimer l’étiquette',
  },
  files: 'Fichiers',
  menuOf: (name) => `Étiquettes de ${name}`,
  addTag: (name) => `Ajouter l’étiquette ${name}`,
  removeFrom: (name) => `Retirer l’étiquette ${name}`,
  noTagsToAdd: 'Créez d’abord une étiquette.',
  megabytes,
  empty: 'Aucun fichier ne correspond à vos critères',
  loading: 'Chargement…',
  colors: {
    '#6366f1': 'Indigo',
    '#8b5cf6': 'Violet',
    '#06b6d4': 'Cyan',
    '#10b981': 'Émeraude',
    '#f59e0b': 'Ambre',
    '#ef4444': 'Rouge',
    '#ec4899': 'Rose',
    '#84cc16': 'Citron vert',
  },
  toast: {
    tagCreated: 'Étiquette créée',
    tagDeleted: 'Étiquette supprimée',
    added: (count) =>
      count === 1 ? 'Étiquette ajoutée au fichier' : `Étiquette ajoutée à ${formatCount(count)} fichiers`,
    removed: (count) =>
      count === 1 ? 'Étiquette retirée du fichier' : `Étiquette retirée de ${formatCount(count)} fichiers`,
    fetchFailed: 'Les étiquettes n’ont pas pu être chargées',
    createFailed: 'L’étiquette n’a pas pu être créée',
    deleteFailed: 'L’étiquette n’a pas pu être supprimée',
    addFailed: 'L’étiquette n’a pas pu être ajoutée au fichier',
    removeFailed: 'L’étiquette n’a pas pu être retirée du fichier',
  },
}
