import { readStay } from '../lib/account/session/stay.ts'

const SESSION = 'quantumshield-session'
const PENDING_SIGN_OUT = 'quantumshield-sign-out'

/** As web/lib/account/session writes it: a session ends with the browser, unless it stays on the device. */
const OPEN = 'qs-open=1'

/** True when this browser holds a session. The site never reads it: keys and tokens belong to the app document. */
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
