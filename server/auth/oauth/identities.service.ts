import type { Transaction } from '#server/db/database.ts'
import { identityRemovedMail } from '#server/mail/templates.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError, invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { nameOf } from '../external/external-account.service.ts'
import { deleteIdentity, dropEmailSignIn, dropPhoneSignIn, listProviders } from '../external/external.sql.ts'
import { requireMayChangeWays } from '../mfa/assurance.service.ts'
import type { SignedIn } from '../request.ts'
import { findUser, listIdentities, lockUser, ownerOf, type UserRow } from '../account/users.sql.ts'

/**
 * Passes when a signed-in person may change the ways into their account.
 * @throws {AuthError} `manual_linking_disabled`, `insufficient_aal`, `reauthentication_needed`
 */
export async function requireMayLink(context: AuthContext, signedIn: SignedIn): Promise<void> {
  requireManualLinking(context)
  await requireProven(context, signedIn)
}

/** The same for taking one away. One's own number was added without manual linking, and goes without. */
export async function requireMayUnlink(context: AuthContext, signedIn: SignedIn, identityId: string): Promise<void> {
  const identities = await listIdentities(ownerOf(context.database), signedIn.userId)
  const isNumber = identities.some(({ id, provider }) => id === identityId && provider === 'phone')
  if (!isNumber) requireManualLinking(context)
  await requireProven(context, signedIn)
}

function requireManualLinking({ config }: AuthContext): void {
  if (!config.manualLinking) throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

async function requireProven(context: AuthContext, { userId, sessionId }: SignedIn): Promise<void> {
  const db = ownerOf(context.database)
  const user = await findUser(db, userId)
  if (!user) throw gone()
  const message = 'AAL2 session is required to link or unlink identities when MFA is enabled.'
  await requireMayChangeWays(context, db, { user, sessionId, status: 403, message })
}

const gone = () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')

/**
 * Takes one of several identities away from the signed-in person's account.
 * @throws {AuthError} `identity_not_found`, `single_identity_not_deletable`, `validation_failed`, `email_exists`
 */
export async function removeIdentity(
  context: AuthContext,
  { userId, identityId, client }: { userId: string; identityId: string; client: Client },
): Promise<void> {
  await context.database.asOwner(async (db) => {
    const user = await lockUser(db, userId)
    if (!user) throw gone()
    const identities = await listIdentities(db, userId)
    const identity = identities.find(({ id }) => id === identityId)
    if (!identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
    if (identities.length < 2) {
      throw new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
    }
    await deleteIdentity(db, identity.id)
    await dropSignIn(db, user, identity.provider)
    await listProviders(db, userId)
    const details = { provider: identity.provider }
    await recordEvent(db, { type: 'identity.unlinked', userId, client, details })
    const mail = identityRemovedMail({ provider: nameOf(identity.provider), url: context.config.publicUrl })
    if (user.email && user.email_confirmed_at) await context.mail.send(db, user.email, mail)
  })
}

async function dropSignIn(db: Transaction, user: UserRow, provider: string): Promise<void> {
  if (provider === 'phone') await dropPhoneSignIn(db, user.id)
  if (provider !== 'email') return
  // Its password opens the vault, and its words recover the account by mail.
  if (user.is_vault_enrolled || user.has_kdf) throw invalid('This account has a vault, which its password opens')
  await dropEmailSignIn(db, user.id)
}
