import type { WordsOf } from '../catalogue.ts'

export const settings: WordsOf<'settings'> = {
  title: 'Paramètres',
  sections: 'Rubriques des paramètres',
  profile: 'Profil',
  billing: 'Facturation',
  security: 'Sécurité',
  preferences: 'Préférences',
  error: 'Erreur',
  retry: 'Réessayer',
  loading: 'Chargement des paramètres',
  profileForm: {
    title: 'Profil',
    lead: 'Votre organisation peut lire ceci. Ce n’est pas chiffré.',
    firstName: 'Prénom',
    lastName: 'Nom',
    company: 'Entreprise',
    email: 'E-mail',
    emailHint: 'Il ne peut pas être modifié ici.',
    submit: 'Enregistrer les modifications',
    busy: 'Enregistrement…',
    saved: 'Profil enregistré',
    loadFailed: 'Le profil n’a pas pu être chargé',
    saveFailed: 'Le profil n’a pas pu être enregistré',
  },
  looks: {
    theme: 'Thème',
    themeLead: 'Pour ce navigateur.',
    themes: [
      ['system', 'Comme le système'],
      ['light', 'Clair'],
      ['dark', 'Sombre'],
    ],
    lock: 'Verrouiller en cas d’inactivité',
    lockLead:
      'Quand personne ne touche aucun onglet de ce coffre aussi longtemps, les clés quittent la mémoire du navigateur et le mot de passe est redemandé, même si vous avez choisi de rester déverrouillé. Les envois en cours sont suspendus, comme quand vous verrouillez vous-même. Pour ce navigateur.',
    never: 'Jamais',
    language: 'Langue',
    languageLead: 'Pour ce navigateur. En allemand et en français, certaines pages sont encore en anglais.',
    languages: [
      ['en', 'English'],
      ['de', 'Deutsch'],
      ['fr', 'Français'],
      ['browser', 'Comme le navigateur'],
    ],
    languageReload:
      'La page est rechargée pour cela. Le coffre demande alors votre mot de passe, sauf si vous avez choisi de rester déverrouillé. Si des fichiers sont en route, le navigateur demande d’abord.',
    languageSubmit: 'Appliquer et recharger',
    notificationsText: 'Ce dont vous êtes averti, dans l’application et par e-mail.',
    configure: 'Configurer',
  },
}
