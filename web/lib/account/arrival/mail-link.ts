/** What a link from one of our mails says when it opens the app: in the fragment, or as `?confirmed`. */
export type MailLink =
  | 'confirmed'
  | 'expired'
  | 'email-changed'
  | 'email-change-stopped'
  | 'too-late-to-stop'
  | 'half-confirmed'
  | null

export function readMailLink({ hash, search }: { hash: string; search: string }): MailLink {
  const fragment = new URLSearchParams(hash.slice(1))
  const type = fragment.get('type')
  if (fragment.has('error_code') || fragment.has('error')) {
    return type === 'email_change_stop' ? 'too-late-to-stop' : 'expired'
  }
  if (type === 'email_change') return 'email-changed'
  if (type === 'email_change_stop') return 'email-change-stopped'
  if (fragment.has('message') && fragment.has('sb')) return 'half-confirmed'
  if (type === 'signup' || new URLSearchParams(search).has('confirmed')) return 'confirmed'
  return null
}

const OF_LINKS = new Set(['signup', 'email_change'])

/** The session that a confirmation link opened. The app signs in with the password instead, so nobody would ever use it. */
export function linkSession({ hash }: { hash: string }): string | null {
  const fragment = new URLSearchParams(hash.slice(1))
  return OF_LINKS.has(fragment.get('type') ?? '') ? fragment.get('access_token') : null
}

/** The fragment with which the page for a new password continues, when the confirmed account has none; otherwise null. */
export function newPasswordFragment({ hash }: { hash: string }): string | null {
  const fragment = new URLSearchParams(hash.slice(1))
  if (!fragment.has('needs_password')) return null
  fragment.set('type', 'recovery')
  return `#${fragment.toString()}`
}

/** What opens the page for a forgotten password: a session to continue with, a link that failed, or nothing. */
export type RecoveryLink = { accessToken: string; refreshToken: string } | 'expired' | null

export function readRecoveryLink({ hash }: { hash: string }): RecoveryLink {
  const fragment = new URLSearchParams(hash.slice(1))
  if (fragment.has('error_code') || fragment.has('error')) return 'expired'
  const accessToken = fragment.get('access_token')
  const refreshToken = fragment.get('refresh_token')
  return fragment.get('type') === 'recovery' && accessToken && refreshToken ? { accessToken, refreshToken } : null
}
