import type { AddOn, RequestKind, RequestState, Term } from '#contract/invoicing/contracts.ts'
import type { TenantState } from '#contract/organisation/tenant-plan-ids.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const TERM: Record<Term, string> = { monthly: 'Mensuelle', quarterly: 'Trimestrielle', annual: 'Annuelle' }
const ADD_ON: Record<AddOn, string> = {
  analytics: 'Advanced Analytics',
  compliance: 'Compliance Manager',
  operations: '24/7 Security Operations',
}
const ADD_ON_HINT: Record<AddOn, string> = {
  analytics: 'Rapports sur l’usage, le stockage et le partage, établis pour vous à partir de votre journal d’audit',
  compliance: 'Correspondances des contrôles tenues à jour et rapport de preuves avant chaque audit',
  operations: 'Votre installation surveillée jour et nuit ; le contrat dit par qui',
}
const STATE: Record<RequestState, string> = {
  open: 'En attente de réponse',
  accepted: 'Acceptée',
  declined: 'Refusée',
  withdrawn: 'Retirée',
}
const KIND: Record<RequestKind, string> = { plan: 'Formule', term: 'Échéance', add_ons: 'Options' }
const TENANT_STATE: Record<TenantState, string> = {
  active: 'Active',
  suspended: 'Suspendue',
  leaving: 'En cours de suppression',
}

export const contracts: WordsOf<'contracts'> = {
  title: 'Facturation',
  lead: 'Ce qui est convenu pour votre organisation, ce qui en est utilisé, et vos factures.',
  loading: 'Chargement de la facturation',
  failed: 'La facturation n’a pas pu être chargée',
  retry: 'Réessayer',
  cancel: 'Annuler',
  tabs: { plan: 'Formule et usage', details: 'Coordonnées de facturation', invoices: 'Factures' },
  term: (term: Term) => TERM[term],
  addOn: (addOn: AddOn) => ADD_ON[addOn],
  addOnHint: (addOn: AddOn) => ADD_ON_HINT[addOn],
  kind: (kind: RequestKind) => KIND[kind],
  none: 'Aucune',
  agreed: {
    title: 'Ce qui est convenu',
    plan: 'Formule',
    seats: 'Places',
    used: (used: number, seats: number | null) =>
      seats === null ? `${formatCount(used)}, sans limite` : `${formatCount(used)} sur ${formatCount(seats)}`,
    limitSet: 'L’opérateur de ce serveur a fixé cette limite',
    invited: (count: number) =>
      count < 2
        ? `${formatCount(count)} invitation, qui occupe aussi une place`
        : `${formatCount(count)} invitations, qui occupent aussi des places`,
    term: 'Échéance',
    noTerm: 'Rien de convenu pour le moment',
    addOns: 'Options',
    state: 'État',
    stateOf: (state: TenantState) => TENANT_STATE[state],
    price: 'Prix',
    contactSales: 'Contacter le service commercial',
    priceText: 'Les prix sont convenus avec le service commercial. Ils figurent sur vos factures.',
  },
  usage: {
    title: 'Usage',
    stored: 'Stocké',
    storedOf: (used, most) => `${used} sur ${most}`,
    storedText: 'Octets scellés, comme les comptent les limites de stockage',
    files: 'Fichiers',
    filesText: 'Entrées de vos membres et espaces d’équipe, corbeille comprise',
    devices: 'Appareils',
    devicesText: 'Appareils qui peuvent ajouter des fichiers',
    streams: 'Flux d’événements',
    streamsText: 'Destinations de vos événements d’audit',
  },
  request: {
    title: 'Modifications',
    text: 'Demandez une autre formule, une autre échéance ou d’autres options. Rien ne change avant l’accord du service commercial.',
    open: (kind: RequestKind) =>
      ({
        plan: 'Demander une autre formule',
        term: 'Demander une autre échéance',
        add_ons: 'Demander d’autres options',
      })[kind],
    note: 'Message au service commercial',
    send: 'Envoyer la demande',
    sending: 'Envoi…',
    sent: 'La demande a été envoyée',
    failed: 'Aucune demande n’a été envoyée',
    same: 'Vous avez déjà cela. Choisissez autre chose.',
    planHint: (seats: number | null) =>
      seats === null
        ? 'Autant de personnes que vous voulez'
        : `Jusqu’à ${formatCount(seats)} ${seats < 2 ? 'personne' : 'personnes'}`,
    addOnsText: 'Les options sont convenues dans le contrat. Aucune page n’apparaît ni ne disparaît à cause d’elles.',
    history: 'Demandes',
    nothing: 'Rien n’a encore été demandé',
    state: (state: RequestState) => STATE[state],
    change: (present: string, wanted: string) => `${present} → ${wanted}`,
    asked: (when: string) => `demandé le ${when}`,
    answered: (when: string) => `réponse le ${when}`,
    reason: (reason: string) => `Réponse : ${reason}`,
    said: (note: string) => `Message : ${note}`,
    withdraw: 'Retirer',
    withdrawLabel: (kind: RequestKind) => `Retirer la demande : ${KIND[kind]}`,
    withdrawn: 'La demande a été retirée',
    failedChange: 'Rien n’a été modifié',
    listFailed: 'Les demandes n’ont pas pu être chargées',
    listLoading: 'Chargement des demandes',
  },
  details: {
    title: 'Coordonnées de facturation',
    text: 'Les factures les reprennent telles qu’elles sont le jour de leur émission. Les factures antérieures restent inchangées.',
    legalName: 'Dénomination légale',
    address: 'Adresse',
    addressHint: 'Rue, code postal et ville, chacun sur sa ligne.',
    country: 'Pays',
    choose: 'Choisir un pays',
    countryMissing: 'Choisissez un pays.',
    taxNumber: 'Numéro de TVA ou fiscal',
    taxNumberWrong: 'Les numéros de ce pays s’écrivent autrement.',
    reference: 'Référence de commande',
    email: 'E-mail pour les factures',
    save: 'Enregistrer les coordonnées',
    saved: 'Coordonnées enregistrées',
    failed: 'Rien n’a été enregistré',
  },
  operator: {
    title: 'Demandes sur les contrats',
    text: 'Des organisations le demandent. Accepter modifie le contrat aussitôt, et l’auteur de la demande reçoit un e-mail.',
    from: (person: string) => `Demandé par ${person}`,
    former: 'quelqu’un qui est parti',
    own: 'Vous avez fait cette demande vous-même : une autre personne doit y répondre.',
    accept: 'Accepter',
    decline: 'Refuser',
    acceptLabel: (organisation: string, kind: RequestKind) => `Accepter la demande de ${organisation} : ${KIND[kind]}`,
    declineLabel: (organisation: string, kind: RequestKind) => `Refuser la demande de ${organisation} : ${KIND[kind]}`,
    acceptTitle: (organisation: string) => `Accepter la demande de ${organisation} ?`,
    declineTitle: (organisation: string) => `Refuser la demande de ${organisation} ?`,
    reason: 'Réponse',
    reasonHint: 'L’auteur de la demande la lit.',
    reasonMissing: 'Dites pourquoi.',
    accepted: 'La demande a été acceptée',
    declined: 'La demande a été refusée',
    failed: 'Rien n’a été modifié',
  },
}
