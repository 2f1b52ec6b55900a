import { expect, test } from 'vitest'
import { type InvoiceLine, invoiceNumber, isOverdue, isTaxRight, sumInvoice } from './invoices.ts'

const line = (fields: Partial<InvoiceLine> = {}): InvoiceLine => ({
  text: 'A',
  quantityMilli: 1000,
  unitMinor: 100,
  taxBasisPoints: 1900,
  ...fields,
})

test('half a unit of a line is rounded up, and the tax of a rate once', () => {
  // 0.5 × 0.01 is half a cent, twice; 19 % of 0.02 is 0.0038.
  const half = line({ quantityMilli: 500, unitMinor: 1 })
  expect(sumInvoice([half, half])).toMatchObject({ lineMinor: [1, 1], netMinor: 2, taxMinor: 0, totalMinor: 2 })
  expect(sumInvoice([line({ unitMinor: 250, taxBasisPoints: 700 }), line({ unitMinor: 50 })])).toMatchObject({
    // 7 % of 2.50 is 0.175, 19 % of 0.50 is 0.095.
    taxes: [
      { taxBasisPoints: 700, netMinor: 250, taxMinor: 18 },
      { taxBasisPoints: 1900, netMinor: 50, taxMinor: 10 },
    ],
    totalMinor: 328,
  })
})

test('less than nothing is no invoice; a cancellation takes back exactly what was charged', () => {
  expect(sumInvoice([line({ unitMinor: -1 })])).toBeNull()
  const lines = [line({ unitMinor: 333, quantityMilli: 1500 }), line({ unitMinor: -1 }), line({ taxBasisPoints: 0 })]
  const charged = sumInvoice(lines)
  const back = sumInvoice(lines, 'cancellation')
  expect(charged?.totalMinor).toBeGreaterThan(0)
  expect((charged?.totalMinor ?? 0) + (back?.totalMinor ?? 1)).toBe(0)
  expect(back?.lineMinor).toEqual(charged?.lineMinor.map((minor) => -minor))
  expect(sumInvoice([line({ unitMinor: 0 })], 'cancellation')?.totalMinor).toBe(0)
})

test('with reverse charge no line has tax', () => {
  expect(isTaxRight([line()], true)).toBe(false)
  expect(isTaxRight([line({ taxBasisPoints: 0 })], true)).toBe(true)
  expect(isTaxRight([line()], false)).toBe(true)
})

test('an invoice is overdue from the day after it was due, until it is paid or cancelled', () => {
  const due = { kind: 'invoice', status: 'issued', due_on: '2026-11-21' } as const
  expect(isOverdue(due, '2026-11-21')).toBe(false)
  expect(isOverdue(due, '2026-11-22')).toBe(true)
  expect(isOverdue({ ...due, status: 'paid' }, '2026-11-22')).toBe(false)
  expect(isOverdue({ ...due, kind: 'cancellation' }, '2026-11-22')).toBe(false)
  expect(invoiceNumber({ year: 2026, number: 7 })).toBe('INV-2026-0007')
})
