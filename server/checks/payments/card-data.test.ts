import { expect, test } from 'vitest'
import { holdsCard } from './card-data.ts'

test.each([
  '4242424242424242',
  '4242 4242 4242 4242',
  '{"paid": "5555-5555-5555-4444"}',
  'by 378282246310005, thank you',
  'DE89 3704 0044 0532 0130 00 or 4242 4242 4242 4242',
])('%j holds the number of a card', (text) => {
  expect(holdsCard(text)).toBe(true)
})

test.each([
  // Bank accounts: the digits of the second pass the check of cards.
  'DE89 3704 0044 0532 0130 00',
  'DE76 3704 0044 0532 0013 03 SOMEBANK',
  // A telephone, an identifier, a time and two sums.
  '+49 4242 4242 4242 42',
  'cus_4242424242424242',
  '00000000-0000-4000-8000-4242424242424242',
  '1764527000000',
  '4242 4242 4242 4241',
  '0000 0000 0000 0000',
])('%j holds none', (text) => {
  expect(holdsCard(text)).toBe(false)
})
