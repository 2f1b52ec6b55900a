import { z } from 'zod'
import { fromBase64Url } from '#crypto/encoding.ts'
import { VaultError } from '#vault/session/vault-error.ts'

const claimsShape = z.object({ sub: z.uuid(), email: z.string().default('') })

let readToken: () => Promise<string | undefined> = async () => undefined

export function readTokenFrom(source: typeof readToken): void {
  readToken = source
}

/** The account that the access token is for; its vault may be closed. @throws {VaultError} `session_ended` without a token that says so */
export async function tokenOwner(): Promise<{ userId: string; email: string }> {
  const claims = claimsShape.safeParse(parsePayload(await readToken()))
  if (!claims.success) throw new VaultError('session_ended', 'Your session has ended.')
  const { sub: userId, email } = claims.data
  return { userId, email }
}

function parsePayload(token: string | undefined): unknown {
  try {
    const [, payload = ''] = token?.split('.') ?? []
    return JSON.parse(new TextDecoder().decode(fromBase64Url(payload)))
  } catch {
    return undefined
  }
}
