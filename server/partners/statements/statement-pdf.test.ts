import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import type { QuoteLanguage } from '#contract/sales/quotes.ts'
import { statementPdf } from './statement-pdf.ts'
import type { CommissionRow, StatementRow } from './statements.sql.ts'

const NOW = new Date('2026-11-21T08:00:00Z')
const LINE: CommissionRow = {
  id: 'c',
  partner_id: 'p',
  company: 'Customer',
  won_minor: 100_050,
  basis_points: 1250,
  amount_minor: 12_506,
  currency: 'EUR',
  earned_on: '2026-10-05',
  state: 'paid',
  paid_on: '2026-11-02',
  paid_note: '',
}
const STATEMENT: StatementRow = {
  id: 's',
  month: '2026-10-01',
  year: 2026,
  number: 7,
  created_at: NOW,
  payer: 'Boats Ltd\nHarbour 1',
  payee: 'Łódka & Sons\nΑθήνα',
  lines: [
    LINE,
    { ...LINE, state: 'open', paid_on: null, amount_minor: 100 },
    { ...LINE, currency: 'JPY', state: 'open', paid_on: null, won_minor: 4000, amount_minor: 500 },
  ],
}

async function wordsOf(language: QuoteLanguage): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(await statementPdf(STATEMENT, language, NOW)), verbosity: 0 })
    .promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => (await (await pdf.getPage(at + 1)).getTextContent()).items),
  )
  return pages
    .flat()
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

test('a statement has its number, who pays whom, its lines and the sums of each currency', async () => {
  const text = await wordsOf('en')
  for (const part of [
    'Commission statement PS-2026-0007',
    'October 2026',
    'Boats Ltd',
    'Łódka & Sons',
    'Αθήνα',
    '05/10/2026',
    '02/11/2026',
    'open',
    '12.5 %',
    '€125.06',
    'Commission in EUR €126.06',
    'Of it still to be paid, in EUR €1.00',
    'Commission in JPY JP¥500',
  ])
    expect(text).toContain(part)
})

test('it is written in the language that was chosen', async () => {
  const german = await wordsOf('de')
  expect(german).toContain('Provisionsabrechnung PS-2026-0007')
  expect(german).toContain('126,06 €')
  const french = await wordsOf('fr')
  expect(french).toContain('Relevé de commissions')
  expect(french).toContain('octobre 2026')
})
