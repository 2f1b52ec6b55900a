import type { TeamRole } from '#contract/permissions.ts'
import type { TableProblem } from '#contract/csv/csv-table.ts'
import type { ImportState, PersonOutcome } from '#contract/organisation/people-import.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const FILE: Record<TableProblem, string> = {
  too_large: 'La liste dépasse 1 Mio. Divisez-la en plusieurs.',
  too_many_rows: 'La liste a plus de 5 000 lignes. Divisez-la en plusieurs.',
  no_email_column: 'Aucune colonne ne s’appelle « email ». La première ligne de la liste nomme ses colonnes.',
  empty: 'La liste a une ligne d’en-têtes et personne dedans.',
  too_many_columns: 'La liste a plus de 50 colonnes : ce n’est sans doute pas une liste de personnes.',
  not_text: 'Ce n’est pas un fichier CSV en UTF-8.',
}
const OUTCOME: Record<PersonOutcome, string> = {
  new: 'Sera invité',
  again: 'Sera invité de nouveau',
  marked: 'A un compte du fournisseur d’identité ; devient invité',
  member: 'Est déjà membre ; rien ne change',
  removed: 'A été retiré ; réintégrez cette personne sur cette page',
  no_seat: 'La formule n’a plus de place pour cette personne',
  role_beyond_plan: 'Le rôle fait partie de la formule Enterprise',
  role_not_yours: 'Seul un propriétaire nomme un propriétaire',
  role_unknown: 'Ce rôle n’existe pas',
  team_unknown: 'Cette équipe n’existe pas, ou un fournisseur d’identité la gère',
  teams_too_many: 'Plus de 20 équipes',
  email_missing: 'Pas d’adresse e-mail',
  email_invalid: 'Ce n’est pas une adresse e-mail',
  twice: 'Une ligne précédente a cette adresse',
  too_long: 'Un nom est trop long',
  formula: 'Un tableur exécuterait une cellule comme une formule',
  date_invalid: 'Ce n’est pas une date dans les cinq ans, comme 2027-01-31',
  date_over: 'Ce jour est déjà passé',
  guest_date_invalid: 'Ce n’est pas une date dans l’année, comme 2027-01-31 : un invité ne reste pas plus longtemps',
  owner_has_end: 'Le rôle de propriétaire n’a pas de fin',
  guest_unknown: 'La colonne « invité » dit oui ou non',
  guest_has_role: 'Un invité a le rôle de membre',
  guest_holds: 'A un rôle, un espace d’équipe ou une part de récupération ; mettez-y d’abord fin',
}
const STATE: Record<ImportState, string> = { sending: 'Envoi en cours', done: 'Envoyé', cancelled: 'Annulé' }

const peopleOf = (count: number) => (count < 2 ? `${count} personne` : `${formatCount(count)} personnes`)
const invitationsOf = (count: number) => (count < 2 ? `${count} invitation` : `${formatCount(count)} invitations`)

const AS_MEMBER = 'Permet la même chose que « Membre ».'

