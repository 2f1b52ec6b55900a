import type { AuthClient, Session } from '@supabase/supabase-js'
import { fromAuth } from './auth-refusal.ts'
import { emailOf } from './account-state.ts'
import type { AccountState, FactorName } from './account-state.ts'

type Auth = InstanceType<typeof AuthClient>

/** What the page has to ask for when the account has a second factor that this session has not proven; otherwise null. */
export async function secondFactorOf(
  auth: Pick<Auth, 'mfa'>,
  session: Session,
): Promise<Extract<AccountState, { kind: 'needs-second-factor' }> | null> {
  const { data, error } = await auth.mfa.getAuthenticatorAssuranceLevel()
  if (error) throw fromAuth(error)
  if (data.nextLevel !== 'aal2' || data.currentLevel === 'aal2') return null
  return {
    kind: 'needs-second-factor',
    email: emailOf(session),
    apps: appsOf(session),
    hasRecoveryCodes: verifiedOf(session).some(({ factor_type: type }) => type === 'recovery_code'),
  }
}

const verifiedOf = ({ user }: Session) => (user.factors ?? []).filter(({ status }) => status === 'verified')

/** Authenticator apps of the account. */
export const appsOf = (session: Session): FactorName[] =>
  verifiedOf(session)
    .filter(({ factor_type: type }) => type === 'totp')
    .map(({ id, friendly_name: name }) => ({ id, name: name ?? null }))

/**
 * Whether a provider, an organisation or a code opened this session, so that there may be no password to ask for. Invited people
 * set one before anything else, with a session that their mail opened.
 */
export async function isWithoutPassword(auth: Pick<Auth, 'mfa'>, session: Session): Promise<boolean> {
  if (session.user.invited_at) return false
  const { data, error } = await auth.mfa.getAuthenticatorAssuranceLevel()
  if (error) throw fromAuth(error)
  const methods = data.currentAuthenticationMethods.map((one) => (typeof one === 'string' ? one : one.method))
  return methods.some((method) => ['oauth', 'sso/saml', 'otp'].includes(method))
}
