import { DatabaseError } from 'pg'
import type { TenantPlan } from '#contract/organisation/tenant-plan-ids.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Client } from '../audit.ts'
import { AuthError, emailExists } from '../auth-error.ts'
import { limitMail } from '../account/account-limits.ts'
import { findUserByEmail } from '../account/users.sql.ts'
import type { AuthContext } from '../context.ts'
import { reauthenticationNeeded } from '../session/fresh-proof.service.ts'
import { mailInvitation } from '../team/invite-member.service.ts'
import { actAs } from '../team/team.sql.ts'
import { addFirstOwner, addTenant } from './tenants.sql.ts'

type Who = { userId: string; sessionId: string; client: Client }
type Owner = Who & { email: string; fingerprint: string }

/**
 * Makes an organisation and invites its first owner.
 * @returns its id
 * @throws {AuthError} `not_admin`, `reauthentication_needed`, `email_exists` where somebody has this address here already; rate limits
 */
export async function createTenant(
  context: AuthContext,
  { name, plan, ...owner }: Owner & { name: string; plan: TenantPlan },
): Promise<string> {
  await limit(context, owner)
  return context.database.asOwner(async (db) => {
    await actAs(db, owner)
    const id = await addTenant(db, { name, plan }).catch(refuse)
    await invite(context, db, { ...owner, tenant: id })
    return id
  })
}

/**
 * Invites an owner into an organisation that has none; an earlier invitation ends.
 * @throws {AuthError} as `createTenant`; `tenant_changed` where it has one, or is not there
 */
export async function inviteFirstOwner(context: AuthContext, owner: Owner & { tenant: string }): Promise<void> {
  await limit(context, owner)
  await context.database.asOwner(async (db) => {
    await actAs(db, owner)
    await invite(context, db, owner)
  })
}

async function limit(context: AuthContext, { userId, email, client }: Owner): Promise<void> {
  await context.limits.take('changeByUser', userId)
  await context.limits.take('invitationByUser', userId)
  await limitMail(context, email, client)
}

async function invite(context: AuthContext, db: Transaction, owner: Owner & { tenant: string }): Promise<void> {
  const { id, organisation } = await addFirstOwner(db, owner).catch(refuse)
  const known = await findUserByEmail(db, owner.email)
  // A person belongs to one organisation, and nobody is moved.
  if (known?.email_confirmed_at) throw emailExists()
  await mailInvitation(context, db, { ...owner, id, organisation })
}

const REFUSALS: Record<string, (cause: DatabaseError) => AuthError> = {
  QS403: () => reauthenticationNeeded(),
  QS406: (cause) =>
    new AuthError(409, 'tenant_changed', 'There is no such organisation, or it has an owner', {}, { cause }),
  42501: (cause) => new AuthError(403, 'not_admin', 'Only who runs the installation may do this', {}, { cause }),
}

function refuse(error: unknown): never {
  throw (error instanceof DatabaseError && REFUSALS[error.code ?? '']?.(error)) || error
}
