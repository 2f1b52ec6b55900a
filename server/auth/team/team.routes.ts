import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { TEAM_ROLES } from '#contract/permissions.ts'
import type { AuthContext } from '../context.ts'
import { clientOf, requireSignedIn } from '../request.ts'
import { email, parse } from '../schemas.ts'
import { inviteMember } from './invite-member.service.ts'

const invitationBody = z.object({
  email,
  role: z.enum(TEAM_ROLES),
  /** The inviter's keys in short, as their browser says: it rides in the fragment of the mailed link. */
  fingerprint: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
})

/** What an administrator of an organisation does that ends in a mail. The rest of the team page are functions in SQL. */
export function teamRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/team/invitations', async (request) => {
    const signedIn = await requireSignedIn(context, request)
    const body = parse(invitationBody, request.body)
    return { id: await inviteMember(context, { ...body, ...signedIn, client: clientOf(request) }) }
  })
}
