import { DatabaseError } from 'pg'
import type { TeamRole } from '#contract/permissions.ts'
import type { Transaction } from '#server/db/database.ts'
import { secondOrganisationMail, teamInvitationMail } from '#server/mail/templates.ts'
import { accountFor } from '../admin/generate-link.service.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError, emailExists } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { makeLink } from '../links/links.service.ts'
import { reauthenticationNeeded } from '../session/fresh-proof.service.ts'
import { limitMail } from '../account/account-limits.ts'
import { findUserByEmail } from '../account/users.sql.ts'
import { addInvitation, areOfOneOrganisation, findInviter } from './team.sql.ts'

const LIFE_SECONDS = 7 * 24 * 3600
const NOT_ALLOWED = '42501'
const NOT_FRESH = 'QS403'

export type MemberInvitation = {
  userId: string
  sessionId: string
  email: string
  role: TeamRole
  /** When the role ends; null: never. */
  until: Date | null
  /** Until when they are a guest; null: a member. */
  guestUntil: Date | null
  fingerprint: string
  client: Client
}

/**
 * Invites an address into the organisation of `userId`, or renews its invitation: the account is made, the link mailed, and
 * the person who accepts lands there with the role.
 *
 * @returns the id of the invitation.
 * @throws {AuthError} `not_admin`, `reauthentication_needed` for a role that administers, `email_exists` for the address of somebody of this organisation, rate limits
 */
export async function inviteMember(context: AuthContext, invitation: MemberInvitation): Promise<string> {
  const { userId, sessionId, email, role, until, guestUntil, client } = invitation
  await context.limits.take('changeByUser', userId)
  await context.limits.take('invitationByUser', userId)
  await limitMail(context, email, client)
  return context.database.asOwner(async (db) => {
    const id = await addInvitation(db, { userId, sessionId, email, role, until, guestUntil }).catch(
      (error: unknown) => {
        throw refusalOf(error)
      },
    )
    const known = await findUserByEmail(db, email)
    // Provisioned and not yet there: the mark of a guest would not reach them, so who manages people sets it in the list.
    if (guestUntil && known && (await areOfOneOrganisation(db, userId, known.id))) throw emailExists()
    if (known?.email_confirmed_at) await answerKnown(context, db, { ...invitation, knownId: known.id })
    else await mailInvitation(context, db, { ...invitation, id })
    return id
  })
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  if (error.code === NOT_FRESH) return reauthenticationNeeded()
  if (error.code !== NOT_ALLOWED) return error
  return new AuthError(403, 'not_admin', 'You may not invite people with this role', {}, { cause: error })
}

// Whether an address of somebody else has an account here is nobody's business but theirs.
async function answerKnown(
  context: AuthContext,
  db: Transaction,
  { userId, email, knownId, client }: MemberInvitation & { knownId: string },
): Promise<void> {
  if (await areOfOneOrganisation(db, userId, knownId)) throw emailExists()
  await mailToOtherOrganisation(context, db, { userId, email })
  await recordEvent(db, { type: 'user.invited', userId, client })
}

/** What mailing an invitation takes. */
export type InvitationMails = {
  config: Pick<AuthContext['config'], 'publicUrl'>
  secrets: Pick<AuthContext['secrets'], 'serverSecret'>
  mail: Pick<AuthContext['mail'], 'send'>
}

/** Tells somebody who has an account elsewhere that they are invited, and what they can do. */
export async function mailToOtherOrganisation(
  context: Pick<InvitationMails, 'config' | 'mail'>,
  db: Transaction,
  { userId, email }: Pick<MemberInvitation, 'userId' | 'email'>,
): Promise<void> {
  const { name, organisation } = await findInviter(db, userId)
  await context.mail.send(
    db,
    email,
    secondOrganisationMail({ url: `${context.config.publicUrl}/dashboard/team`, inviter: name, organisation }),
  )
}

type MailedInvitation = Pick<MemberInvitation, 'userId' | 'email' | 'fingerprint'> & {
  id: string
  /** Its name, where it is not that of who invites. */
  organisation?: string
  /** What the account is made with. */
  data?: Record<string, unknown>
  guestUntil?: Date | null
  /** Null: an invitation of a list, whose event is in the log already. */
  client: Client | null
}

/** Makes the account of who is invited, and mails its link. */
export async function mailInvitation(
  context: InvitationMails,
  db: Transaction,
  invitation: MailedInvitation,
): Promise<void> {
  const { id, userId, email, fingerprint, data = {}, guestUntil = null, client } = invitation
  const redirectTo = `${context.config.publicUrl}/login`
  const account = await accountFor(db, { kind: 'invite', email, data, passwordHash: null })
  const { secret } = await makeLink(context, db, {
    userId: account.id,
    kind: 'invite',
    to: email,
    redirectTo,
    challenge: undefined,
    lifeSeconds: LIFE_SECONDS,
    invitationId: id,
  })
  const inviter = await findInviter(db, userId)
  // In the fragment, which no server sees: not of the token's first use, and not in the log of a proxy.
  const parts = { token: secret, email, from: userId, by: inviter.email, key: fingerprint }
  const url = `${context.config.publicUrl}/join#${new URLSearchParams(parts).toString()}`
  const organisation = invitation.organisation ?? inviter.organisation
  const content = teamInvitationMail({ url, inviter: inviter.name, organisation, guestUntil })
  // Those of a list wait behind what somebody waits for.
  await context.mail.send(db, email, client ? content : { ...content, isBulk: true })
  if (client) await recordEvent(db, { type: 'user.invited', userId, client, details: { invited: account.id } })
}
