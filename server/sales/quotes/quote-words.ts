import type { QuoteLanguage } from '#contract/sales/quotes.ts'

type Words = {
  title: string
  draft: string
  revision: (revision: number) => string
  facts: readonly [string, string]
  number: string
  date: string
  valid: string
  from: string
  to: string
  columns: { text: string; quantity: string; unit: string; tax: string; sum: string }
  sums: { name: string; amount: string; net: string; tax: (rate: string, net: string) => string; total: string }
  terms: string
  page: (number: number, count: number) => string
}

/** Words of a quote, in the language that it is written in for its reader. */
export const QUOTE_WORDS: Record<QuoteLanguage, Words> = {
  en: {
    title: 'Quote',
    draft: 'Draft, not an offer yet',
    revision: (revision) => `revision ${revision}`,
    facts: ['About this quote', ''],
    number: 'Number',
    date: 'Date',
    valid: 'Valid until',
    from: 'From',
    to: 'For',
    columns: { text: 'Item', quantity: 'Quantity', unit: 'Unit price', tax: 'Tax', sum: 'Amount' },
    sums: {
      name: 'Total',
      amount: 'Amount',
      net: 'Net',
      tax: (rate, net) => `${rate} tax on ${net}`,
      total: 'To pay',
    },
    terms: 'Terms',
    page: (number, count) => `Page ${number} of ${count}`,
  },
  de: {
    title: 'Angebot',
    draft: 'Entwurf, noch kein Angebot',
    revision: (revision) => `Fassung ${revision}`,
    facts: ['Zu diesem Angebot', ''],
    number: 'Nummer',
    date: 'Datum',
    valid: 'Gültig bis',
    from: 'Von',
    to: 'Für',
    columns: { text: 'Position', quantity: 'Menge', unit: 'Einzelpreis', tax: 'Steuer', sum: 'Betrag' },
    sums: {
      name: 'Summe',
      amount: 'Betrag',
      net: 'Netto',
      tax: (rate, net) => `${rate} Steuer auf ${net}`,
      total: 'Zu zahlen',
    },
    terms: 'Bedingungen',
    page: (number, count) => `Seite ${number} von ${count}`,
  },
  fr: {
    title: 'Devis',
    draft: 'Brouillon, pas encore une offre',
    revision: (revision) => `version ${revision}`,
    facts: ['À propos de ce devis', ''],
    number: 'Numéro',
    date: 'Date',
    valid: 'Valable jusqu’au',
    from: 'De',
    to: 'Pour',
    columns: { text: 'Désignation', quantity: 'Quantité', unit: 'Prix unitaire', tax: 'Taxe', sum: 'Montant' },
    sums: {
      name: 'Total',
      amount: 'Montant',
      net: 'Total hors taxe',
      tax: (rate, net) => `Taxe de ${rate} sur ${net}`,
      total: 'À payer',
    },
    terms: 'Conditions',
    page: (number, count) => `Page ${number} sur ${count}`,
  },
}
