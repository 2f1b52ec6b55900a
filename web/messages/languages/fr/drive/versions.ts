import type { WordsOf } from '../../catalogue.ts'

export const versions: WordsOf<'versions'> = {
  title: 'Versions antérieures',
  putBack: 'Annuler des modifications',
  empty: 'Aucune. Quand ce fichier est remplacé, son contenu actuel est conservé ici.',
  loading: 'Chargement',
  failed: 'Les versions n’ont pas pu être chargées',
  upload: 'Envoyer une nouvelle version',
  uploadHint: (name) => `Choisissez le nouveau contenu de ${name}`,
  version: (version) => `Version ${version}`,
  damaged: 'modifiée ou endommagée, impossible à ouvrir',
  replaced: (when, size) => `Remplacée le ${when} · ${size}`,
  previewOf: (version) => `Aperçu de la version ${version}`,
  download: 'Télécharger',
  downloadOf: (version) => `Télécharger la version ${version}`,
  restore: 'Restaurer',
  restoreOf: (version) => `Restaurer la version ${version}`,
  removeOf: (version) => `Supprimer la version ${version}`,
  restored: (version) => `La version ${version} est de nouveau le fichier`,
  restoredText: (hadLinks) =>
    `Ce qu’elle a remplacé est conservé comme version.${hadLinks ? ' Les liens vers le fichier ont pris fin.' : ''}`,
  restoreFailed: 'La version n’a pas pu être restaurée',
  removed: (version) => `La version ${version} a été supprimée`,
  removeFailed: 'La version n’a pas pu être supprimée',
  confirm: (version) => `Supprimer la version ${version} ?`,
  confirmText:
    'Elle peut être rétablie pendant 30 jours ; ensuite ses octets chiffrés sont effacés. Le fichier lui-même reste tel quel.',
  confirmSubmit: 'Supprimer la version',
}
