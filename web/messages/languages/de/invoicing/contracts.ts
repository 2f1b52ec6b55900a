import type { AddOn, RequestKind, RequestState, Term } from '#contract/invoicing/contracts.ts'
import type { TenantState } from '#contract/organisation/tenant-plan-ids.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const TERM: Record<Term, string> = { monthly: 'Monatlich', quarterly: 'Vierteljährlich', annual: 'Jährlich' }
const ADD_ON: Record<AddOn, string> = {
  analytics: 'Advanced Analytics',
  compliance: 'Compliance Manager',
  operations: '24/7 Security Operations',
}
const ADD_ON_HINT: Record<AddOn, string> = {
  analytics: 'Berichte über Nutzung, Speicher und Freigaben, für Sie aus Ihrem Auditprotokoll erstellt',
  compliance: 'Gepflegte Zuordnungen der Kontrollen und ein Nachweisbericht vor jedem Audit',
  operations: 'Ihre Installation wird rund um die Uhr beobachtet; von wem, sagt der Vertrag',
}
const STATE: Record<RequestState, string> = {
  open: 'Wartet auf Antwort',
  accepted: 'Angenommen',
  declined: 'Abgelehnt',
  withdrawn: 'Zurückgezogen',
}
const KIND: Record<RequestKind, string> = { plan: 'Tarif', term: 'Zahlweise', add_ons: 'Zusätze' }
const TENANT_STATE: Record<TenantState, string> = { active: 'Aktiv', suspended: 'Gesperrt', leaving: 'Wird gelöscht' }

