import { listScimTokens, makeScimToken, revokeScimToken } from './scim-tokens.ts'

/** Tokens of identity providers, for who manages users. The server refuses others. */
export const scimCalls = { list: listScimTokens, make: makeScimToken, revoke: revokeScimToken }
