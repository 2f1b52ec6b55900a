import type { WordsOf } from '../../catalogue.ts'

export const preview: WordsOf<'preview'> = {
  loading: 'Déchiffrement',
  position: (at, count) => `${at} sur ${count}`,
  previous: 'Fichier précédent',
  next: 'Fichier suivant',
  download: 'Télécharger',
  failed: 'L’aperçu n’a pas pu être ouvert',
  unknown: 'Il n’y a pas d’aperçu pour ce type de fichier.',
  unknownText: 'Téléchargez-le pour l’ouvrir avec un programme de cet appareil.',
  large: 'Ce fichier est trop volumineux pour un aperçu.',
  notAsNamed: 'Ce fichier ne peut pas être affiché.',
  notAsNamedText:
    'Il est complet et vérifié, mais ce navigateur ne sait pas le lire. Téléchargez-le pour l’ouvrir avec un autre programme.',
  noPdf: 'Ce navigateur n’affiche pas de fichiers PDF dans une page.',
  text: 'Texte du fichier',
  beginning: (shown, size) => `Voici le début du fichier, ${shown} sur ${size}. Téléchargez-le pour voir la suite.`,
  pdf: (name) => `Pages de ${name}`,
  empty: 'Ce fichier est vide.',
}
