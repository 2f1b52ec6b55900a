import { expect, test } from 'vitest'
import { VaultError } from '#vault/session/vault-error.ts'
import { sentenceFor } from './errors.ts'

const refusal = (seconds: number) =>
  new VaultError('rate_limited', `For security purposes, you can only request this after ${seconds} seconds.`)

test.each([
  [1, 'Too many attempts. Wait 1 second and try again.'],
  [42, 'Too many attempts. Wait 42 seconds and try again.'],
  [60, 'Too many attempts. Wait a minute and try again.'],
  [601, 'Too many attempts. Wait 11 minutes and try again.'],
])('%d seconds are put into words', (seconds, sentence) => {
  expect(sentenceFor(refusal(seconds))).toBe(sentence)
})

test('without a time the general sentence is left', () => {
  expect(sentenceFor(new VaultError('rate_limited', ''))).toBe('Too many attempts. Wait a minute and try again.')
})
