import { refusalOf } from '#vault/session/api.ts'
import { VaultError } from '#vault/session/vault-error.ts'

/** Where people land after a sign-in elsewhere. */
export const RETURN_PATH = '/dashboard'

/** Refusals that say something else than "not signed in there", by the service's code. */
const SHOWN = new Set([
  'elsewhere_unconfirmed',
  'signup_closed',
  'email_not_confirmed',
  'account_closed',
  'organisation_leaving',
  'organisation_suspended',
  'sign_in_way_required',
])
const LONGEST_MESSAGE = 300

/** How the browser came back: with a code for this tab, with one that another tab or somebody else asked for, or refused. */
export type ReturnFromElsewhere =
  | { kind: 'code'; code: string }
  | { kind: 'foreign' }
  | { kind: 'refused'; error: VaultError }

/** Why coming back from elsewhere opened nothing: refused there or here, or begun somewhere else. */
export type FailedReturn = VaultError | 'foreign'

/**
 * Reads the address after a sign-in elsewhere; null when it is not about one.
 * @param hasBegun whether this tab began a sign-in. Without that a code is not ours to use: somebody could have the page open
 *   their account, and wait for files to be put there. A reason of refusal could be any text, so it is not shown.
 */
export function readReturn(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  hasBegun: boolean,
): ReturnFromElsewhere | null {
  if (pathname !== RETURN_PATH) return null
  const query = new URLSearchParams(search)
  const code = query.get('code')
  if (code !== null) return hasBegun ? { kind: 'code', code } : { kind: 'foreign' }
  if (!query.has('error') || !hasBegun) return null
  const message = query.get('error_description')?.slice(0, LONGEST_MESSAGE) ?? ''
  return { kind: 'refused', error: refusedElsewhere({ code: query.get('error_code'), message }) }
}

function refusedElsewhere({ code, message }: { code: string | null; message: string }): VaultError {
  const refusal = refusalOf({ status: 400, message, ...(code === null ? {} : { code }) })
  if (refusal.code === 'account_exists') return new VaultError('user_already_exists', message)
  return SHOWN.has(refusal.code) ? refusal : new VaultError('elsewhere_refused', message)
}
