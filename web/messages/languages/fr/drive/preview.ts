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
  locked: 'Ce PDF est protégé par un mot de passe.',
  lockedText: 'Téléchargez-le pour l’ouvrir avec un programme qui demande le mot de passe.',
  page: (at, count) => `Page ${at} sur ${count}`,
  pageBroken: 'Cette page ne peut pas être affichée.',
  pageLink: 'Aller à une page de ce fichier',
  pages: {
    page: 'Numéro de page',
    of: (count) => `sur ${count}`,
    zoom: (percent) => `${percent} %`,
    smaller: 'Zoom arrière',
    larger: 'Zoom avant',
    fit: 'Ajuster à la largeur',
  },
  text: 'Texte du fichier',
  partly: 'Un élément de ce PDF ne peut pas être affiché ici. Téléchargez le fichier pour tout voir.',
  guessed:
    'Ce fichier n’indique pas son encodage. Il est affiché comme du texte d’Europe occidentale ; certaines lettres peuvent être fausses.',
  beginning: (shown, size) => `Voici le début du fichier, ${shown} sur ${size}. Téléchargez-le pour voir la suite.`,
  pdf: (name) => `Pages de ${name}`,
  empty: 'Ce fichier est vide.',
}
