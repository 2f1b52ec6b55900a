import type { QuoteLanguage, QuoteState } from '#contract/sales/quotes.ts'
import { formatCount } from '#web/lib/format.ts'
import { pageWords } from '../languages/page-words.ts'

const STATE: Record<QuoteState, string> = {
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  declined: 'Declined',
  replaced: 'Replaced by a revision',
}
const LANGUAGE: Record<QuoteLanguage, string> = { en: 'English', de: 'German', fr: 'French' }

/** Quotes for deals. */
export const quotes = pageWords('quotes', {
  title: 'Quotes',
  empty: 'No quotes yet',
  add: 'Add quote',
  state: (state: QuoteState) => STATE[state],
  draft: 'Draft',
  revisionOf: (name: string) => `Draft of a revision of ${name}`,
  validUntil: (day: string) => `valid until ${day}`,
  pdf: (name: string) => `Download ${name} as PDF`,
  pdfFailed: 'The PDF could not be made',
  edit: 'Edit',
  send: 'Mark as sent',
  sendTitle: 'Mark this quote as sent?',
  sendText:
    'It gets its number and cannot be edited any longer. Nothing is mailed: download the PDF and send it yourself.',
  sendYes: 'Mark as sent',
  cancel: 'Cancel',
  sent: 'Quote marked as sent',
  accepted: 'Accepted',
  declined: 'Declined',
  answered: 'Answer noted',
  revise: 'Revise',
  revised: 'Draft of a revision made',
  remove: 'Delete draft',
  removed: 'Draft deleted',
  failed: 'Nothing was changed',
  editor: {
    title: 'Quote',
    loading: 'Loading the quote',
    loadFailed: 'The quote could not be loaded',
    retry: 'Retry',
    recipient: 'For',
    recipientHint: 'Name and address, as the quote shows them.',
    valid: 'Valid until',
    language: 'Language of the PDF',
    languageOf: (language: QuoteLanguage) => LANGUAGE[language],
    lines: 'Lines',
    line: (nth: number) => `Line ${formatCount(nth)}`,
    text: 'Item',
    quantity: 'Quantity',
    unit: 'Unit price',
    tax: 'Tax %',
    removeLine: (nth: number) => `Remove line ${formatCount(nth)}`,
    addLine: 'Add line',
    numberWrong: 'Not a number, or too many decimals.',
    net: 'Net',
    taxes: 'Tax',
    total: 'Total',
    sumsUnknown: 'The sums appear once every line has its numbers.',
    terms: 'Terms',
    save: 'Save quote',
    busy: 'Saving…',
    saved: 'Quote saved',
  },
})
