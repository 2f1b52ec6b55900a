import { readStay } from '../lib/account/session/stay.ts'

const SESSION = 'quantumshield-session'
const PENDING_SIGN_OUT = 'quantumshield-sign-out'

/** As web/lib/account/session writes it: a session ends with the browser, unless it stays on the device. */
const OPEN = 'qs-open=1'

/** True when this browser holds a session. The site does not read it unless its person asks for that (`readOwnToken`). */
export function hasSession(): boolean {
  try {
    const isKept = readStay(localStorage) === 'device' || document.cookie.split('; ').includes(OPEN)
    return isKept && localStorage.getItem(SESSION) !== null
  } catch {
    // A browser that blocks site data throws; nobody is signed in there.
    return false
  }
}

/** The app ends the session; the site only leaves a note for it and goes there. */
export function askToSignOut(): void {
  sessionStorage.setItem(PENDING_SIGN_OUT, '1')
  location.assign('/login')
}

/**
 * The access token of this browser's session, for a person who just pressed the button that says so. Keys are nowhere near it.
 *
 * @returns null when it has run out: only the app renews sessions.
 */
export function readOwnToken(now: Date): string | null {
  try {
    const { access_token: token, expires_at: endsAt } = JSON.parse(localStorage.getItem(SESSION) ?? '{}') as Record<
      string,
      unknown
    >
    return typeof token === 'string' && typeof endsAt === 'number' && endsAt * 1000 > now.getTime() ? token : null
  } catch {
    // Blocked site data, or something else under this name.
    return null
  }
}
