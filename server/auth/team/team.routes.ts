import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { TEAM_ROLES } from '#contract/permissions.ts'
import { AuthError, linkExpired } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { hashLinkToken } from '../links/links.service.ts'
import { clientOf, requireSignedIn } from '../request.ts'
import { email, parse } from '../schemas.ts'
import { inviteMember } from './invite-member.service.ts'
import { findInvitationByToken } from './team.sql.ts'
import { limitAddress } from '../account/account-limits.ts'

const invitationBody = z.object({
  email,
  role: z.enum(TEAM_ROLES),
  /** When the role ends. */
  until: z.iso.datetime().nullable().default(null),
  /** Until when they are a guest; null: a member. A guest has the role of a member. */
  guest_until: z.iso.datetime().nullable().default(null),
  /** The inviter's keys in short, as their browser says: it rides in the fragment of the mailed link. */
  fingerprint: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
})

const dayOf = (time: string | null): Date | null => (time === null ? null : new Date(time))

const tokenBody = z.object({ token: z.string().min(1).max(200) })

/** What an administrator of an organisation does that ends in a mail. The rest of the team page are functions in SQL. */
export function teamRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/team/invitations', async (request) => {
    const signedIn = await requireSignedIn(context, request, { evenLacking: false })
    const { until, guest_until: guestUntil, ...body } = parse(invitationBody, request.body)
    if (guestUntil !== null && (body.role !== 'member' || until !== null)) {
      throw new AuthError(409, 'guest_has_no_role', 'A guest has the role of a member, without an end of its own')
    }
    const ends = { until: dayOf(until), guestUntil: dayOf(guestUntil) }
    return { id: await inviteMember(context, { ...body, ...signedIn, ...ends, client: clientOf(request) }) }
  })
  // Who holds the link may know where it leads before accepting; what stands in the address, anybody could have written.
  app.post('/team/invitations/read', async (request) => {
    await limitAddress(context, 'verifyByAddress', clientOf(request))
    const { token } = parse(tokenBody, request.body)
    const found = await context.database.asOwner((db) => findInvitationByToken(db, hashLinkToken(token)))
    if (!found) throw linkExpired()
    return found
  })
}
