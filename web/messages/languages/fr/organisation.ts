import type { Role } from '#contract/permissions.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const ROLE: Record<Role, string> = {
  owner: 'Propriétaire',
  admin: 'Administrateur',
  security_admin: 'Administrateur de la sécurité',
  billing_admin: 'Administrateur de la facturation',
  analyst: 'Analyste',
  viewer: 'Lecteur',
  partner: 'Partenaire',
  member: 'Membre',
  super_admin: 'Super-administrateur',
  tenant_admin: 'Administrateur de l’organisation',
  compliance_officer: 'Responsable de la conformité',
  growth_manager: 'Responsable de la croissance',
  sales_manager: 'Responsable des ventes',
  partner_manager: 'Responsable des partenaires',
  manager: 'Responsable',
}

export const team: WordsOf<'team'> = {
  title: 'Équipe',
  panelTitle: 'Personnes et équipes',
  lead: (organisation) =>
    `Toutes les personnes de ${organisation}. Un rôle dit ce que quelqu’un peut gérer ; il n’ouvre les fichiers de personne.`,
  leadLoading: 'Toutes les personnes de votre organisation.',
  invite: 'Inviter',
  members: 'Membres',
  removed: 'Retirés',
  removedLead:
    'Leurs comptes sont fermés et leurs fichiers restent scellés. Réintégrez quelqu’un, et il retrouve tout.',
  loading: 'Chargement des membres',
  failed: 'Les membres n’ont pas pu être chargés',
  retry: 'Réessayer',
  you: 'Vous',
  noVault: 'Pas encore de coffre',
  waiting: 'En attente : pas encore connecté',
  suspended: 'Suspendu',
  added: (when) => `Ajouté le ${when}`,
  details: 'Détails',
  detailsOf: (who) => `Détails de ${who}`,
  noneFound: 'Aucune personne trouvée',
  noneFoundText: 'Personne ne correspond à la recherche et aux filtres',
  filters: {
    title: 'Filtres',
    search: 'Rechercher des personnes',
    clearSearch: 'Effacer la recherche',
    clear: 'Effacer les filtres',
    all: 'Tous',
    role: 'Rôle',
    state: 'État',
  },
  count: (count) => `${formatCount(count)} ${count < 2 ? 'personne' : 'personnes'}`,
  keysFailed: 'Les clés de ces personnes n’ont pas pu être comparées',
  countOver: (count) => `Plus de ${formatCount(count)} personnes`,
  more: 'Afficher plus de personnes',
  active: (when) => `Actif : ${when}`,
  neverActive: 'Pas encore actif',
  joined: (when) => `Membre depuis le ${when}`,
  removedAt: (when) => `Retiré ${when}`,
  none: 'Aucun rôle',
  role: (role) => ROLE[role as Role] ?? role,
  member: {
    role: 'Rôle',
    save: 'Enregistrer le rôle',
    saving: 'Enregistrement…',
    saved: 'Rôle modifié',
    savedText: (who, role) => `${who} : ${role}`,
    saveFailed: 'Le rôle n’a pas été modifié',
    keys: 'Clés',
    keysFailed: 'Ses clés n’ont pas pu être lues',
    keysLoading: 'Lecture de ses clés',
    withoutVault:
      'Cette personne ne s’est pas encore connectée et n’a pas créé son coffre. D’ici là, personne ne peut partager avec elle.',
    remove: 'Retirer de l’organisation',
    removeTitle: (who) => `Retirer ${who} ?`,
    removeText:
      'Cette personne est déconnectée partout et ne peut plus se connecter. Ce qu’elle partage et ce qui est partagé avec elle prend fin. Ses propres fichiers ne sont pas supprimés : ils restent scellés, personne d’autre ne peut les ouvrir, et elle les retrouve si vous la réintégrez. Les copies que d’autres ont téléchargées restent.',
    removeConfirm: 'Retirer le membre',
    removing: 'Retrait…',
    removedDone: 'Membre retiré',
    removedText: (who) => `${who} n’a plus de session ouverte et ne peut plus se connecter`,
    removeFailed: 'Le membre n’a pas été retiré',
    offboard: 'Départ',
    suspend: 'Suspendre',
    suspendTitle: (who) => `Suspendre ${who} ?`,
    suspendText:
      'La personne est déconnectée partout et ne peut pas se connecter. Elle reste membre avec tous ses fichiers, et les collègues gardent ce qui a été partagé avec eux. Personne n’ouvre ses liens tant que vous ne mettez pas fin à la suspension.',
    suspendConfirm: 'Suspendre le membre',
    suspending: 'Suspension…',
    suspended: 'Membre suspendu',
    suspendedText: (who) => `${who} est déconnecté et ne peut pas se connecter`,
    suspendFailed: 'Le membre n’a pas été suspendu',
    endSuspension: 'Mettre fin à la suspension',
    suspensionEnded: 'Suspension terminée',
    suspensionEndedText: (who) => `${who} peut de nouveau se connecter`,
    suspensionFailed: 'La suspension n’a pas pris fin',
    provisioned: 'Géré par votre fournisseur d’identité : il peut modifier de nouveau ce que vous modifiez ici.',
    restore: 'Réintégrer',
    restoreLabel: (who) => `Réintégrer ${who}`,
    restored: 'Membre réintégré',
    restoredText: (who) => `${who} peut de nouveau se connecter`,
    restoreFailed: 'Le membre n’a pas été réintégré',
  },
  ownInvitations: {
    title: 'Invitations pour vous',
    notice: (who, organisation) => `${who} vous invite à rejoindre ${organisation}.`,
    see: 'Voir l’invitation',
    somebody: 'Quelqu’un',
    from: (who, when) => `De ${who}, ${when}`,
    one: (organisation) =>
      `Un compte appartient à une seule organisation, et celui-ci appartient à ${organisation}. Il ne permet pas d’accepter ; vos fichiers restent ici dans tous les cas. Pour rejoindre l’organisation :`,
    otherAddress:
      'Donnez une autre adresse e-mail à ce compte, puis demandez que l’invitation soit renvoyée. Elle crée un second compte avec l’adresse invitée.',
    security: 'Changer l’adresse dans Sécurité',
    askAgain: 'Ou demandez à être invité à une autre de vos adresses.',
    decline: 'Refuser',
    declineOf: (organisation) => `Refuser l’invitation de ${organisation}`,
    declined: 'Invitation refusée',
    declinedText: (organisation) => `${organisation} n’en est pas informée`,
    declineFailed: 'L’invitation n’a pas été refusée',
  },
  pin: {
    done: 'Clés retenues',
    doneText: (who) => `Les clés de ${who} sont celles de votre invitation`,
    changed: 'Les clés de la personne qui vous a invité ne sont pas celles de votre invitation',
  },
}

