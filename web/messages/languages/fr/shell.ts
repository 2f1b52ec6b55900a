import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const LARGEST_SHOWN = 99

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

export const shell: WordsOf<'shell'> = {
  dashboard: 'Tableau de bord',
  myFiles: 'Mes fichiers',
  activity: 'Activité',
  security: 'Sécurité',
  help: 'Aide',
  unread: (count) => `${formatCount(count)} ${count < 2 ? 'non lue' : 'non lues'}`,
  unreadShort: (count) => (count > LARGEST_SHOWN ? `${LARGEST_SHOWN}+` : String(count)),
  mainNavigation: 'Navigation principale',
  toggleSidebar: 'Replier ou déplier la barre latérale',
  logout: 'Se déconnecter',
  account: 'Compte',
  keyFingerprint: 'Empreinte des clés',
  lock: 'Verrouiller',
  signOut: 'Se déconnecter',
  breadcrumb: 'Fil d’Ariane',
  offline:
    'Hors ligne. Rien n’est perdu : ce qui est listé reste lisible ici ; les envois attendent et reprennent au retour de la connexion.',
  staleKeyring: {
    notice:
      'Le serveur a envoyé une version plus ancienne de ce que votre coffre retient des personnes, des espaces et des liens. Cet appareil en a une plus récente et l’utilise. Si une sauvegarde a été restaurée, remettez la version récente ; sinon, prévenez votre administrateur : quelqu’un tente peut-être de vous montrer de fausses clés.',
    restore: 'Remettre la version récente',
    restored: 'La version récente est remise',
    failed: 'La version récente n’a pas été remise',
  },
  serverAway:
    'Le serveur ne répond pas. Rien n’est perdu : ce qui est listé reste lisible ici ; les envois attendent et reprennent à son retour.',
  tabs: {
    label: 'Vues du tableau de bord',
    files: 'Fichiers',
    auditLogs: 'Journal d’audit',
  },
  roles: {
    loading: 'Chargement des autorisations…',
    refused: (roles) => `Vous n’avez pas l’autorisation d’utiliser cette fonction. Rôles requis : ${roles}`,
    whoToAsk: 'Un administrateur de votre organisation peut vous en donner un.',
  },
}

export const commands: WordsOf<'commands'> = {
  title: 'Aller à',
  open: 'Chercher des pages, des actions et des fichiers',
  placeholder: 'Une page, une action ou le nom d’un fichier',
  empty: 'Rien ne porte ce nom.',
  hint: 'Entrée ouvre ce qui est marqué, Échap ferme.',
  groups: { files: 'Fichiers', guides: 'Aide' },
  upload: 'Envoyer des fichiers',
  auditLogs: 'Journal d’audit',
  shortcuts: 'Raccourcis clavier',
  scheme: 'Passer du clair au sombre ou inversement',
  lock: 'Verrouiller le coffre',
  signOut: 'Se déconnecter',
}

export const storage: WordsOf<'storage'> = {
  label: 'Espace utilisé',
  usedOf: (used, limit) => `${used} sur ${limit}`,
  nearlyFull: 'Presque plein',
  full: 'Plein',
  changePlan: 'Changer d’offre',
  tryAgain: 'Réessayer',
  notStored: (count) =>
    count < 2
      ? `${formatCount(count)} fichier n’a pas été enregistré.`
      : `${formatCount(count)} fichiers n’ont pas été enregistrés.`,
}
