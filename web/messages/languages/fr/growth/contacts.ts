import type { TableProblem } from '#contract/csv/csv-table.ts'
import type { Consent, ContactSource, ImportColumn, ImportProblem } from '#contract/growth/contacts.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const SOURCE: Record<ContactSource, string> = {
  typed: 'Saisi',
  import: 'Importé',
  contact_form: 'Formulaire de contact',
  landing_form: 'Formulaire d’inscription',
}
const CONSENT: Record<Consent, string> = {
  none: 'Sans consentement',
  pending: 'Confirmation attendue',
  confirmed: 'Consentement donné',
  withdrawn: 'Consentement retiré',
}
const SUPPRESSED: Record<string, string> = {
  withdrawn:
    'Cette personne a retiré son consentement. Elle seule peut redemander des newsletters, même après la suppression du contact.',
  bounced: 'Les e-mails à cette adresse reviennent ; plus aucun n’est envoyé.',
  complained: 'Cette personne a signalé une newsletter comme indésirable ; plus aucune n’est envoyée.',
}
const COLUMN: Record<ImportColumn, string> = {
  email: 'e-mail',
  name: 'nom',
  company: 'société',
  phone: 'téléphone',
  tags: 'étiquettes',
}
const PROBLEM: Record<ImportProblem, string> = {
  email_missing: 'absent',
  email_invalid: 'ce n’est pas une adresse e-mail',
  twice: 'une ligne précédente l’a déjà',
  too_long: 'trop long',
  formula: 'un tableur l’exécuterait comme une formule',
  phone_invalid: 'ce n’est pas un numéro de téléphone',
  tags_too_many: 'il y en a trop',
}
const FILE: Record<TableProblem, string> = {
  too_large: 'Le fichier dépasse 5 Mio. Divisez-le.',
  too_many_rows: 'Le fichier a plus de 10 000 lignes. Divisez-le.',
  no_email_column: 'Aucune colonne ne s’appelle « email ». La première ligne du fichier nomme ses colonnes.',
  empty: 'Le fichier a une ligne d’en-têtes et aucun contact.',
  too_many_columns: 'Le fichier a plus de 50 colonnes ; ce n’est sans doute pas une liste de contacts.',
  not_text: 'Ce n’est pas un fichier CSV en UTF-8.',
}
const FIELD: Record<string, string> = { name: 'nom', company: 'société', phone: 'téléphone' }

const contactsOf = (count: number) => `${formatCount(count)} ${count < 2 ? 'contact' : 'contacts'}`

