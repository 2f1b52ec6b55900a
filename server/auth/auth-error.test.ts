import { expect, test } from 'vitest'
import { DatabaseBusyError } from '#server/db/database-busy-error.ts'
import { RateLimitError } from '#server/http/rate-limits.ts'
import { asAuthError } from './auth-error.ts'

test('a busy database is no limit of tries: the client may ask again, without a proof of work', () => {
  const refused = asAuthError(new DatabaseBusyError('The server is busy, please try again'))
  expect(refused).toMatchObject({ status: 503, code: 'conflict', retryAfterSeconds: 2 })
})

test('a limit of tries keeps its code and its wait', () => {
  const refused = asAuthError(new RateLimitError('over_email_send_rate_limit', 7))
  expect(refused).toMatchObject({ status: 429, code: 'over_email_send_rate_limit', retryAfterSeconds: 7 })
})

test('what nobody foresaw says nothing of itself', () => {
  const refused = asAuthError(new Error('relation "auth.secret" does not exist'))
  expect(refused).toMatchObject({ status: 500, code: 'unexpected_failure' })
  expect(refused.message).not.toContain('secret')
})
