import { sha256 } from '@noble/hashes/sha2.js'
import { z } from 'zod'
import { SCIM } from '#contract/scim.ts'
import { draw, systemRandom, toBase64Url, toHex, utf8 } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'

const tokenRow = z.object({
  id: z.uuid(),
  name: z.string(),
  mails_people: z.boolean(),
  made_by: z.string().nullable(),
  is_maker_gone: z.boolean().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})
/** A token of an identity provider, without what it is shown with. Times are ISO 8601. */
export type ScimToken = z.infer<typeof tokenRow>
/** @property mailsPeople whom it provisions gets a mail to sign in for the first time */
export type NewScimToken = { name: string; days: number; mailsPeople: boolean }

const TOKEN_BYTES = 32

/** Tokens of the organisation, newest first; revoked ones for thirty days. @throws {VaultError} `not_allowed` */
export async function listScimTokens(api: VaultApi): Promise<ScimToken[]> {
  return z.array(tokenRow).parse(await api.rest('rpc/list_scim_tokens', { method: 'POST', body: {} }))
}

/**
 * Makes a token, of which the server is sent the hash alone.
 * @returns it, this once.
 * @throws {VaultError} `proof_needed` | `not_allowed` | `limit_reached`
 */
export async function makeScimToken(api: VaultApi, { name, days, mailsPeople }: NewScimToken): Promise<string> {
  const token = SCIM.tokenPrefix + toBase64Url(draw(systemRandom, TOKEN_BYTES))
  const body = { called: name, hash_hex: toHex(sha256(utf8(token))), days, with_mails: mailsPeople }
  await api.rest('rpc/add_scim_token', { method: 'POST', body })
  return token
}

/** @throws {VaultError} `not_allowed` | `not_member` when somebody else revoked it meanwhile */
export async function revokeScimToken(api: VaultApi, token: string): Promise<void> {
  await api.rest('rpc/revoke_scim_token', { method: 'POST', body: { token } })
}
