import { listOwnSessions, readSecurityFacts, revokeOwnSession } from '#vault/account/own-security.ts'
import { withApi } from './bind-calls.ts'

/** What protects the account, and who is signed in to it. */
export const securityCalls = withApi({
  facts: readSecurityFacts,
  sessions: listOwnSessions,
  revoke: revokeOwnSession,
})
