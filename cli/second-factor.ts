import type { AuthClient, AuthError, Factor, Session } from '@supabase/supabase-js'
import { VaultError } from '#vault/session/vault-error.ts'
import { askSecret } from './ask.ts'

type Auth = InstanceType<typeof AuthClient>
/** A code of an authenticator app; anything else is a recovery code. */
const APP_CODE = /^\d{6}$/

/**
 * Raises the session of an account with a second factor by a code: from `QUANTUMSHIELD_CODE`, or asked for.
 * @returns what the server refused, if it did.
 * @throws {VaultError} `needs_second_factor` when there is nobody to ask, or nothing that a terminal could give.
 */
export async function proveSecondFactor(auth: Auth, { user }: Session): Promise<AuthError | null> {
  const { data, error } = await auth.mfa.getAuthenticatorAssuranceLevel()
  if (error) return error
  if (data.nextLevel !== 'aal2' || data.currentLevel === 'aal2') return null
  const factors = (user.factors ?? []).filter(({ status }) => status === 'verified')
  const apps = factors.filter(({ factor_type: type }) => type === 'totp')
  const hasRecoveryCodes = factors.some(({ factor_type: type }) => type === 'recovery_code')
  if (apps.length === 0 && !hasRecoveryCodes) {
    const message =
      'This account has a second factor that a terminal cannot ask for: it knows codes of authenticator apps and recovery codes. Use the web app.'
    throw new VaultError('needs_second_factor', message)
  }
  return prove(auth, apps, await askCode())
}

async function askCode(): Promise<string> {
  const variable = 'QUANTUMSHIELD_CODE'
  if (!process.env[variable] && !process.stdin.isTTY) {
    const message =
      'This account asks for a second factor, and there is no terminal to ask for its code. Set QUANTUMSHIELD_CODE to a code of the authenticator app or a recovery code.'
    throw new VaultError('needs_second_factor', message)
  }
  const code = await askSecret('Code of your authenticator app, or a recovery code', { fromStdin: false, variable })
  return code.replaceAll(/\s/g, '')
}

async function prove(auth: Auth, apps: readonly Factor[], code: string): Promise<AuthError | null> {
  if (!APP_CODE.test(code)) return (await auth.mfa.recoveryCodes.verify({ code })).error
  let refused: AuthError | null = null
  // Nothing in a code tells of which app it is.
  for (const { id: factorId } of apps) {
    ;({ error: refused } = await auth.mfa.challengeAndVerify({ factorId, code }))
    if (refused?.code !== 'mfa_verification_failed') return refused
  }
  return refused
}
