import type { Transaction } from '#server/db/database.ts'
import { accountDeletedMail } from '#server/mail/templates.ts'
import { hardDelete } from './admin/admin.sql.ts'
import { type Client, recordEvent } from './audit.ts'
import { AuthError } from './auth-error.ts'
import type { AuthContext } from './context.ts'
import { requireAal2 } from './mfa/assurance.service.ts'
import type { SignedIn } from './request.ts'
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
      throw new AuthError(409, 'last_owner', 'The organisation needs another owner before this account can go')
    }
    if (await leavesSpaceWithoutManager(db, userId)) {
      throw new AuthError(409, 'last_manager', 'A team space needs another manager before this account can go')
    }
    await recordEvent(db, { type: 'user.deleted', userId, risk: 'high', client, details: { by: 'user', soft: false } })
    if (user.email) await context.mail.send(db, user.email, accountDeletedMail({ url: context.config.publicUrl }))
    await hardDelete(db, userId)
  })
  context.callers.sessions.forget()
}

const notFound = () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')

/** Two owners who go at the same time wait for one another here. Before the account, as whoever changes the team locks them. */
async function lockTeams(db: Transaction, userId: string): Promise<void> {
  await db.query({
    text: `select from public.tenants t
           where t.id in (select r.tenant_id from public.enterprise_user_roles r where r.user_id = $1)
           order by t.id
           for no key update`,
    values: [userId],
  })
}

/** Whoever signs up next would own an organisation without an owner, with the people who are still in it. */
async function leavesOthersWithoutOwner(db: Transaction, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_last: boolean }>({
    text: `select exists (
             select from public.enterprise_user_roles mine
             where mine.user_id = $1 and mine.role = 'owner'
               and not exists (select from public.enterprise_user_roles o
                               where o.tenant_id = mine.tenant_id and o.role = 'owner' and o.user_id <> $1
                                 and (o.expires_at is null or o.expires_at > now()))
               and exists (select from public.enterprise_user_roles other
                           where other.tenant_id = mine.tenant_id and other.user_id <> $1)) as is_last`,
    values: [userId],
  })
  return rows[0]?.is_last ?? false
}

/** Nobody could change who belongs to such a space again. */
async function leavesSpaceWithoutManager(db: Transaction, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_last: boolean }>({
    text: `select exists (
             select from public.team_space_members mine
             where mine.user_id = $1 and mine.role = 'manager'
               and not exists (select from public.team_space_members o
                               where o.space_id = mine.space_id and o.role = 'manager' and o.user_id <> $1
                                 and not exists (select from public.former_members f where f.user_id = o.user_id))
               and exists (select from public.team_space_members other
                           where other.space_id = mine.space_id and other.user_id <> $1)) as is_last`,
    values: [userId],
  })
  return rows[0]?.is_last ?? false
}
