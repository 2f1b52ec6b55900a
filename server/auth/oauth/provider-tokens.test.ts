import { expect, test } from 'vitest'
import { TestClock } from '../../../test/support/test-clock.ts'
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
