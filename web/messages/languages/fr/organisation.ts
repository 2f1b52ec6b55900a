import type { Role, TeamRole } from '#contract/permissions.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const AS_MEMBER = 'Permet la même chose que « Membre ».'

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

const ROLE_HINT: Record<TeamRole, string> = {
  owner: 'Tout ce que peut un administrateur ; nomme et retire aussi les propriétaires. Il y en a toujours un.',
  admin:
    'Invite et retire des personnes et change les rôles, sauf ceux des propriétaires. Lit le journal d’audit de tous et écrit les incidents de la page d’état.',
  security_admin: 'Comme un membre ; lit aussi le journal d’audit de tous et écrit les incidents de la page d’état.',
  compliance_officer: 'Comme un membre ; gère aussi les preuves de conformité, si l’organisation exploite ce serveur.',
  growth_manager: 'Comme un membre ; travaille aussi avec les contacts, les infolettres et le studio IA.',
  sales_manager: 'Comme un membre ; travaille aussi avec les affaires, les devis et les tâches des ventes.',
  partner_manager: 'Comme un membre ; gère aussi les partenaires, leurs liens et leurs commissions.',
  billing_admin: 'Un membre qui gère aussi la facturation de l’organisation : formule, factures et payeur.',
  manager: 'Comme un membre ; lit aussi la vue d’ensemble de l’administration.',
  analyst: AS_MEMBER,
  viewer: AS_MEMBER,
  partner: 'Comme un membre ; voit aussi les liens, clients et commissions du partenaire auquel le compte a été lié.',
  member: 'A un coffre, y conserve des fichiers et les partage avec les autres.',
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
  roleHint: (role) => ROLE_HINT[role],
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
  invitations: {
    title: 'Invitations',
    lead: 'Elles attendent une réponse. Qui s’inscrit avec l’adresse rejoint l’organisation avec le rôle prévu. Un compte appartient à une seule organisation : les personnes qui en ont déjà un apprennent ce qu’elles peuvent faire, sans que vous sachiez si c’est le cas.',
    loading: 'Chargement des invitations',
    failed: 'Les invitations n’ont pas pu être chargées',
    sent: (when) => `Envoyée ${when}`,
    until: (when) => `jusqu’au ${when}`,
    over: 'Expirée',
    resend: 'Renvoyer',
    resendTo: (email) => `Renvoyer l’invitation à ${email}`,
    resent: 'Invitation renvoyée',
    revoke: 'Révoquer',
    revokeOf: (email) => `Révoquer l’invitation de ${email}`,
    revoked: 'Invitation révoquée',
    revokedText: (email) => `Le lien envoyé à ${email} n’ouvre plus rien`,
    revokeFailed: 'L’invitation n’a pas été révoquée',
    sendFailed: 'L’invitation n’a pas été envoyée',
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
  domains: {
    title: 'Domaines',
    lead: 'Qui s’inscrit avec une adresse d’un domaine vérifié rejoint cette organisation comme membre. Les comptes qui existent déjà ne changent pas d’organisation.',
    failed: 'Les domaines n’ont pas pu être chargés',
    domain: 'Domaine',
    add: 'Ajouter',
    waiting: 'Non vérifié',
    verified: 'Vérifié',
    verifiedText: (domain) =>
      `Toute personne qui s’inscrit avec une adresse de ${domain} rejoint désormais l’organisation`,
    missing: 'Enregistrement manquant',
    notYet: 'Personne ne peut encore rejoindre l’organisation par ce domaine.',
    checked: (when) => `Vérifié ${when}`,
    neverChecked: 'Jamais vérifié',
    recordText:
      'Créez cet enregistrement là où votre domaine est géré, puis lancez la vérification. Il peut mettre jusqu’à une heure à être visible.',
    missingText:
      'L’enregistrement manquait à la dernière vérification. Remettez-le dans les sept jours, sinon le domaine n’est plus vérifié.',
    recordName: 'Nom',
    recordType: 'Type',
    recordValue: 'Valeur',
    notFound:
      'Le DNS ne montre pas encore cet enregistrement. S’il y est, une autre organisation de ce serveur a vérifié le domaine.',
    check: 'Vérifier maintenant',
    checkOf: (domain) => `Vérifier ${domain} maintenant`,
    checkFailed: 'Le domaine n’a pas été vérifié',
    remove: 'Retirer',
    removeOf: (domain) => `Retirer ${domain}`,
    removed: 'Domaine retiré',
    removedText: (domain) =>
      `Personne ne peut plus rejoindre l’organisation par ${domain}. Qui l’a déjà rejointe y reste.`,
    removeFailed: 'Le domaine n’a pas été retiré',
  },
  inviteDialog: {
    title: 'Inviter des personnes',
    email: 'Adresses e-mail',
    hint: 'Une ou plusieurs, séparées par des virgules, des espaces ou des retours à la ligne. Chaque personne reçoit un lien qui sert une fois, pendant sept jours.',
    notAddresses: (words) => `Pas une adresse e-mail : ${words}`,
    refused: (email, reason) => `${email} n’a pas été invité. ${reason}`,
    role: 'Rôle',
    submit: 'Envoyer les invitations',
    busy: 'Envoi…',
    sent: (email) => `L’invitation à ${email} est en route.`,
    sentMany: (count) => `${formatCount(count)} invitations sont en route.`,
    second:
      'Pour exclure que quelqu’un s’interpose entre vous, transmettez vous-même ce lien, autrement que par e-mail. Ouvert avant l’e-mail, il dit au navigateur de la personne quelles clés sont les vôtres.',
    secondMany:
      'Pour exclure que quelqu’un s’interpose entre vous, transmettez vous-même son lien à chaque personne, autrement que par e-mail. Ouvert avant l’e-mail, il dit au navigateur de la personne quelles clés sont les vôtres.',
    address: 'Vos clés, sous forme de lien',
    addressFor: (email) => `Lien pour ${email}`,
    copy: 'Copier le lien',
    copyFor: (email) => `Copier le lien pour ${email}`,
    copied: 'Lien copié',
    copyFailed: 'Le navigateur n’a pas permis la copie. Sélectionnez le lien et copiez-le vous-même.',
    another: 'Inviter d’autres personnes',
    done: 'Terminé',
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
