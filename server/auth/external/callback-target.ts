import { AuthError } from '../auth-error.ts'
import type { TokensOfProvider } from './provider-tokens.ts'
import { withFragment, withQuery } from '../mail/redirect.ts'
import type { SessionAnswer } from '../session/sessions.service.ts'

/** What a sign-in elsewhere ends in: a code for the browser that has the verifier, or the session itself. */
export type Outcome = { code: string } | { session: SessionAnswer; tokens?: TokensOfProvider }

/** Where the browser goes after a sign-in elsewhere. */
export function successTarget(redirectTo: string, outcome: Outcome): string {
  if ('code' in outcome) return withQuery(redirectTo, { code: outcome.code })
  const { access_token, refresh_token, expires_in, expires_at } = outcome.session
  return withFragment(redirectTo, {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    ...outcome.tokens,
    refresh_token,
    sb: '',
    token_type: 'bearer',
  })
}

/** Where it goes instead: the reason is in the query and behind `#`, as clients read one or the other. */
export function failureTarget(redirectTo: string, error: AuthError, oauthError = 'access_denied'): string {
  const reason = { error: oauthError, error_code: error.code, error_description: error.message }
  return withFragment(withQuery(redirectTo, reason), { ...reason, sb: '' })
}
