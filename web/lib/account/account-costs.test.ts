import { expect, test } from 'vitest'
import { start } from '#web/messages/site/start.ts'
import { accountCosts } from './account-costs.ts'

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
  expect(accountCosts({ ...settings, disable_signup: false }, start)).toBe(note)
})

test('a server that takes no new accounts promises none', () => {
  const settings = { billing: 'stripe', trial_days: 14, free_storage_bytes: null, disable_signup: true } as const
  expect(accountCosts(settings, start)).toBe(start.closed)
})
