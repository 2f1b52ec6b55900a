import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

export const common: WordsOf<'common'> = {
  product: 'QuantumShield',
  release: 'Version 0.2, sans audit indépendant : ne gardez pas encore ici votre seule copie de quoi que ce soit.',
  pageTitle: (page) => `${page} · QuantumShield`,
  close: 'Fermer',
  cancel: 'Annuler',
  undo: 'Annuler l’action',
  dismiss: 'Fermer la notification',
  notifications: 'Notifications',
  loading: 'Chargement…',
  skip: 'Aller au contenu',
  sortBy: 'Trier par',
  skipToList: 'Aller à la liste',
  toggleScheme: 'Passer du clair au sombre ou inversement',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  required: 'Remplissez ce champ.',
  tooLong: (count, most) =>
    `${formatCount(count)} caractères ; ${formatCount(most)} sont acceptés. Rien n’a été coupé : raccourcissez le texte.`,
  emailInvalid: 'Saisissez une adresse e-mail, par exemple nom@example.com.',
  optional: 'facultatif',
  unexpectedTitle: 'Erreur inattendue de l’application',
  unexpectedText: 'Vos fichiers sont intacts. Rechargez la page pour continuer.',
  updatedTitle: 'QuantumShield a été mis à jour',
  updatedText:
    'Cette page a été ouverte avant la mise à jour. Vos fichiers sont intacts. Rechargez la page pour continuer.',
  notLoadedTitle: 'Cette page n’a pas pu être chargée',
  notLoadedText: 'La connexion au serveur a été perdue avant son arrivée. Vos fichiers sont intacts.',
  tryAgain: 'Réessayer',
  reload: 'Recharger la page',
  notFoundTitle: 'Page introuvable',
  notFoundText: 'Il n’y a rien à cette adresse.',
  notFoundFigure: 'La figure est dessinée à partir de l’adresse que vous avez demandée.',
  home: 'Retour à l’accueil',
}
