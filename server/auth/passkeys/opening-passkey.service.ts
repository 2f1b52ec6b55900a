import { type Client } from '../audit.ts'
import { AuthError, invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { requireAal2, tellOwner } from '../mfa/assurance.service.ts'
import type { SignedIn } from '../request.ts'
import { requireFreshProof } from '../session/fresh-proof.service.ts'
import { findUser, lockAccountKeys, ownerOf } from '../account/users.sql.ts'
import { findPasskey, savePasskeyWrap } from './passkeys.sql.ts'

type Opening = {
  signedIn: SignedIn
  credentialId: Buffer
  wrappedKey: string
  /** Of the personal space, which belongs to the account key that was wrapped. */
  epoch: number
  currentPassword: string | undefined
  nonce: string | undefined
  client: Client
}

/**
 * Stores the account key as it was wrapped for a passkey, which then opens the vault. Who asks shows as much as for new keys.
 * @throws {AuthError} `webauthn_credential_not_found`, `conflict` when the account has a newer key, `reauthentication_needed`,
 *   `current_password_invalid`, `insufficient_aal`, `validation_failed` without a vault, rate limits
 */
export async function letPasskeyOpen(
  context: AuthContext,
  { signedIn, credentialId, wrappedKey, epoch, ...proof }: Opening,
): Promise<{ passkey_id: string }> {
  const { userId, sessionId } = signedIn
  await context.limits.take('changeByUser', userId)
  const owner = ownerOf(context.database)
  const user = await findUser(owner, userId)
  if (!user?.is_vault_enrolled) throw invalid('This account has no vault')
  const message = 'AAL2 required to let a passkey open the vault'
  await requireAal2(owner, { user, sessionId, status: 403, message })
  await requireFreshProof(context, user, { ...proof, sessionId })

  return context.database.asOwner(async (db) => {
    await lockAccountKeys(db, userId)
    const passkey = await findPasskey(db, credentialId)
    if (passkey?.user_id !== userId) throw new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found')
    if (!(await isEpochOf(db, userId, epoch))) {
      throw new AuthError(409, 'conflict', 'The keys changed meanwhile, please try again')
    }
    await savePasskeyWrap(db, { userId, passkeyId: passkey.id, wrappedKey })
    await tellOwner(context, db, user, 'A passkey of your account was allowed to open your vault')
    return { passkey_id: passkey.id }
  })
}

type Db = ReturnType<typeof ownerOf>

async function isEpochOf(db: Db, userId: string, epoch: number): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `select from public.spaces s where s.owner_id = $1 and s.kind = 'personal' and s.current_epoch = $2`,
    values: [userId, epoch],
  })
  return rowCount === 1
}
