import { fromBase64Url } from '#crypto/encoding.ts'
import { VaultError } from '#vault/session/vault-error.ts'

let readToken: () => Promise<string | undefined> = async () => undefined

/** Names the source of access tokens. */
export function ownSessionBy(source: typeof readToken): void {
  readToken = source
}

/** The account that is signed in; its vault may be closed. @throws {VaultError} `session_ended` */
export async function sessionOwner(): Promise<{ userId: string; email: string }> {
  const [, claims] = (await readToken())?.split('.') ?? []
  if (!claims) throw new VaultError('session_ended', 'Your session has ended.')
  const { sub, email } = JSON.parse(new TextDecoder().decode(fromBase64Url(claims))) as Record<string, unknown>
  if (typeof sub !== 'string') throw new VaultError('session_ended', 'The session names no account.')
  return { userId: sub, email: typeof email === 'string' ? email : '' }
}
