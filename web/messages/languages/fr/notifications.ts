import { formatCount } from '#web/lib/format.ts'
import type { RoleChange } from '#contract/notices.ts'
import type { NoticeAbout } from '../../notifications.ts'
import type { WordsOf } from '../catalogue.ts'

const named = (name: string | undefined) => (name === undefined ? '' : ` « ${name} »`)
const ENDED: Record<string, string> = {
  done: 'Vous avez de nouveau accès : un nouveau mot de passe a été choisi',
  refused: 'Votre demande de récupération a été refusée',
  cancelled: 'Votre demande de récupération a été annulée',
  expired: 'Votre demande de récupération a expiré après sept jours',
}
const someone = (who: string | undefined) => who ?? 'Quelqu’un'
const files = (count: number) => `${formatCount(count)} ${count < 2 ? 'fichier' : 'fichiers'}`
const aFile = (name: string | undefined, count = 1) =>
  count > 1 ? files(count) : name === undefined ? 'un fichier' : `« ${name} »`
const aSpace = (name: string | undefined) =>
  name === undefined ? 'un espace d’équipe' : `l’espace d’équipe « ${name} »`

const behind = (name: string | undefined) => (name === undefined ? '' : ` : ${name}`)
const DUE: Record<string, string> = {
  soon: 'Une formation est à faire d’ici une semaine',
  today: 'Une formation est à faire aujourd’hui',
  late: 'Une formation est en retard',
}

const aRole = (role: string | undefined) => (role === undefined ? 'un rôle' : `le rôle ${role}`)
type Say = (about: NoticeAbout) => string
const ROLES_CHANGED: Readonly<Record<string, Say | undefined>> = {
  given: ({ who, whom, role, isOwn }) =>
    isOwn
      ? `${someone(who)} vous a donné ${aRole(role)}`
      : `${someone(who)} a donné ${aRole(role)} à ${whom ?? 'quelqu’un'}`,
  ended: ({ who, whom, role, isOwn }) =>
    isOwn
      ? `${someone(who)} a mis fin à votre rôle${role === undefined ? '' : ` ${role}`}`
      : `${someone(who)} a mis fin à un rôle de ${whom ?? 'quelqu’un'}${role === undefined ? '' : ` : ${role}`}`,
  removed: ({ who, whom, role, isOwn }) =>
    `${someone(who)} ${isOwn ? 'vous a retiré' : `a retiré ${whom ?? 'quelqu’un'}`} de l’organisation, avec ${aRole(role)}`,
  invited: ({ who, role, count = 1 }) =>
    count === 1
      ? `${someone(who)} a invité quelqu’un pour ${aRole(role)}`
      : `${someone(who)} a invité ${formatCount(count)} personnes pour des rôles qui ouvrent l’administration`,
  joined: ({ whom, role }) => `${someone(whom)} a accepté une invitation et a maintenant ${aRole(role)}`,
  provisioned: ({ whom, role, isOwn }) =>
    `Votre fournisseur d’identité ${isOwn ? 'vous a ajouté' : `a ajouté ${whom ?? 'quelqu’un'}`}, avec ${aRole(role)} d’une invitation`,
} satisfies Record<RoleChange, Say>

