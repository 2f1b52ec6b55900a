import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { BrowserCookie } from '../external/browser-cookie.ts'
import { clientOf, requireSignedIn } from '../request.ts'
import { removeIdentity, requireMayLink, requireMayUnlink } from './identities.service.ts'
import { readAuthorize } from './oauth.routes.ts'
import { beginOAuth } from './oauth.service.ts'

/** Adding external identities to one's account and taking them away. */
export function identitiesRoutes(app: FastifyInstance, context: AuthContext): void {
  const cookie = new BrowserCookie(context.config.publicUrl)

  app.get('/user/identities/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const signedIn = await requireSignedIn(context, request)
    const { userId } = signedIn
    await requireMayLink(context, signedIn)
    await context.limits.take('changeByUser', userId)
    const parameters = readAuthorize(context, request, cookie.mark(request, reply))
    const { href: url } = await beginOAuth(context, { ...parameters, link: signedIn })
    const { skip_http_redirect: skips } = request.query as Record<string, unknown>
    return skips === 'true' ? { url } : reply.redirect(url, 302)
  })

  app.delete('/user/identities/:id', async (request) => {
    const signedIn = await requireSignedIn(context, request)
    const { userId } = signedIn
    const { id } = request.params as { id: string }
    await requireMayUnlink(context, signedIn, id)
    if (!z.uuid().safeParse(id).success) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
    await removeIdentity(context, { userId, identityId: id, client: clientOf(request) })
    return {}
  })
}
