import type { Checks } from '../check.ts'
import { stopsGuessing } from './guessing.ts'
import { tokensWorkOnce } from './mailed-tokens.ts'
import { hashesStrongly, refusesWeakPasswords } from './passwords.ts'
import { cookiesAreLockedDown, providersAreSafe } from './providers.ts'
import { takesCodeOnce } from './second-factor.ts'
import { endsStolenSession, signsOut } from './sessions.ts'
import { issuesCorrectToken, rejectsBadTokens } from './tokens.ts'
import { tellsNothing } from './unknown-accounts.ts'

/** Of the category "authentication". */
export const authenticationChecks: Checks = {
  'AUTH-01': tellsNothing,
  'AUTH-02': issuesCorrectToken,
  'AUTH-03': rejectsBadTokens,
  'AUTH-04': endsStolenSession,
  'AUTH-05': signsOut,
  'AUTH-06': stopsGuessing,
  'AUTH-07': takesCodeOnce,
  'AUTH-08': refusesWeakPasswords,
  'AUTH-09': tokensWorkOnce,
  'AUTH-10': providersAreSafe,
  'AUTH-11': hashesStrongly,
  'AUTH-12': cookiesAreLockedDown,
}
