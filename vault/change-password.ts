import type { VaultApi } from './api.ts'
import { type Credentials, type KdfOnWire, deriveCredentials, newCredentials } from './credentials.ts'
import { unwrapMasterKey } from './open-vault.ts'
import { wrapForPassword } from './recovery.ts'

/** What the server takes to replace a password: all of it or nothing, in one transaction. */
export type PasswordChange = {
  /** The secret of the password that holds until now; the server compares it. */
  currentSecret: string
  authSecret: string
  kdf: KdfOnWire
  /** The account master key under the new password; files stay as they are. */
  passwordWrap: string
}

type Passwords = { userId: string; email: string; current: string; next: string }

/**
 * Derives what both passwords become and wraps the account master key anew. Nothing is sent but the question for the
 * parameters of the present password, so a failure here leaves everything as it was.
 *
 * @throws {VaultError} `wrong_password` when the present one does not open this vault
 */
export async function preparePasswordChange(
  api: VaultApi,
  { userId, email, current, next }: Passwords,
): Promise<PasswordChange> {
  const held: Credentials = await deriveCredentials(api, email, current)
  const amk = await unwrapMasterKey(api, userId, held.kek)
  const fresh = await newCredentials(next)
  const passwordWrap = await wrapForPassword(amk, userId, fresh)
  return { currentSecret: held.authSecret, authSecret: fresh.authSecret, kdf: fresh.kdf, passwordWrap }
}
