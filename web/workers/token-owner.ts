import { z } from 'zod'
import { fromBase64Url } from '#crypto/encoding.ts'
import { VaultError } from '#vault/session/vault-error.ts'

const claimsShape = z.object({ sub: z.uuid(), email: z.string().default('') })

export type TokenOwner = { userId: string; email: string }

let readToken: () => Promise<string | undefined> = async () => undefined

export function readTokenFrom(source: typeof readToken): void {
  readToken = source
}

/** The account that the access token is for; its vault may be closed. @throws {VaultError} `session_ended` without a token that says so */
export async function tokenOwner(): Promise<TokenOwner> {
  const owner = ownerOf(await readToken())
  if (!owner) throw new VaultError('session_ended', 'Your session has ended.')
  return owner
}

/** Whom a token names; nothing is verified. */
export function ownerOf(token: string | undefined): TokenOwner | undefined {
  const claims = claimsShape.safeParse(parsePayload(token))
  return claims.success ? { userId: claims.data.sub, email: claims.data.email } : undefined
}

function parsePayload(token: string | undefined): unknown {
  try {
    const [, payload = ''] = token?.split('.') ?? []
    return JSON.parse(new TextDecoder().decode(fromBase64Url(payload)))
  } catch {
    return undefined
  }
}
