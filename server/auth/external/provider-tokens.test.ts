import { expect, test } from 'vitest'
import { TestClock } from '../../../test/support/server/test-clock.ts'
import { ProviderTokens } from './provider-tokens.ts'

test('tokens of a provider are handed out once, and for ten minutes', () => {
  const clock = new TestClock()
  clock.stop()
  const waiting = new ProviderTokens(clock)
  for (const code of ['early', 'late']) waiting.keep(code, { provider_token: code })
  clock.advance(599)
  expect(waiting.take('early')).toEqual({ provider_token: 'early' })
  expect(waiting.take('early')).toEqual({})
  clock.advance(1)
  expect(waiting.take('late')).toEqual({})
})

test('a flood of sign-ins takes the place of the oldest, and those of ten minutes ago are forgotten', () => {
  const clock = new TestClock()
  clock.stop()
  const waiting = new ProviderTokens(clock)
  for (let index = 0; index <= 10_000; index += 1) waiting.keep(`code ${index}`, { provider_token: 'x' })
  expect(waiting.take('code 0')).toEqual({})
  expect(waiting.take('code 1')).toEqual({ provider_token: 'x' })
  expect(waiting.size).toBe(9999)

  clock.advance(600)
  waiting.keep('the next', { provider_token: 'y' })
  expect(waiting.size).toBe(1)
})