export const join: WordsOf<'join'> = {
  title: 'Vous êtes invité',
  lead: (by, email) => `${by} invite ${email}. Choisissez un mot de passe ; votre navigateur crée ensuite vos clés.`,
  asking: 'Recherche de l’organisation…',
  into: (organisation, inviter) =>
    inviter
      ? `Vous allez rejoindre « ${organisation} », à l’invitation de ${inviter}.`
      : `Vous allez rejoindre « ${organisation} ».`,
  unknown: 'Le serveur n’a pas dit de quelle organisation il s’agit. Vérifiez la connexion avant d’accepter.',
  otherInviter: (by, inviter) =>
    `L’adresse nomme ${by}, mais l’invitation enregistrée sur le serveur vient de ${inviter}. Demandez-lui de vive voix avant d’accepter.`,
  somebody: 'Quelqu’un',
  submit: 'Accepter et créer mon compte',
  busy: 'Création de votre compte…',
  incomplete: {
    title: 'Une partie de cette adresse manque',
    text: 'Ouvrez à nouveau le lien complet de l’e-mail d’invitation. La fin, après #, en fait partie.',
  },
  noted: {
    title: 'Clés notées',
    text: (by, email) =>
      `Ce navigateur connaît maintenant les clés de ${by}. Ouvrez dans ce même navigateur l’invitation envoyée à ${email} : elle ne continue que si les clés sont les mêmes.`,
    question: (by) =>
      `Avez-vous reçu cette adresse de ${by} en personne, ou par un moyen dont vous êtes sûr ? Si elle est venue par e-mail, ne confirmez pas : les e-mails sont envoyés par le serveur.`,
    confirm: (by) => `Elle me vient bien de ${by}`,
    isHandedOver: (by) =>
      `Votre coffre reconnaîtra ${by} comme une personne qui peut répondre d’autres, par exemple de celles qui peuvent vous redonner accès.`,
  },
  differs: {
    title: 'Ce ne sont pas les clés que vous avez reçues',
    text: (by) =>
      `L’invitation par e-mail nomme pour ${by} d’autres clés que l’adresse que vous avez ouverte avant. Quelqu’un s’interpose peut-être. Rien n’a été envoyé ; demandez à ${by} de vive voix.`,
    noted: (who, email) =>
      `Ce navigateur a noté les clés de ${who}, pour ${email}. Si c’était une autre invitation, d’une autre personne qui utilise cet appareil, oubliez-la et comparez à nouveau.`,
    forget: 'Oublier ce qui a été noté',
  },
  signedIn: {
    title: 'Vous êtes connecté',
    text: (email) =>
      `Ce navigateur est connecté en tant que ${email} ; rien de cette invitation n’a donc été noté. Déconnectez-vous pour l’accepter pour un autre compte.`,
    one: (by, invited) =>
      `${by} invite ${invited}. Un compte appartient à une seule organisation : l’invitation s’accepte avec un nouveau compte pour cette adresse.`,
    signOut: 'Se déconnecter',
    stay: 'Rester connecté',
  },
  expired:
    'Cette invitation a déjà servi ou a expiré. Connectez-vous si vous l’avez acceptée ; sinon, demandez-en une nouvelle.',
}
