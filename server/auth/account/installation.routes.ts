import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { requireSignedIn } from '../request.ts'
import { parse } from '../schemas.ts'

const claimBody = z.object({ secret: z.string().min(1).max(100) })

/** `/installation/claim`: the signed-in person becomes the administrator of the installation, by the link that the server printed. */
export function installationRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/installation/claim', async (request, reply) => {
    const { userId } = await requireSignedIn(context, request)
    const { secret } = parse(claimBody, request.body)
    await context.limits.take('changeByUser', userId)
    const isClaimed = await context.database.asOwner((db) => context.installation.claimByLink(db, userId, secret))
    if (isClaimed) return reply.code(204).send()
    throw new AuthError(403, 'not_admin', 'This link is not valid, or this installation has its administrator already')
  })
}
