import { type AuthClient, type AuthError, isAuthError, isAuthSessionMissingError } from '@supabase/supabase-js'
import { refusalOf } from '#vault/session/api.ts'
import { VaultError } from '#vault/session/vault-error.ts'

/** What a refusal of the auth client means to a person. */
export function fromAuth(error: AuthError): VaultError {
  if (error.name === 'AuthRetryableFetchError') {
    return new VaultError('offline', 'The server could not be reached.', { cause: error })
  }
  return refusalOf({ status: error.status ?? 0, message: error.message, ...(error.code ? { code: error.code } : {}) })
}

/** The same for the use of a passkey, which mostly ends in the browser before the server hears of it. */
export function fromPasskey(error: Error): VaultError {
  const isAnswered = isAuthError(error) && (error.status || error.name === 'AuthRetryableFetchError')
  if (isAnswered) return fromAuth(error)
  return new VaultError('passkey_stopped', 'No passkey was used.', { cause: error })
}

/** For `catch`: the browser or the person ended the use of a passkey. */
export function rethrowStopped(cause: unknown): never {
  throw cause instanceof VaultError ? cause : new VaultError('passkey_stopped', 'No passkey was used.', { cause })
}

/** Whether the server says so itself: no answer, or a failing server, is no reason to sign anybody out. */
export async function isSessionOver(
  auth: InstanceType<typeof AuthClient>,
): Promise<false | 'ended' | 'suspended' | 'leaving'> {
  const { error } = await auth.getUser()
  if (error === null) return false
  if (error.code === 'organisation_suspended') return 'suspended'
  if (error.code === 'organisation_leaving') return 'leaving'
  return isAuthSessionMissingError(error) || error.status === 401 || error.status === 403 ? 'ended' : false
}
