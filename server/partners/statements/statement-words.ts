import type { QuoteLanguage } from '#contract/sales/quotes.ts'

type Words = {
  title: string
  facts: readonly [string, string]
  number: string
  date: string
  month: string
  from: string
  to: string
  columns: { earned: string; customer: string; won: string; rate: string; commission: string; paid: string }
  open: string
  total: { name: string; amount: string; all: (currency: string) => string; open: (currency: string) => string }
  page: (number: number, count: number) => string
}

/** Words of a statement, in the language of who reads it. */
export const STATEMENT_WORDS: Record<QuoteLanguage, Words> = {
  en: {
    title: 'Commission statement',
    facts: ['About this statement', ''],
    number: 'Number',
    date: 'Issued on',
    month: 'Month',
    from: 'From',
    to: 'For',
    columns: {
      earned: 'Earned on',
      customer: 'Customer',
      won: 'Pays',
      rate: 'Rate',
      commission: 'Commission',
      paid: 'Paid on',
    },
    open: 'open',
    total: {
      name: 'Total',
      amount: 'Amount',
      all: (currency) => `Commission in ${currency}`,
      open: (currency) => `Of it still to be paid, in ${currency}`,
    },
    page: (number, count) => `Page ${number} of ${count}`,
  },
  de: {
    title: 'Provisionsabrechnung',
    facts: ['Zu dieser Abrechnung', ''],
    number: 'Nummer',
    date: 'Ausgestellt am',
    month: 'Monat',
    from: 'Von',
    to: 'Für',
    columns: {
      earned: 'Verdient am',
      customer: 'Kunde',
      won: 'Zahlt',
      rate: 'Satz',
      commission: 'Provision',
      paid: 'Bezahlt am',
    },
    open: 'offen',
    total: {
      name: 'Summe',
      amount: 'Betrag',
      all: (currency) => `Provision in ${currency}`,
      open: (currency) => `Davon noch offen, in ${currency}`,
    },
    page: (number, count) => `Seite ${number} von ${count}`,
  },
  fr: {
    title: 'Relevé de commissions',
    facts: ['À propos de ce relevé', ''],
    number: 'Numéro',
    date: 'Établi le',
    month: 'Mois',
    from: 'De',
    to: 'Pour',
    columns: {
      earned: 'Acquise le',
      customer: 'Client',
      won: 'Paie',
      rate: 'Taux',
      commission: 'Commission',
      paid: 'Payée le',
    },
    open: 'à payer',
    total: {
      name: 'Total',
      amount: 'Montant',
      all: (currency) => `Commissions en ${currency}`,
      open: (currency) => `Dont restant à payer, en ${currency}`,
    },
    page: (number, count) => `Page ${number} sur ${count}`,
  },
}
