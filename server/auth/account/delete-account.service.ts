import { accountDeletedMail } from '#server/mail/templates.ts'
import { hardDelete } from './hard-delete.sql.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError, lastOwner } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { requireAal2 } from '../mfa/assurance.service.ts'
import { leavesOthersWithoutOwner, leavesSpaceWithoutManager, lockTeams } from './leaving.sql.ts'
import type { SignedIn } from '../request.ts'
import { findUser, lockUser, ownerOf } from './users.sql.ts'

type Deletion = { signedIn: SignedIn; password: string; client: Client }

/**
 * Deletes the signed-in account with its vault, files, links and roles. The bytes of the files are removed by the collector
 * a day later; the audit log keeps what happened, by id.
 *
 * @throws {AuthError} `current_password_invalid`, `insufficient_aal`, `last_owner`, `last_manager`, `user_not_found`, rate limits
 */
export async function deleteOwnAccount(context: AuthContext, { signedIn, password, client }: Deletion): Promise<void> {
  const { userId, sessionId } = signedIn
  await context.limits.take('changeByUser', userId)
  const owner = ownerOf(context.database)
  const user = await findUser(owner, userId)
  if (!user) throw notFound()
  const message = 'AAL2 session is required to delete an account when MFA is enabled.'
  await requireAal2(owner, { user, sessionId, status: 401, message })
  if (!(await context.passwords.verify(password, user.encrypted_password ?? undefined))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is not correct')
  }

  await context.database.asOwner(async (db) => {
    await lockTeams(db, userId)
    if (!(await lockUser(db, userId))) throw notFound()
    if (await leavesOthersWithoutOwner(db, userId)) {
      throw lastOwner()
    }
    if (await leavesSpaceWithoutManager(db, userId)) {
      throw new AuthError(409, 'last_manager', 'A team space needs another manager before this account can go')
    }
    await recordEvent(db, { type: 'user.deleted', userId, client, details: { by: 'user', soft: false } })
    if (user.email) await context.mail.send(db, user.email, accountDeletedMail({ url: context.config.publicUrl }))
    await hardDelete(db, userId)
  })
  context.callers.sessions.forget()
}

const notFound = () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
