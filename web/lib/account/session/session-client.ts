import { AuthClient } from '@supabase/supabase-js'

/** The client of the session. */
export class SessionClient extends AuthClient {
  /** After a renewal that failed auth-js answers for a minute without asking the server; somebody who presses a button wants it asked. */
  askAgain(): void {
    this.lastRefreshFailure = null
  }
}
