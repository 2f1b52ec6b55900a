import type { QuoteLanguage } from '#contract/sales/quotes.ts'

type Words = {
  title: string
  cancellation: string
  draft: string
  facts: readonly [string, string]
  number: string
  date: string
  cancels: string
  period: string
  due: string
  from: string
  to: string
  taxNumber: string
  reference: string
  missing: string
  columns: { text: string; quantity: string; unit: string; tax: string; sum: string }
  sums: { name: string; amount: string; net: string; tax: (rate: string, net: string) => string; total: string }
  /** Article 226(11a) of Directive 2006/112/EC asks for these words. */
  reverseCharge: string
  bank: string
  note: string
  page: (number: number, count: number) => string
}

/** Words of an invoice, in the language that it is written in for its reader. */
export const INVOICE_WORDS: Record<QuoteLanguage, Words> = {
  en: {
    title: 'Invoice',
    cancellation: 'Cancellation invoice',
    draft: 'Draft, not an invoice yet',
    facts: ['About this invoice', ''],
    number: 'Number',
    date: 'Date',
    cancels: 'Cancels',
    period: 'Period',
    due: 'To be paid by',
    from: 'From',
    to: 'For',
    taxNumber: 'Tax number',
    reference: 'Your reference',
    missing: 'Not given yet',
    columns: { text: 'Item', quantity: 'Quantity', unit: 'Unit price', tax: 'Tax', sum: 'Amount' },
    sums: { name: 'Total', amount: 'Amount', net: 'Net', tax: (rate, net) => `${rate} tax on ${net}`, total: 'Total' },
    reverseCharge: 'Reverse charge: the recipient owes the tax.',
    bank: 'Bank details',
    note: 'Note',
    page: (number, count) => `Page ${number} of ${count}`,
  },
  de: {
    title: 'Rechnung',
    cancellation: 'Stornorechnung',
    draft: 'Entwurf, noch keine Rechnung',
    facts: ['Zu dieser Rechnung', ''],
    number: 'Nummer',
    date: 'Datum',
    cancels: 'Storniert',
    period: 'Zeitraum',
    due: 'Zu zahlen bis',
    from: 'Von',
    to: 'Für',
    taxNumber: 'Steuernummer',
    reference: 'Ihre Referenz',
    missing: 'Noch nicht angegeben',
    columns: { text: 'Position', quantity: 'Menge', unit: 'Einzelpreis', tax: 'Steuer', sum: 'Betrag' },
    sums: {
      name: 'Summe',
      amount: 'Betrag',
      net: 'Netto',
      tax: (rate, net) => `${rate} Steuer auf ${net}`,
      total: 'Gesamt',
    },
    reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers: Der Empfänger schuldet die Steuer.',
    bank: 'Bankverbindung',
    note: 'Anmerkung',
    page: (number, count) => `Seite ${number} von ${count}`,
  },
  fr: {
    title: 'Facture',
    cancellation: 'Facture d’annulation',
    draft: 'Brouillon, pas encore une facture',
    facts: ['À propos de cette facture', ''],
    number: 'Numéro',
    date: 'Date',
    cancels: 'Annule',
    period: 'Période',
    due: 'À payer jusqu’au',
    from: 'De',
    to: 'Pour',
    taxNumber: 'Numéro fiscal',
    reference: 'Votre référence',
    missing: 'Pas encore indiqué',
    columns: { text: 'Désignation', quantity: 'Quantité', unit: 'Prix unitaire', tax: 'Taxe', sum: 'Montant' },
    sums: {
      name: 'Total',
      amount: 'Montant',
      net: 'Total hors taxe',
      tax: (rate, net) => `Taxe de ${rate} sur ${net}`,
      total: 'Total',
    },
    reverseCharge: 'Autoliquidation : la taxe est due par le preneur.',
    bank: 'Coordonnées bancaires',
    note: 'Remarque',
    page: (number, count) => `Page ${number} sur ${count}`,
  },
}