export const contacts: WordsOf<'contacts'> = {
  title: 'Carnet de contacts',
  loading: 'Chargement des contacts',
  failed: 'Les contacts n’ont pas pu être chargés',
  retry: 'Réessayer',
  more: 'Afficher plus',
  empty: 'Aucun contact pour l’instant',
  emptyText:
    'Ceux qui vous écrivent par le formulaire de contact apparaissent ici. Vous pouvez ajouter des contacts ou importer une liste.',
  noMatch: 'Aucun contact ne correspond à ces filtres',
  count: contactsOf,
  countOver: (count) => `Plus de ${contactsOf(count)}`,
  source: (source) => SOURCE[source],
  consent: (consent) => CONSENT[consent],
  columns: {
    email: 'E-mail',
    company: 'Société',
    consent: 'Statut newsletter',
    source: 'Origine',
    added: 'Ajouté',
    details: 'Détails',
  },
  filters: {
    title: 'Filtres',
    search: 'Chercher nom, e-mail, société',
    clearSearch: 'Effacer la recherche',
    clear: 'Effacer les filtres',
    all: 'Tous',
    source: 'Origine',
    consent: 'Statut newsletter',
    tag: 'Étiquette',
    from: 'Ajouté depuis le',
    to: 'Ajouté jusqu’au',
  },
  show: 'Afficher',
  showOne: (email) => `Afficher ${email}`,
  export: 'Exporter en CSV',
  exportFailed: 'Rien n’a été exporté',
  exported: 'Contacts exportés',
  failedChange: 'Rien n’a été modifié',
  bulk: {
    tag: 'Ajouter une étiquette',
    untag: 'Retirer une étiquette',
    tagName: 'Étiquette',
    tagSubmit: 'Ajouter l’étiquette',
    untagSubmit: 'Retirer l’étiquette',
    tagged: (count) => `${contactsOf(count)} : modification faite`,
    remove: 'Supprimer',
    ask: (count) => `Supprimer ${contactsOf(count)} ?`,
    askText:
      'Ils sont supprimés définitivement avec leur historique. Qui a retiré son consentement reste sur la liste de ceux qui ne reçoivent pas de newsletters.',
    yes: 'Supprimer',
    no: 'Annuler',
    removed: (count) => `${contactsOf(count)} : suppression faite`,
  },
  form: {
    add: 'Ajouter un contact',
    title: 'Ajouter un contact au carnet',
    email: 'E-mail',
    name: 'Nom',
    company: 'Société',
    phone: 'Téléphone',
    phoneWrong: 'Un numéro a des chiffres, espaces, parenthèses, points, tirets et un plus au début.',
    tags: 'Étiquettes',
    tagsHint: 'Séparées par des points-virgules.',
    agreed: 'Cette personne a accepté les newsletters',
    ground: 'Comment et quand elle a accepté',
    groundHint: 'Conservé comme preuve, avec votre nom et l’heure.',
    submit: 'Ajouter le contact',
    save: 'Enregistrer',
    busy: 'Enregistrement…',
    added: 'Contact ajouté',
    saved: 'Contact enregistré',
  },
  sheet: {
    loading: 'Chargement du contact',
    failed: 'Le contact n’a pas pu être chargé',
    facts: {
      source: 'Origine',
      added: 'Ajouté',
      consent: 'Statut newsletter',
      since: 'Depuis',
      from: 'Par',
      text: 'Texte',
      address: 'Depuis l’adresse',
    },
    from: { import: 'un import', stated: 'une déclaration de votre organisation' },
    suppression: 'la liste de ceux qui ne reçoivent pas de newsletters',
    hashed: (hash) => `${hash} (une empreinte à clé, pas l’adresse)`,
    suppressed: (reason) => SUPPRESSED[reason] ?? reason,
    edit: 'Modifier',
    confirm: 'Déclarer le consentement',
    confirmTitle: 'Déclarer que cette personne a accepté',
    confirmSubmit: 'Déclarer le consentement',
    withdraw: 'Noter le retrait',
    withdrawTitle: 'Noter que cette personne a retiré son consentement',
    withdrawHint: 'Elle ne reçoit plus de newsletters, et elle seule peut le changer.',
    withdrawSubmit: 'Noter le retrait',
    ground: 'Ce qui s’est passé, et quand',
    done: 'Consentement noté',
    timeline: 'Historique',
    by: (who) => `par ${who}`,
    kinds: {
      added: (source) => `Ajouté : ${source}`,
      changed: (fields) => `Modifié : ${fields.map((field) => FIELD[field] ?? field).join(', ')}`,
      tags: (tags) => (tags.length === 0 ? 'Toutes les étiquettes retirées' : `Étiquettes : ${tags.join(', ')}`),
      consent: (state) => `Statut newsletter : ${state}`,
      message: (subject) => `A écrit par le formulaire de contact : ${subject}`,
      sent: (subject) => `Newsletter envoyée : ${subject}`,
      clicked: (subject) => `A suivi un lien dans : ${subject}`,
      bounced: 'Un e-mail est revenu',
      complained: 'A signalé une newsletter comme indésirable',
    },
  },
  import: {
    open: 'Importer',
    title: 'Importer des contacts',
    lead: 'Un fichier CSV avec une ligne d’en-têtes : email, et name, company, phone ou tags. Au plus 10 000 lignes et 5 Mio. Les contacts déjà là gardent ce qu’ils ont ; seuls les champs vides sont remplis.',
    file: (problem) => FILE[problem],
    ready: (rows, known) =>
      known === 0
        ? `${contactsOf(rows)} à ajouter`
        : `${contactsOf(rows - known)} à ajouter, ${formatCount(known)} déjà là`,
    suppressed: (count) =>
      `${contactsOf(count)} : consentement retiré ou adresse injoignable. Ils ne reçoivent pas de newsletters après l’import non plus.`,
    wrong: (count) => `${formatCount(count)} ${count < 2 ? 'ligne laissée' : 'lignes laissées'} de côté`,
    row: (row, column, problem) => `Ligne ${formatCount(row)}, ${COLUMN[column]} : ${PROBLEM[problem]}`,
    column: (column) => COLUMN[column],
    furtherRows: (count) => `et ${formatCount(count)} autres`,
    leftOut: (names) => `Colonnes qui ne sont pas lues : ${names.join(', ')}`,
    preview: 'Premières lignes',
    tags: 'Étiquettes pour tous',
    agreed: 'Les personnes de cette liste ont accepté les newsletters',
    submit: (count) => `Importer ${contactsOf(count)}`,
    busy: 'Import en cours…',
    done: 'Import terminé',
    doneText: (added, changed) => `${formatCount(added)} ajoutés, ${formatCount(changed)} complétés`,
  },
}
