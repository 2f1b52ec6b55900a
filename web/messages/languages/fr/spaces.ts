import type { SpaceRole } from '#contract/organisation/space-roles.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const ROLE: Record<SpaceRole, { label: string; hint: string }> = {
  manager: { label: 'Gestionnaire', hint: 'Décide qui fait partie de l’espace, et modifie ce qu’il contient.' },
  editor: { label: 'Éditeur', hint: 'Ajoute, modifie et supprime des fichiers.' },
  viewer: { label: 'Lecteur', hint: 'Ouvre et télécharge des fichiers.' },
}

export const spaces: WordsOf<'spaces'> = {
  title: 'Espaces d’équipe',
  lead: 'Des fichiers que plusieurs personnes partagent. Seuls les membres d’un espace peuvent ouvrir ce qu’il contient ; même un administrateur ne le peut pas.',
  list: 'Espaces d’équipe',
  one: 'Espace d’équipe',
  open: (name) => `Ouvrir ${name}`,
  create: 'Nouvel espace',
  loading: 'Chargement des espaces d’équipe',
  failed: 'Les espaces d’équipe n’ont pas pu être chargés',
  retry: 'Réessayer',
  empty: 'Aucun espace d’équipe',
  emptyText:
    'Créez-en un pour un projet ou un service. Ses membres y voient tout, aussi ce qui s’y trouvait avant leur arrivée.',
  members: (count) => `${formatCount(count)} ${count < 2 ? 'personne' : 'personnes'}`,
  role: (role) => ROLE[role].label,
  roleHint: (role) => ROLE[role].hint,
  since: (when) => `Depuis le ${when}`,
  refused: 'Pas digne de confiance',
  problem: {
    key_changed:
      'Les clés d’un gestionnaire de cet espace ne sont pas celles que vous avez vues avant. Rien n’a été ouvert ; comparez le numéro de sécurité avec cette personne sur la page Équipe.',
    space_refused:
      'La liste des membres n’est pas celle qu’un gestionnaire de l’espace a signée, ou est plus ancienne qu’une que vous avez vue. Rien n’a été ouvert ; demandez à un gestionnaire.',
  },
  gone: {
    title: 'Cet espace n’est pas ici',
    text: 'Il a été supprimé, ou vous n’en faites plus partie.',
    action: 'Tous les espaces d’équipe',
  },
  viewing:
    'Vous pouvez ouvrir et télécharger les fichiers d’ici. Adressez-vous à un gestionnaire de l’espace si vous voulez en ajouter.',
  leavers: {
    notice: (names, count) =>
      `Le serveur dit que ${names} ${count < 2 ? 'ne fait' : 'ne font'} plus partie de cet espace. Tant que la clé n’est pas changée, ${count < 2 ? 'cette personne connaît' : 'ces personnes connaissent'} celle de ce qui est ajouté ici.`,
    action: 'Changer la clé',
    title: 'Changer la clé de cet espace ?',
    text: (names) =>
      `Retrait définitif : ${names}. Rien de ce qui sera ajouté ensuite ne pourra être ouvert de ce côté. Si vous ne vous y attendez pas, demandez d’abord aux personnes concernées : seul le serveur dit qu’elles sont parties.`,
  },
  newSpace: {
    title: 'Nouvel espace d’équipe',
    name: 'Nom',
    nameHint: 'Seuls ses membres peuvent le lire.',
    submit: 'Créer l’espace',
    busy: 'Création…',
    done: 'Espace créé',
    failed: 'L’espace n’a pas été créé',
  },
  manage: {
    open: 'Membres',
    title: (name) => `Membres de ${name}`,
    people: 'Membres',
    add: 'Ajouter quelqu’un',
    addHint: 'Toutes les personnes de votre organisation qui ont créé leur coffre.',
    addNone: 'Toutes les personnes de votre organisation qui ont créé leur coffre sont dans la liste.',
    keys: {
      failed: 'Les clés de ces personnes n’ont pas pu être comparées : personne ne peut être ajouté pour le moment',
      retry: 'Réessayer',
    },
    find: 'Chercher par nom ou adresse',
    roleOf: (who) => `Rôle de ${who}`,
    addOf: (who) => `Ajouter ${who}`,
    added: 'Ajouter',
    you: 'Vous',
    removeOf: (who) => `Retirer ${who}`,
    remove: 'Retirer',
    submit: 'Enregistrer les membres',
    unsaved: {
      note: 'Modifications non enregistrées',
      title: 'Abandonner les modifications ?',
      text: 'Vous avez modifié les membres de cet espace sans enregistrer.',
      keep: 'Continuer la modification',
      discard: 'Abandonner',
    },
    space: 'Cet espace',
    saving: 'Enregistrement…',
    saved: 'Membres enregistrés',
    savedText: 'Les personnes retirées ne peuvent rien ouvrir de ce qui est ajouté désormais.',
    failed: 'Les membres n’ont pas été modifiés',
    oneManager:
      'L’espace n’a qu’un gestionnaire. Si ce compte est perdu, personne ne peut plus changer les membres de l’espace : donnez aussi ce rôle à quelqu’un d’autre.',
    noManager: 'Un espace a besoin d’au moins un gestionnaire.',
    note: 'Retirer quelqu’un change la clé de l’espace. La personne peut avoir gardé ce qu’elle a déjà ouvert ou téléchargé.',
    code: 'Code de cette liste de membres',
    codeText:
      'Chaque membre voit les mêmes chiffres tant que la liste ne change pas. Si quelqu’un en a d’autres, le serveur vous montre des listes différentes : n’enregistrez rien ici et prévenez votre administrateur.',
    keyChanged: 'Clé changée',
    keyFailed: 'La clé n’a pas été changée',
    rename: 'Renommer l’espace',
    renameName: 'Nouveau nom',
    renamed: 'Espace renommé',
    renameFailed: 'L’espace n’a pas été renommé',
    leave: 'Quitter l’espace',
    leaveTitle: (name) => `Quitter ${name} ?`,
    leaveText:
      'Vous ne pourrez plus ouvrir ce qu’il contient, jusqu’à ce qu’un gestionnaire vous ajoute de nouveau. Ce que vous y avez enregistré reste.',
    left: 'Vous avez quitté l’espace',
    leaveFailed: 'Vous n’avez pas quitté l’espace',
    delete: 'Supprimer l’espace',
    deleteTitle: (name) => `Supprimer ${name} ?`,
    deleteText:
      'Tous les fichiers et dossiers qu’il contient sont supprimés définitivement, pour tous les membres. Il n’y a pas de retour.',
    deleteLabel: (name) => `Saisissez ${name} pour le supprimer`,
    deleteWrong: 'Ce n’est pas le nom de l’espace.',
    deleteConfirm: 'Supprimer pour tous',
    deleting: 'Suppression…',
    deleted: 'Espace supprimé',
    deleteFailed: 'L’espace n’a pas été supprimé',
  },
  shareCopy: {
    title: (names) => `Partager une copie de ${names}`,
    text: (space) =>
      `Qui peut ouvrir les fichiers de ${space} se décide pour tout l’espace. Pour les partager avec d’autres, ou par lien, vous enregistrez une copie dans Mes fichiers et partagez celle-ci. Elle n’est qu’à vous : les membres ne la voient pas, et ce qui change dans l’espace ne change pas la copie.`,
    submit: 'Enregistrer une copie et partager',
  },
}
