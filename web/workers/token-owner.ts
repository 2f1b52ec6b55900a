import { ownerOf, type TokenOwner } from '#vault/session/token-owner.ts'
import { VaultError } from '#vault/session/vault-error.ts'

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
