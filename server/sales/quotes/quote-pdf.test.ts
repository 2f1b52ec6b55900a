import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { quotePdf } from './quote-pdf.ts'
import type { QuoteRow } from './quotes.sql.ts'

const NOW = new Date('2026-11-21T08:00:00Z')
const QUOTE: QuoteRow = {
  id: 'q',
  deal_id: 'd',
  status: 'sent',
  year: 2026,
  number: 7,
  revision: 2,
  language: 'en',
  currency: 'EUR',
  recipient: 'Łukasz Żółć\nΑθήνα, Москва',
  seller: 'Boats Ltd\nHarbour 1',
  terms: 'Payable in 30 days.',
  valid_on: '2026-12-31',
  lines: [
    { text: 'Boat', quantityMilli: 1500, unitMinor: 100_001, taxBasisPoints: 1900 },
    { text: 'Oars', quantityMilli: 2000, unitMinor: 5000, taxBasisPoints: 700 },
  ],
  net_minor: 160_002,
  tax_minor: 29_200,
  total_minor: 189_202,
  version: 3,
  sent_at: NOW,
  created_at: NOW,
}

async function wordsOf(quote: QuoteRow): Promise<{ text: string; pages: number }> {
  const pdf = await getDocument({ data: new Uint8Array(await quotePdf(quote, NOW)), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => (await (await pdf.getPage(at + 1)).getTextContent()).items),
  )
  const text = pages.flat().map((item) => ('str' in item ? item.str : ''))
  return { text: text.join(' ').replaceAll(/\s+/g, ' '), pages: pdf.numPages }
}

test('a quote has its number, who it is from and for, its lines and its sums', async () => {
  const { text } = await wordsOf(QUOTE)
  for (const part of [
    'Quote Q-2026-0007-2',
    '21 November 2026',
    '31 December 2026',
    'Boats Ltd',
    'Łukasz Żółć',
    'Αθήνα, Москва',
    '1.5',
    '€1,000.01',
    '€1,500.02',
    '19 % tax on €1,500.02',
    '€285.00',
    '7 % tax on €100.00',
    '€7.00',
    '€1,892.02',
    'Payable in 30 days.',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(part)
  }
})

test('it is written in the language that was chosen', async () => {
  const german = await wordsOf({ ...QUOTE, language: 'de' })
  expect(german.text).toContain('Angebot Q-2026-0007-2')
  expect(german.text).toContain('1.500,02 €')
  const french = await wordsOf({ ...QUOTE, language: 'fr' })
  expect(french.text).toContain('Valable jusqu’au')
  expect(french.text).toContain('1 500,02 €')
})

test('a draft says that it is one, and a long quote takes several pages', async () => {
  const lines = Array.from({ length: 100 }, (_, at) => ({
    text: `Item ${at} ${'long '.repeat(30)}`,
    quantityMilli: 1000,
    unitMinor: 1,
    taxBasisPoints: 0,
  }))
  const { text, pages } = await wordsOf({ ...QUOTE, status: 'draft', number: null, year: null, lines })
  expect(text).toContain('Draft, not an offer yet')
  expect(text).not.toContain('Q-2026')
  expect(pages).toBeGreaterThan(2)
  expect(text).toContain('Item 99')
})