export const notices: WordsOf<'notices'> = {
  title: 'Notifications',
  list: 'Notifications',
  lead: 'Ce que vous devriez savoir de votre compte. Si quelque chose ne vient pas de vous, mettez fin à la session et choisissez un nouveau mot de passe.',
  loading: 'Chargement des notifications',
  failed: 'Vos notifications n’ont pas pu être chargées',
  retry: 'Réessayer',
  empty: 'Aucune notification',
  emptyText: 'Une connexion depuis un nouvel appareil, un mot de passe changé et autres apparaissent ici.',
  unknownKind: (kind) => `Il s’est passé quelque chose : ${kind.replaceAll('_', ' ')}`,
  says: {
    new_device: () => 'Vous vous êtes connecté depuis un nouvel appareil',
    file_shared: ({ who, name, count }) => `${someone(who)} a partagé ${aFile(name, count)} avec vous`,
    team_space_added: ({ who, name }) => `${someone(who)} vous a ajouté à ${aSpace(name)}`,
    team_space_removed: ({ who, name }) =>
      who === undefined ? `Vous avez été retiré : ${aSpace(name)}` : `${who} vous a retiré : ${aSpace(name)}`,
    team_space_left: ({ who, name }) =>
      `${someone(who)} a quitté ${aSpace(name)} que vous gérez : il lui faut une nouvelle clé`,
    files_received: ({ name, count = 1 }) => {
      if (name === undefined) return `Quelqu’un vous a envoyé ${count === 1 ? 'un fichier' : files(count)}`
      return `${files(count)} ${count < 2 ? 'est arrivé' : 'sont arrivés'} pour la demande « ${name} »`
    },
    device_silent: ({ name }) => `L’appareil${named(name)} est silencieux depuis plus longtemps que prévu`,
    device_back: ({ name }) => `L’appareil${named(name)} est de retour`,
    device_paused: ({ name }) => `L’appareil${named(name)} a fait quelque chose d’inhabituel et est suspendu`,
    stream_failing: ({ name }) =>
      `Le flux d’événements${name === undefined ? '' : ` « ${name} »`} n’a rien transmis depuis un jour`,
    content_lost: ({ count = 1 }) =>
      count === 1
        ? 'Le contenu d’un fichier est manquant ou endommagé'
        : `Le contenu de ${formatCount(count)} fichiers est manquant ou endommagé`,
    leftovers_held: () =>
      'Beaucoup de contenus stockés n’appartiennent à aucun fichier. Rien n’en est supprimé avant que l’exploitant ne le dise',
    recovery_wanted: ({ who }) => `${someone(who)} demande de l’aide pour rouvrir son coffre`,
    recovery_changed: () => 'Votre organisation a changé qui peut vous redonner accès',
    recovery_asked: () => 'Votre récupération a été demandée. Si ce n’était pas vous, annulez-la',
    recovery_answered: ({ who }) => `${someone(who)} a remis sa part de la clé de votre coffre`,
    recovery_ended: ({ event }) => ENDED[String(event)] ?? 'La demande de récupération est terminée',
    recovery_allowed: () =>
      'Vous avez autorisé plusieurs personnes de votre organisation, ensemble, à vous redonner accès',
    recovery_withdrawn: () => 'Plus personne de votre organisation ne peut vous redonner accès',
    password_changed: () => 'Votre mot de passe a été changé',
    password_reset: () => 'Un nouveau mot de passe a été choisi par un lien reçu par e-mail',
    vault_keys_changed: () => 'Les mots de secours ou les clés de votre coffre ont été remplacés',
    organisation_entered: () => 'L’exploitant de cette installation est entré dans le panneau de votre organisation',
    keys_listed: () =>
      'Le journal public mentionne de nouvelles clés à votre nom. Si personne ne vous l’a expliqué, interrogez l’exploitant en personne ou par téléphone',
    email_changed: () => 'Votre adresse e-mail a été modifiée',
    second_factor_changed: ({ event }) =>
      event === 'mfa.added' ? 'Un second facteur a été ajouté' : 'Un second facteur a été retiré',
    passkey_changed: ({ event }) =>
      event === 'passkey.removed' ? 'Une clé d’accès a été retirée' : 'Une clé d’accès a été ajoutée',
    session_stolen: () => 'Une session était utilisée par deux parties et a été fermée',
    threat_noticed: () => 'Quelque chose d’inhabituel a été remarqué sur votre compte',
    threat_incident: () => 'Un incident de sécurité attend que quelqu’un s’en occupe',
    policy_updated: ({ who }) => `${someone(who)} a modifié les règles de votre organisation`,
    retention_changed: ({ who }) =>
      `${someone(who)} a modifié la durée pendant laquelle le journal d’audit garde ce que disent les événements`,
    keyring_refused: () =>
      'Quelqu’un a essayé d’écraser ce que votre coffre retient et a été refusé. Si une version plus ancienne de l’application était ouverte, rechargez-la',
    session_ended: ({ who }) => `${someone(who)} a mis fin à une de vos sessions`,
    training_assigned: ({ name }) => `Une formation vous a été attribuée${behind(name)}`,
    training_due: ({ name, event }) => `${DUE[String(event)] ?? 'Une formation est à faire'}${behind(name)}`,
    space_removal_wanted: ({ who, name }) =>
      `${who ?? 'Quelqu’un'} doit quitter l’espace d’équipe${named(name)} : l’administration l’a décidé. Retirez cette personne`,
    role_ending: () => 'Un de vos rôles prend fin dans la semaine. Les paramètres disent quel jour',
    roles_changed: (about) =>
      ROLES_CHANGED[String(about.event)]?.(about) ?? 'Les personnes qui administrent votre organisation ont changé',
    member_role_ending: ({ who }) => `Un rôle de ${who ?? 'quelqu’un de votre organisation'} prend fin dans la semaine`,
  },
  unread: 'Nouvelle',
  markRead: 'Marquer comme lue',
  markReadLabel: (sentence) => `Marquer comme lue : ${sentence}`,
  markAllRead: 'Tout marquer comme lu',
  unreadCount: (count) =>
    count === 0 ? 'Rien de nouveau' : `${formatCount(count)} ${count < 2 ? 'non lue' : 'non lues'}`,
  markFailed: 'Les notifications n’ont pas pu être marquées comme lues',
  check: 'Voir les sessions et les appareils',
  openTraining: 'Ouvrir les formations',
  openSpaces: 'Ouvrir les espaces d’équipe',
  openShared: 'Ouvrir les fichiers partagés',
  openDevices: 'Voir les appareils',
  openStreams: 'Voir les flux d’événements',
  openRequests: 'Ouvrir mes demandes',
  openTeam: 'Voir la demande',
  openRecovery: 'Voir la récupération par l’organisation',
  openPanel: 'Ouvrir le panneau',
  openKeys: 'Voir vos clés',
  openNoticed: 'Voir ce qui a été remarqué',
  openRoles: 'Ouvrir Équipe',
  openOwnRoles: 'Ouvrir les paramètres',
  openPolicies: 'Voir les règles',
  openRetention: 'Ouvrir le journal d’audit',
  openIncident: 'Voir l’incident',
  more: 'Afficher les notifications plus anciennes',
  settings: {
    title: 'Ce dont vous êtes averti',
    lead: 'Dans l’application, par e-mail ou les deux. Les e-mails sur la sécurité de votre compte et de votre organisation sont toujours envoyés : une personne qui aurait volé votre session les désactiverait en premier.',
    loading: 'Chargement des réglages',
    failed: 'Les réglages n’ont pas pu être chargés',
    saveFailed: 'Le réglage n’a pas pu être enregistré',
    event: 'Événement',
    inApp: 'Dans l’application',
    byEmail: 'Par e-mail',
    always: 'Toujours',
    groups: {
      files: 'Fichiers et demandes',
      spaces: 'Espaces d’équipe',
      account: 'Connexion et clés',
      recovery: 'Récupération',
      systems: 'Autres systèmes',
      training: 'Formation',
    },
    counts: (inApp, byEmail, all) => `${inApp} sur ${all} dans l’application, ${byEmail} par e-mail`,
    inAppLabel: (kind) => `${kind}, dans l’application`,
    byEmailLabel: (kind) => `${kind}, par e-mail`,
    kinds: {
      new_device: 'Connexion depuis un nouvel appareil',
      session_stolen: 'Session volée fermée',
      file_shared: 'Fichier partagé avec vous',
      team_space_added: 'Ajout à un espace d’équipe',
      team_space_removed: 'Retrait d’un espace d’équipe',
      team_space_left: 'Départ d’un espace d’équipe que vous gérez',
      files_received: 'Fichiers arrivés pour une de vos demandes',
      device_silent: 'Un appareil est silencieux',
      device_back: 'Un appareil silencieux est de retour',
      device_paused: 'Un appareil est suspendu',
      stream_failing: 'Un flux d’événements ne transmet rien',
      content_lost: 'Contenu de fichiers manquant ou endommagé',
      leftovers_held: 'Des contenus orphelins attendent l’exploitant',
      recovery_wanted: 'Demande de récupération',
      recovery_changed: 'Contacts de récupération modifiés',
      recovery_asked: 'Votre récupération a été demandée',
      recovery_answered: 'Réponse à votre récupération',
      recovery_ended: 'Votre récupération est terminée',
      recovery_allowed: 'Récupération par l’organisation autorisée',
      recovery_withdrawn: 'Récupération par l’organisation désactivée',
      password_changed: 'Mot de passe changé',
      password_reset: 'Mot de passe réinitialisé par un lien',
      vault_keys_changed: 'Clés du coffre remplacées',
      organisation_entered: 'Exploitant dans votre organisation',
      keys_listed: 'Nouvelles clés à votre nom',
      email_changed: 'Adresse e-mail modifiée',
      second_factor_changed: 'Second facteur ajouté ou retiré',
      passkey_changed: 'Clé d’accès ajoutée ou retirée',
      threat_noticed: 'Quelque chose d’inhabituel sur votre compte',
      threat_incident: 'Incident de sécurité dans votre organisation',
      policy_updated: 'Règles de votre organisation modifiées',
      retention_changed: 'Conservation du journal d’audit modifiée',
      keyring_refused: 'Écrasement de ce que votre coffre retient refusé',
      session_ended: 'Une de vos sessions fermée',
      training_assigned: 'Formation qui vous est attribuée',
      training_due: 'Formation à faire',
      space_removal_wanted: 'Quelqu’un doit quitter un de vos espaces d’équipe',
      role_ending: 'Un de vos rôles prend bientôt fin',
      roles_changed: 'Les personnes qui administrent votre organisation ont changé',
      member_role_ending: 'Le rôle d’une personne que vous gérez prend bientôt fin',
    },
  },
}
