const SESSION = 'quantumshield-session'
const PENDING_SIGN_OUT = 'quantumshield-sign-out'

/** True when this tab or this device holds a session. The site never reads it: keys and tokens belong to the app document. */
export function hasSession(): boolean {
  try {
    return localStorage.getItem(SESSION) !== null || sessionStorage.getItem(SESSION) !== null
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
