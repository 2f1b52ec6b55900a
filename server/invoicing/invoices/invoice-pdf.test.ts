import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { invoicePdf } from './invoice-pdf.ts'
import type { InvoiceRow } from './invoices.sql.ts'

const NOW = new Date('2026-11-21T08:00:00Z')
const INVOICE: InvoiceRow = {
  id: 'i',
  tenant_id: 't',
  kind: 'invoice',
  cancels_id: null,
  cancels_number: null,
  status: 'issued',
  year: 2026,
  number: 7,
  language: 'en',
  currency: 'EUR',
  lines: [
    { text: 'Plan Professional', quantityMilli: 1500, unitMinor: 100_001, taxBasisPoints: 1900 },
    { text: 'Books', quantityMilli: 2000, unitMinor: 5000, taxBasisPoints: 700 },
  ],
  is_reverse_charge: false,
  note: 'Thank you.',
  period_from: '2026-10-01',
  period_to: '2026-10-31',
  due_on: '2026-12-21',
  net_minor: 160_002,
  tax_minor: 29_200,
  total_minor: 189_202,
  seller: {
    legal_name: 'Vaults SARL',
    address: 'Rue 2\nParis',
    country: 'FR',
    tax_number: 'FR83404833048',
    bank: 'IBAN 1',
  },
  buyer: {
    legal_name: 'Łukasz Żółć',
    address: 'Αθήνα',
    country: 'GR',
    tax_number: 'EL123456789',
    purchase_reference: 'PO-7',
    email: 'a@example.org',
  },
  version: 2,
  created_at: NOW,
  issued_at: NOW,
  paid_on: null,
  paid_by: null,
}

async function textOf(invoice: InvoiceRow): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(await invoicePdf(invoice, NOW)), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => (await (await pdf.getPage(at + 1)).getTextContent()).items),
  )
  const text = pages.flat().map((item) => ('str' in item ? item.str : ''))
  return text.join(' ').replaceAll(/\s+/g, ' ')
}

test('an invoice has its number, both sides, its lines and the tax of each rate', async () => {
  const text = await textOf(INVOICE)
  for (const part of [
    'Invoice INV-2026-0007',
    '21 November 2026',
    '1 October 2026 – 31 October 2026',
    '21 December 2026',
    'Vaults SARL',
    'France',
    'FR83404833048',
    'Łukasz Żółć',
    'Αθήνα',
    'EL123456789',
    'PO-7',
    '€1,500.02',
    '19 % tax on €1,500.02',
    '€285.00',
    '7 % tax on €100.00',
    '€1,892.02',
    'IBAN 1',
    'Thank you.',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Reverse charge')
})

test('a cancellation names what it takes back, with the opposite sums and nothing to pay', async () => {
  const text = await textOf({
    ...INVOICE,
    kind: 'cancellation',
    cancels_id: 'o',
    cancels_number: 'INV-2026-0006',
    net_minor: -160_002,
    tax_minor: -29_200,
    total_minor: -189_202,
  })
  for (const part of ['Cancellation invoice INV-2026-0007', 'INV-2026-0006', '-€1,892.02']) expect(text).toContain(part)
  expect(text).not.toContain('To be paid by')
  expect(text).not.toContain('IBAN 1')
})

test('it is written in the language that was chosen, and a draft says that it is one', async () => {
  const german = await textOf({ ...INVOICE, language: 'de', is_reverse_charge: true })
  expect(german).toContain('Rechnung INV-2026-0007')
  expect(german).toContain('Steuerschuldnerschaft')
  const draft = await textOf({ ...INVOICE, status: 'draft', year: null, number: null, issued_at: null, buyer: null })
  expect(draft).toContain('Draft, not an invoice yet')
  expect(draft).toContain('Not given yet')
  expect(draft).not.toContain('INV-')
})
