import { listScimTokens, makeScimToken, revokeScimToken } from '#vault/organisation/scim-tokens.ts'
import { withApi } from './bind-calls.ts'

/** Tokens of identity providers, for who manages users. The server refuses others. */
export const scimCalls = withApi({ list: listScimTokens, make: makeScimToken, revoke: revokeScimToken })