export const contracts: WordsOf<'contracts'> = {
  title: 'Abrechnung',
  lead: 'Was für Ihre Organisation vereinbart ist, wie viel davon genutzt wird, und Ihre Rechnungen.',
  loading: 'Die Abrechnung wird geladen',
  failed: 'Die Abrechnung konnte nicht geladen werden',
  retry: 'Erneut versuchen',
  cancel: 'Abbrechen',
  tabs: { plan: 'Tarif und Nutzung', details: 'Rechnungsangaben', invoices: 'Rechnungen' },
  term: (term: Term) => TERM[term],
  addOn: (addOn: AddOn) => ADD_ON[addOn],
  addOnHint: (addOn: AddOn) => ADD_ON_HINT[addOn],
  kind: (kind: RequestKind) => KIND[kind],
  none: 'Keine',
  agreed: {
    title: 'Was vereinbart ist',
    plan: 'Tarif',
    seats: 'Plätze',
    used: (used: number, seats: number | null) =>
      seats === null ? `${formatCount(used)}, ohne Grenze` : `${formatCount(used)} von ${formatCount(seats)}`,
    invited: (count: number) => `${formatCount(count)} eingeladen, auch das belegt Plätze`,
    limitSet: 'Diese Grenze hat der Betreiber dieses Servers gesetzt',
    term: 'Zahlweise',
    noTerm: 'Noch nichts vereinbart',
    addOns: 'Zusätze',
    state: 'Zustand',
    stateOf: (state: TenantState) => TENANT_STATE[state],
    price: 'Preis',
    contactSales: 'Vertrieb kontaktieren',
    priceText: 'Preise werden mit dem Vertrieb vereinbart. Sie stehen auf Ihren Rechnungen.',
  },
  usage: {
    title: 'Nutzung',
    stored: 'Gespeichert',
    storedOf: (used, most) => `${used} von ${most}`,
    storedText: 'Versiegelte Bytes, wie sie für die Speichergrenzen zählen',
    files: 'Dateien',
    filesText: 'Einträge Ihrer Personen und Teamräume, mit Papierkorb',
    devices: 'Geräte',
    devicesText: 'Geräte, die Dateien hinzufügen dürfen',
    streams: 'Ereignisströme',
    streamsText: 'Orte, an die Ihre Auditereignisse gehen',
  },
  request: {
    title: 'Änderungen',
    text: 'Fragen Sie nach einem anderen Tarif, anderer Zahlweise oder Zusätzen. Erst wenn der Vertrieb annimmt, ändert sich etwas.',
    open: (kind: RequestKind) =>
      ({ plan: 'Anderen Tarif anfragen', term: 'Andere Zahlweise anfragen', add_ons: 'Andere Zusätze anfragen' })[kind],
    note: 'Nachricht an den Vertrieb',
    send: 'Anfrage senden',
    sending: 'Wird gesendet…',
    sent: 'Die Anfrage wurde gesendet',
    failed: 'Es wurde keine Anfrage gesendet',
    same: 'Das haben Sie schon. Wählen Sie etwas anderes.',
    planHint: (seats: number | null) =>
      seats === null
        ? 'Beliebig viele Personen'
        : `Bis zu ${formatCount(seats)} ${seats === 1 ? 'Person' : 'Personen'}`,
    addOnsText: 'Zusätze werden im Vertrag vereinbart. Keine Seite erscheint oder verschwindet ihretwegen.',
    history: 'Anfragen',
    nothing: 'Noch nichts angefragt',
    state: (state: RequestState) => STATE[state],
    change: (present: string, wanted: string) => `${present} → ${wanted}`,
    asked: (when: string) => `angefragt am ${when}`,
    answered: (when: string) => `beantwortet am ${when}`,
    reason: (reason: string) => `Antwort: ${reason}`,
    said: (note: string) => `Nachricht: ${note}`,
    withdraw: 'Zurückziehen',
    withdrawLabel: (kind: RequestKind) => `Anfrage zurückziehen: ${KIND[kind]}`,
    withdrawn: 'Die Anfrage wurde zurückgezogen',
    failedChange: 'Es wurde nichts geändert',
    listFailed: 'Die Anfragen konnten nicht geladen werden',
    listLoading: 'Anfragen werden geladen',
  },
  details: {
    title: 'Rechnungsangaben',
    text: 'Rechnungen übernehmen den Stand am Tag ihrer Ausstellung. Frühere Rechnungen bleiben, wie sie sind.',
    legalName: 'Rechtlicher Name',
    address: 'Anschrift',
    addressHint: 'Straße, Postleitzahl und Ort, je auf einer Zeile.',
    country: 'Land',
    choose: 'Land wählen',
    countryMissing: 'Wählen Sie ein Land.',
    taxNumber: 'USt-IdNr. oder Steuernummer',
    taxNumberWrong: 'Nummern dieses Landes werden anders geschrieben.',
    reference: 'Bestellreferenz',
    email: 'E-Mail für Rechnungen',
    save: 'Angaben speichern',
    saved: 'Angaben gespeichert',
    failed: 'Es wurde nichts gespeichert',
  },
  operator: {
    title: 'Anfragen zu Verträgen',
    text: 'Organisationen fragen das an. Annehmen ändert den Vertrag sofort, und wer gefragt hat, bekommt eine Mail.',
    from: (person: string) => `Angefragt von ${person}`,
    former: 'jemandem, der nicht mehr da ist',
    own: 'Das haben Sie selbst angefragt, darum muss jemand anderes antworten.',
    accept: 'Annehmen',
    decline: 'Ablehnen',
    acceptLabel: (organisation: string, kind: RequestKind) => `Anfrage von ${organisation} annehmen: ${KIND[kind]}`,
    declineLabel: (organisation: string, kind: RequestKind) => `Anfrage von ${organisation} ablehnen: ${KIND[kind]}`,
    acceptTitle: (organisation: string) => `Anfrage von ${organisation} annehmen?`,
    declineTitle: (organisation: string) => `Anfrage von ${organisation} ablehnen?`,
    reason: 'Antwort',
    reasonHint: 'Wer gefragt hat, liest sie.',
    reasonMissing: 'Sagen Sie, warum.',
    accepted: 'Die Anfrage wurde angenommen',
    declined: 'Die Anfrage wurde abgelehnt',
    failed: 'Es wurde nichts geändert',
  },
}
