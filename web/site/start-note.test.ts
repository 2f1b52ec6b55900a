import { expect, test } from 'vitest'
import { contact } from '#web/messages/site/contact.ts'
import { costs } from './start-note.tsx'

test.each([
  [
    'nothing is sold',
    { billing: 'off', trial_days: 0, free_storage_bytes: null },
    'An account is free, needs no card and does not expire.',
  ],
  [
    'plans without a trial',
    { billing: 'stripe', trial_days: 0, free_storage_bytes: 2 ** 31 },
    'An account is free up to 2.00 GB, needs no card and does not expire. Plans for more storage are paid from the first day.',
  ],
  [
    'plans with a trial',
    { billing: 'stripe', trial_days: 14, free_storage_bytes: 2 ** 31 },
    'An account is free up to 2.00 GB, needs no card and does not expire. A first subscription begins with a 14-day free trial; the checkout says so before you agree.',
  ],
  [
    'the sandbox',
    { billing: 'sandbox', trial_days: 14, free_storage_bytes: 2 ** 31 },
    'An account is free up to 2.00 GB, needs no card and does not expire. The checkout of this server is for trying out: no money moves.',
  ],
] as const)('where there are %s, the note says what that costs', (_, settings, note) => {
  expect(costs(settings)).toBe(note)
})

test('a time to answer is promised only where the operator set one', () => {
  expect(contact.sentText(24)).toBe("Thank you for your interest. We'll get back to you within 24 hours.")
  expect(contact.promise(24)).toBe('We answer within 24 hours.')
  expect(contact.sentText(null)).not.toMatch(/\d/)
  expect(contact.promise(1)).toBe('We answer within 1 hour.')
})
