import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const LARGEST_SHOWN = 99

export const shell: WordsOf<'shell'> = {
  dashboard: 'Tableau de bord',
  settings: 'Paramètres',
  myFiles: 'Mes fichiers',
  activity: 'Activité',
  training: 'Formations',
  partner: 'Partenaire',
  security: 'Sécurité',
  devices: 'Appareils',
  help: 'Aide',
  eventStreams: 'Flux d’événements',
  notifications: 'Notifications',
  menu: 'Menu',
  organisation: 'Organisation',
  adminPanel: 'Administration',
  unread: (count) => `${formatCount(count)} ${count < 2 ? 'non lue' : 'non lues'}`,
  unreadShort: (count) => (count > LARGEST_SHOWN ? `${LARGEST_SHOWN}+` : String(count)),
  mainNavigation: 'Navigation principale',
  toggleSidebar: 'Replier ou déplier la barre latérale',
  closeSearch: 'Fermer la recherche',
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
      'Le serveur a envoyé une version plus ancienne de ce que votre coffre retient des personnes, des espaces et des liens. Cet appareil en a une plus récente et l’utilise. Si une sauvegarde a été restaurée, remettez la version récente ; sinon, prévenez votre administrateur : quelqu’un tente peut-être de vous montrer de fausses clés.',
    restore: 'Remettre la version récente',
    replaced: 'Vos clés ont été changées sur un autre appareil',
    restored: 'La version récente est remise',
    failed: 'La version récente n’a pas été remise',
  },
  newerBuild:
    'QuantumShield a été mis à jour sur le serveur. Certaines parties de cette page ne fonctionneront de nouveau qu’après un rechargement.',
  appBuild: {
    title: 'Un autre build de l’application',
    text: (version, build) =>
      `Ce navigateur exécute maintenant la version ${version}, build ${build}. Les versions précédentes sont sous Sécurité.`,
    differs: (files) =>
      `Une partie de cette application n’est pas telle que son serveur la répertorie : ${files.join(', ')}. Ne saisissez aucun mot de passe et n’enregistrez rien ici tant que l’exploitant ne l’a pas expliqué.`,
  },
  serverAway:
    'Le serveur ne répond pas. Rien n’est perdu : ce qui est listé reste lisible ici ; les envois attendent et reprennent à son retour.',
  tabs: {
    unknown: 'Cette vue n’existe pas. Voici vos fichiers.',
    label: 'Vues du tableau de bord',
    files: 'Fichiers',
    documents: 'Documents',
    auditLogs: 'Journal d’audit',
  },
  roles: {
    loading: 'Chargement des autorisations…',
    refused: (roles) => `Vous n’avez pas l’autorisation d’utiliser cette fonction. Rôles requis : ${roles}`,
    operatorOnly: 'Seules les personnes de l’organisation qui exploite ce serveur peuvent modifier cela.',
    whoToAsk: 'Un administrateur de votre organisation peut vous en donner un.',
    noAdmin: 'Vous n’avez pas l’autorisation d’accéder à l’administration. Contactez votre administrateur système.',
    seeTeam: 'Équipe indique qui administre votre organisation',
    failed: 'Vos autorisations n’ont pas pu être chargées',
    retry: 'Réessayer',
  },
}
