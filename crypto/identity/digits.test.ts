import { expect, test } from 'vitest'
import { stretchedDigits } from './digits.ts'

const input = Uint8Array.of(1, 2, 3)

test('asked again, a label and an input have the same digits, and another label or input has others', () => {
  const digits = stretchedDigits('qs1/one', input, 12)
  expect(stretchedDigits('qs1/one', input.slice(), 12)).toBe(digits)
  expect(stretchedDigits('qs1/one', input, 4)).toBe(digits.slice(0, 23))
  expect(stretchedDigits('qs1/two', input, 12)).not.toBe(digits)
  expect(stretchedDigits('qs1/one', Uint8Array.of(1, 2, 4), 12)).not.toBe(digits)
})