const ROLE_HINT: Record<TeamRole, string> = {
  owner: 'Tout ce que peut un administrateur ; nomme et retire aussi les propriétaires. Il y en a toujours un.',
  admin:
    'Invite et retire des personnes et change les rôles, sauf ceux des propriétaires. Travaille sur toutes les pages de l’administration sauf les organisations : lit le journal d’audit de tous et fixe les règles de sécurité.',
  security_admin:
    'Comme un membre ; lit aussi le journal d’audit de tous, fixe les règles de sécurité, met fin aux sessions des autres et traite les incidents. Si l’organisation exploite ce serveur : exécute aussi ses tests et écrit sur la page d’état.',
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

export const people: WordsOf<'people'> = {
  roleHint: (role) => ROLE_HINT[role],
  ends: {
    until: 'Jusqu’au',
    hint: 'Le rôle prend fin avec ce jour. Sans date, il n’a pas de fin.',
    notAnEnd: 'Choisissez un jour qui n’est pas passé, dans les cinq ans.',
    roleUntil: (role, day) => `${role} jusqu’au ${day}`,
    given: (who, role, day) => `${who} : ${role} jusqu’au ${day}`,
    endNow: 'Mettre fin au rôle',
    ended: 'Rôle terminé',
    endedText: (who) => `${who} n’a plus de rôle et reste membre`,
    endFailed: 'Le rôle n’a pas pris fin',
  },
  plan: {
    role: (role, plan) => `${role} (formule ${plan})`,
    note: (own, other) =>
      `Votre organisation a la formule ${own}. Les rôles que l’on ne peut pas choisir font partie de la formule ${other}.`,
    change: 'Demander une autre formule',
  },
  own: {
    title: 'Votre rôle',
    lead: 'Ce que vous pouvez gérer dans votre organisation. Un administrateur le modifie.',
    none: 'Vous n’avez pas de rôle. Vous utilisez votre coffre comme tous les membres.',
    ends: (day) => `jusqu’au ${day}`,
    soon: (role, day) =>
      `Votre rôle « ${role} » prend fin le ${day}. Demandez à un administrateur s’il vous le faut plus longtemps.`,
  },
  guests: {
    badge: 'Invité',
    until: (day) => `Invité jusqu’au ${day}`,
    only: 'Invités seulement',
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
  imports: {
    open: 'Importer',
    title: 'Inviter des personnes avec une liste',
    lead: 'Un CSV avec une ligne d’en-têtes : email, puis prénom, nom, rôle, équipes ou échéance. Au plus 5 000 lignes et 1 Mio. Les membres gardent leur rôle.',
    choose: 'Choisir un fichier',
    chosen: (name) => `Fichier : ${name}`,
    paste: 'Ou collez la liste',
    pasteHint:
      'Des rôles comme member ou admin. Les équipes sont séparées par des points-virgules, une date s’écrit 2027-01-31.',
    tooManyTyped: (most) =>
      `Au plus ${formatCount(most)} à la fois. Pour davantage, fermez ceci et choisissez Importer.`,
    look: 'Vérifier la liste',
    reading: 'Lecture de la liste',
    file: (problem) => FILE[problem],
    ready: (count) => (count === 0 ? 'Personne dans cette liste ne peut être invité' : `${peopleOf(count)} à inviter`),
    marks: (count) =>
      count < 2 ? `${count} personne devient invitée` : `${formatCount(count)} personnes deviennent invitées`,
    leftOut: (headings) => `Colonnes qui ne sont pas lues : ${headings.join(', ')}`,
    notInvited: (count) =>
      count < 2 ? `${count} ligne est laissée de côté` : `${formatCount(count)} lignes sont laissées de côté`,
    outcome: (outcome) => OUTCOME[outcome],
    counted: (outcome, count) => `${OUTCOME[outcome]} : ${formatCount(count)}`,
    row: (row, email) => (email === '' ? `Ligne ${formatCount(row)}` : `Ligne ${formatCount(row)}, ${email}`),
    rows: 'Lignes',
    further: (count) => `${formatCount(count)} de plus`,
    submit: (count) => `Envoyer ${invitationsOf(count)}`,
    submitMarks: (count) => (count < 2 ? `Désigner ${count} invité` : `Désigner ${formatCount(count)} invités`),
    busy: 'Démarrage…',
    started: 'Les invitations sont en cours d’envoi',
    startedText: (count) => `${invitationsOf(count)}. Vous pouvez fermer cette fenêtre ; l’envoi continue.`,
    markedDone: 'Les invités sont désignés',
    latest: 'Invitations par liste',
    progress: (done, all) => `${formatCount(done)} sur ${invitationsOf(all)}`,
    state: (state) => STATE[state],
    facts: (sent, notSent, cancelled) =>
      [
        `${formatCount(sent)} ${sent < 2 ? 'envoyée' : 'envoyées'}`,
        ...(notSent > 0 ? [`${formatCount(notSent)} non ${notSent < 2 ? 'envoyée' : 'envoyées'}`] : []),
        ...(cancelled > 0 ? [`${formatCount(cancelled)} ${cancelled < 2 ? 'annulée' : 'annulées'}`] : []),
      ].join(', '),
    marked: (count) => `${formatCount(count)} ${count < 2 ? 'devenu invité' : 'devenus invités'}`,
    by: (who, when) => `Par ${who}, ${when}`,
    somebody: 'quelqu’un dont le compte n’existe plus',
    cancel: 'Annuler le reste',
    cancelled: 'Le reste est annulé',
    cancelledText: 'Les personnes dont le message n’est pas parti ne sont pas invitées, et leurs places sont libres.',
    cancelFailed: 'La liste n’a pas été annulée',
    report: 'Télécharger le rapport',
    reportFailed: 'Le rapport n’a pas été téléchargé',
    failed: 'Les listes n’ont pas pu être chargées',
  },
  table: {
    empty: 'Encore personne ici',
    emptyText: 'Invitez la première personne, ou importez une liste.',
    columns: {
      person: 'Personne',
      roles: 'Rôles',
      state: 'État',
      factor: 'Second facteur',
      teams: 'Équipes',
      storage: 'Stockage',
      active: 'Dernière activité',
      details: 'Détails',
    },
    states: { active: 'Actif', waiting: 'En attente', removed: 'Retiré' },
    factorMissing: 'Manquant',
    factorThere: 'Oui',
    team: 'Équipe',
    furtherTeams: (count) => `et ${formatCount(count)} de plus`,
    export: 'Exporter en CSV',
    exported: 'Liste des personnes exportée',
    exportFailed: 'Rien n’a été exporté',
    suspend: 'Suspendre',
    askSuspend: (count) => (count < 2 ? 'Suspendre 1 personne ?' : `Suspendre ${formatCount(count)} personnes ?`),
    suspended: (count) => (count < 2 ? '1 personne suspendue' : `${formatCount(count)} personnes suspendues`),
    signOut: 'Déconnecter partout',
    askSignOut: (count) =>
      count < 2 ? 'Déconnecter 1 personne partout ?' : `Déconnecter ${formatCount(count)} personnes partout ?`,
    signOutText:
      'Toutes leurs sessions prennent fin, dans chaque navigateur et programme. Ces personnes peuvent se reconnecter aussitôt et apprennent qui l’a fait.',
    signedOut: (count) => (count < 2 ? '1 personne déconnectée' : `${formatCount(count)} personnes déconnectées`),
    signedOutOne: (who) => `${who} est déconnecté partout`,
    noSession: (who) => `${who} n’était connecté nulle part`,
    signOutFailed: 'Personne n’a été déconnecté',
  },
}
