import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { asAuthError, AuthError, invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { BrowserCookie } from '../external/browser-cookie.ts'
import { failureTarget, successTarget } from '../external/callback-target.ts'
import { clientOf, redirectOf } from '../request.ts'
import { challengeFields, challengeOf, parse } from '../schemas.ts'
import { serviceProviderMetadata, serviceProviderOf } from './saml.ts'
import { beginSso, collectSession, findQuestion, requireSaml, requireSwitchedOn, takeAnswer } from './sso.service.ts'

const ssoBody = z.object({
  provider_id: z.uuid('provider_id must be an UUID').nullish(),
  domain: z.string().max(253).nullish(),
  redirect_to: z.string().max(2048).nullish(),
  skip_http_redirect: z.boolean().nullish(),
  ...challengeFields,
})
const acsBody = z.object({
  SAMLResponse: z.string('SAMLResponse is missing').min(1, 'SAMLResponse is missing'),
  RelayState: z.string().max(256).default(''),
})
const pickupQuery = z.object({ pickup: z.string().max(64) })

/** Sign-in at the identity provider of an organisation, by SAML 2.0. */
export function ssoRoutes(auth: FastifyInstance, context: AuthContext): void {
  auth.register(async (app) => {
    app.addHook('onRequest', async () => requireSwitchedOn(context))
    routesOf(app, context)
  })
}

function routesOf(app: FastifyInstance, context: AuthContext): void {
  const cookie = new BrowserCookie(context.config.publicUrl)
  const self = serviceProviderOf(context.config.publicUrl)

  app.post('/sso', async (request, reply) => {
    await context.limits.take('externalByAddress', clientOf(request).ip)
    const body = parse(ssoBody, request.body)
    const { provider_id: providerId, domain } = body
    if (Boolean(providerId) === Boolean(domain)) throw invalid('Provide either a provider_id or a domain')
    const url = await beginSso(context, {
      providerId: providerId ?? undefined,
      domain: domain ?? undefined,
      redirectTo: body.redirect_to ? context.redirectTo(body.redirect_to) : redirectOf(context, request),
      challenge: challengeOf(body),
      browserHash: cookie.mark(request, reply),
    })
    return body.skip_http_redirect ? { url } : reply.redirect(url, 303)
  })

  // Also before there is a provider: it is what the provider is set up with.
  app.get('/sso/saml/metadata', async (_request, reply) =>
    reply.type('application/samlmetadata+xml; charset=utf-8').send(await serviceProviderMetadata(self)),
  )

  app.post('/sso/saml/acs', (request, reply) => acceptAnswer(context, request, reply))

  app.get('/sso/saml/finish', { exposeHeadRoute: false }, async (request, reply) => {
    const { pickup } = parse(pickupQuery, request.query)
    const isBrowser = (hash: Buffer) => cookie.isMarked(request, hash)
    const { redirectTo, outcome } = await collectSession(context, { pickup, isBrowser, client: clientOf(request) })
    return reply.redirect(successTarget(redirectTo, outcome), 303)
  })
}

// [Note: two steps after SAML] The answer is posted from another site, where a Lax cookie stays behind. With a challenge the
// code is worth nothing in a browser without the verifier. Without one, the navigation to `finish` brings the cookie, so that
// nobody has a stranger's browser post an answer about themselves and work in their account.
async function acceptAnswer(context: AuthContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const client = clientOf(request)
  await context.limits.take('externalByAddress', client.ip)
  await requireSaml(context)
  const { SAMLResponse: samlResponse, RelayState: relayState } = parse(acsBody, request.body)
  const question = await findQuestion(context, relayState)
  try {
    const outcome = await takeAnswer(context, { request: question, samlResponse, client })
    const target =
      'code' in outcome
        ? successTarget(question.redirect_to, outcome)
        : `${context.config.publicUrl}/auth/v1/sso/saml/finish?${new URLSearchParams(outcome).toString()}`
    return reply.redirect(target, 303)
  } catch (error) {
    return reply.redirect(failureTarget(question.redirect_to, explain(error, request)), 303)
  }
}

// Messages of the library quote the answer, which names people.
function explain(error: unknown, request: FastifyRequest): AuthError {
  const known = error instanceof Error ? asAuthError(error) : undefined
  if (known && known.code !== 'unexpected_failure') return known
  request.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'SAML answer refused')
  return new AuthError(400, 'validation_failed', 'SAML Assertion is not valid')
}
