import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const GB = 1024 ** 3

test.for([
  ['where plans are sold', {}, 2 * GB],
  ['where nothing is sold', { BILLING: 'off' }, undefined],
  ['as the operator says', { FREE_STORAGE_BYTES: '5000' }, 5000],
  ['as the operator says, also where nothing is sold', { BILLING: 'off', FREE_STORAGE_BYTES: '5000' }, 5000],
  ['without a limit where the operator wants none', { FREE_STORAGE_BYTES: 'unlimited' }, undefined],
] as const)('an account without a plan may store so much %s', ([, settings, bytes]) => {
  expect(readConfig(settings).freeStorageBytes).toBe(bytes)
})
