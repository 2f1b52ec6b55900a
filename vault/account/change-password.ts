import type { AccountMasterKey } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { type Credentials, type KdfOnWire, deriveCredentials, newCredentials } from '../session/credentials.ts'
import { type NewKeyFields, prepareNewAccountKey } from './new-account-key.ts'
import { requireNewestKeyring } from '../session/keyring-store.ts'
import { type OpenVault, unwrapMasterKey } from '../session/open-vault.ts'
import { wrapForPassword } from './recovery.ts'

/** What `vault` holds when a password is replaced: its parameters, and the keys as auth/v1 takes them. */
export type PasswordFields = { kdf: KdfOnWire; password_wrap: string; recovery_wrap?: string } & Partial<NewKeyFields>

/** A new password and, where the recovery words allow it, a new account key; both exist in memory only. */
export type NewPassword = {
  authSecret: string
  fields: PasswordFields
  /** The key that is under the new password. */
  amk: AccountMasterKey
  /** True where the people who could let this account back in cannot any more, until it allows them again. */
  endsAgreement: boolean
  /** Once the server has taken it: the open vault continues with the new keys. */
  apply: (vault: OpenVault) => Promise<void>
}

/** What the server takes to replace a password: all of it or nothing, in one transaction. */
export type PasswordChange = NewPassword & {
  /** The secret of the password that holds until now; the server compares it. */
  currentSecret: string
}

/**
 * Derives what both passwords become and draws a new account key. Nothing is sent but questions, so a failure here leaves everything as it
 * was. The old password, with a copy of the rows of then, opens nothing that is stored later.
 *
 * @throws {VaultError} `wrong_password` when the present one does not open this vault; `keys_replaced` | `vault_rolled_back`
 */
export async function preparePasswordChange(
  api: VaultApi,
  vault: OpenVault,
  { email, current, next }: { email: string; current: string; next: string },
): Promise<PasswordChange> {
  requireNewestKeyring(vault)
  const held: Credentials = await deriveCredentials(api, email, current)
  await unwrapMasterKey(api, vault.userId, held.kek)
  return { currentSecret: held.authSecret, ...(await prepareNewPassword(api, vault, await newCredentials(next))) }
}

/** A new password for an open vault, by whatever it was opened. */
export async function prepareNewPassword(
  api: VaultApi,
  vault: OpenVault,
  { authSecret, kek, kdf }: Credentials,
): Promise<NewPassword> {
  // Behind an older keyring nothing is built. Only a forgotten password comes here with one: it is replaced, and the key stays.
  const next = vault.stale ? null : await prepareNewAccountKey(api, vault)
  const amk = next?.amk ?? vault.amk
  const fields: PasswordFields = { kdf, password_wrap: await wrapForPassword(amk, vault.userId, { kek }) }
  if (!next) return { authSecret, amk, fields, endsAgreement: false, apply: async () => undefined }
  const { recoveryWrap, endsAgreement, apply } = next
  return { authSecret, amk, fields: { ...fields, ...next.fields, recovery_wrap: recoveryWrap }, endsAgreement, apply }
}
