import { expect, test } from 'vitest'
import { draftOf, isQuantity, isTax, isUnit, linesOf } from './line-drafts.ts'

const LINE = { text: 'Boat', quantityMilli: 1500, unitMinor: 10_050, taxBasisPoints: 1900 }

test('a line is typed as people write numbers, and read back the same', () => {
  const draft = draftOf(LINE, 'EUR')
  expect(draft).toMatchObject({ text: 'Boat', quantity: '1.5', unit: '100.50', tax: '19' })
  expect(linesOf([draft], 'EUR')).toEqual([LINE])
  expect(draftOf({ ...LINE, quantityMilli: 10_000, taxBasisPoints: 0 }, 'EUR')).toMatchObject({
    quantity: '10',
    tax: '0',
  })
})

test('a currency without decimals has none in its prices', () => {
  const draft = draftOf(LINE, 'JPY')
  expect(draft.unit).toBe('10050')
  expect(linesOf([{ ...draft, unit: '1.5' }], 'JPY')).toBeNull()
})

test('what is no number gives no lines', () => {
  expect(linesOf([draftOf(LINE, 'EUR'), { ...draftOf(LINE, 'EUR'), unit: '' }], 'EUR')).toBeNull()
  expect([isQuantity('0'), isQuantity('0.001'), isQuantity('0.0001'), isQuantity('-1')]).toEqual([
    false,
    true,
    false,
    false,
  ])
  expect([isTax('100'), isTax('100.01'), isTax('7,5'), isTax('-1')]).toEqual([true, false, true, false])
  expect([isUnit('-5', 'EUR'), isUnit('x', 'EUR')]).toEqual([true, false])
})

test.each([
  ['1,000', false],
  ['1.000', false],
  ['12.500', false],
  ['1000', true],
  ['1 000', true],
  ['1.5', true],
  ['1,5', true],
  ['1.125', true],
])('a quantity of %s is taken only where it is one number for everybody: %s', (typed, isTaken) => {
  expect(isQuantity(typed)).toBe(isTaken)
})
