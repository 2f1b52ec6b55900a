import type { WordsOf } from '../catalogue.ts'

export const common: WordsOf<'common'> = {
  close: 'Fermer',
  cancel: 'Annuler',
  undo: 'Annuler l’action',
  dismiss: 'Fermer la notification',
  loading: 'Chargement…',
  skip: 'Aller au contenu',
  toggleScheme: 'Passer du clair au sombre ou inversement',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  required: 'Remplissez ce champ.',
  emailInvalid: 'Saisissez une adresse e-mail, par exemple nom@example.com.',
  optional: 'facultatif',
  unexpectedTitle: 'Erreur inattendue de l’application',
  unexpectedText: 'Vos fichiers sont intacts. Rechargez la page pour continuer.',
  reload: 'Recharger la page',
  notFoundTitle: 'Page introuvable',
  notFoundText: 'Il n’y a rien à cette adresse.',
  notFoundFigure: 'La figure est dessinée à partir de l’adresse que vous avez demandée.',
  home: 'Retour à l’accueil',
}
