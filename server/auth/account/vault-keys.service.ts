import type { Transaction } from '#server/db/database.ts'
import { vaultKeysChangedMail } from '#server/mail/templates.ts'
import { AuthError, invalid } from '../auth-error.ts'
import type { Client } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { requireFreshProof } from '../session/fresh-proof.service.ts'
import { requireAal2 } from '../mfa/assurance.service.ts'
import type { SignedIn } from '../request.ts'
import { findUser, lockAccountKeys, ownerOf } from './users.sql.ts'
import type { VaultKeys } from './vault-key-fields.ts'

type Replacement = {
  signedIn: SignedIn
  keys: VaultKeys
  currentPassword: string | undefined
  nonce: string | undefined
  client: Client
}

/**
 * Replaces keys of the signed-in account's vault, all or none, and tells its owner.
 * @throws {AuthError} `reauthentication_needed`, `current_password_invalid`, `reauthentication_not_valid`, `insufficient_aal`,
 *   `conflict`, `validation_failed`, rate limits
 */
export async function replaceVaultKeys(context: AuthContext, replacement: Replacement): Promise<void> {
  const { signedIn, keys, client, ...proof } = replacement
  const { userId, sessionId } = signedIn
  await context.limits.take('changeByUser', userId)
  const owner = ownerOf(context.database)
  const user = await findUser(owner, userId)
  if (!user?.is_vault_enrolled) throw invalid('This account has no vault')
  const message = 'AAL2 session is required to replace keys when MFA is enabled.'
  await requireAal2(owner, { user, sessionId, status: 401, message })
  await requireFreshProof(context, user, { ...proof, sessionId })

  await context.database.asOwner(async (db) => {
    await lockAccountKeys(db, userId)
    await saveVaultKeys(db, userId, keys)
    const details = JSON.stringify({ ip: client.ip, user_agent: client.userAgent?.slice(0, 512) })
    await db.query({
      text: `select notify.person($1, 'vault_keys_changed', jsonb_strip_nulls($2))`,
      values: [userId, details],
    })
    if (user.email) await context.mail.send(db, user.email, vaultKeysChangedMail({ url: context.config.publicUrl }))
  })
}

/** Writes them in the transaction of `db`. @throws {AuthError} `conflict` when another device was faster, `validation_failed` */
export async function saveVaultKeys(db: Transaction, userId: string, keys: VaultKeys): Promise<void> {
  const { wraps, keyring, space_keys: spaceKeys, space } = keys
  if (space && !(wraps.password && wraps.recovery && keyring && spaceKeys)) {
    throw invalid('A new account key comes with all that the one before wrapped')
  }
  const { rows } = await db.query<{ replaced: boolean }>({
    text: 'select auth.replace_account_keys($1, $2) as replaced',
    values: [userId, JSON.stringify(keys)],
  })
  if (!rows[0]?.replaced) throw new AuthError(409, 'conflict', 'The keys changed meanwhile, please try again')
}
