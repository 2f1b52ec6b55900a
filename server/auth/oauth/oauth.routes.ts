import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { asAuthError, AuthError, invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { BrowserCookie } from '../external/browser-cookie.ts'
import { failureTarget, successTarget } from '../external/callback-target.ts'
import { clientOf, redirectOf } from '../request.ts'
import { challengeFields, challengeOf, parse } from '../schemas.ts'
import { beginOAuth, finishOAuth, type OAuthRequest, takeOAuthState } from './oauth.service.ts'

const LONGEST_PARAMETER = 1024

const authorizeQuery = z.object({
  provider: z.string('Unsupported provider: missing').min(1, 'Unsupported provider: missing').max(64),
  scopes: z.string().max(LONGEST_PARAMETER).default(''),
  ...challengeFields,
})

/** What we set ourselves, what would undo it, and what was meant for us. Anything else goes to the provider as it is. */
const RESERVED = new Set(
  `apikey claims_locales client_assertion client_assertion_type client_id client_secret code_challenge
   code_challenge_method gotrue_meta_security id_token_hint nonce provider redirect_to redirect_uri registration request
   request_uri response_mode response_type scope scopes skip_http_redirect state`.split(/\s+/),
)

/** Sign-in at external providers: the way there and the way back. */
export function oauthRoutes(app: FastifyInstance, context: AuthContext): void {
  const cookie = new BrowserCookie(context.config.publicUrl)

  app.get('/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    await context.limits.take('externalByAddress', clientOf(request).ip)
    const parameters = readAuthorize(context, request, cookie.mark(request, reply))
    try {
      return await reply.redirect((await beginOAuth(context, parameters)).href, 302)
    } catch (error) {
      // A person would be left on a page of JSON, for instance when the provider cannot be reached.
      if (!request.headers.accept?.includes('text/html')) throw error
      return reply.redirect(failureTarget(parameters.redirectTo, explain(error, request), 'server_error'), 302)
    }
  })

  app.get('/callback', { exposeHeadRoute: false }, (request, reply) => callback(context, cookie, request, reply))

  // Apple posts from its own site, where a Lax cookie stays behind; the navigation that follows carries it.
  app.post('/callback', async (request, reply) => {
    const fields = z.record(z.string(), z.string()).catch({}).parse(request.body)
    return reply.redirect(`${context.providers.callbackUrl}?${new URLSearchParams(fields).toString()}`, 303)
  })
}

/** Reads what a client asks of a provider. @throws {AuthError} `validation_failed` */
export function readAuthorize(context: AuthContext, request: FastifyRequest, browserHash: Buffer): OAuthRequest {
  const query = parse(authorizeQuery, request.query)
  return {
    provider: query.provider,
    redirectTo: redirectOf(context, request),
    challenge: challengeOf(query),
    scopes: query.scopes.split(/[\s,]+/).filter(Boolean),
    extra: readExtra(request.query as Record<string, unknown>),
    browserHash,
    link: undefined,
  }
}

function readExtra(query: Record<string, unknown>): Record<string, string> {
  const extra: Record<string, string> = {}
  for (const [name, value] of Object.entries(query)) {
    if (RESERVED.has(name)) continue
    if (typeof value !== 'string' || value.length > LONGEST_PARAMETER || !/^[\w.-]{1,64}$/.test(name)) {
      throw invalid('A parameter for the provider is malformed or given twice')
    }
    extra[name] = value
  }
  return extra
}

async function callback(
  context: AuthContext,
  cookie: BrowserCookie,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const client = clientOf(request)
  await context.limits.take('externalByAddress', client.ip)
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '')
  const state = query.get('state')
  // Refusals up to here are plain answers: without a state there is no trusted place to send the browser to.
  const flow = await takeOAuthState(context, state, (hash) => cookie.isMarked(request, hash))

  const refusal = query.get('error')
  if (refusal) return reply.redirect(refusedTarget(flow.redirect_to, refusal, query.get('error_description')), 302)
  try {
    const outcome = await finishOAuth(context, { flow, state: state ?? '', query, client })
    return reply.redirect(successTarget(flow.redirect_to, outcome), 302)
  } catch (error) {
    return reply.redirect(failureTarget(flow.redirect_to, explain(error, request)), 302)
  }
}

function refusedTarget(redirectTo: string, refusal: string, description: string | null): string {
  const code = /^[a-z_]{1,64}$/.test(refusal) ? refusal : 'server_error'
  const text = description?.slice(0, 300) ?? 'The provider refused the sign-in'
  return failureTarget(redirectTo, new AuthError(400, 'bad_oauth_callback', text), code)
}

/** What the browser may learn of a failure. The rest is logged, without the answers of the provider: they carry tokens. */
function explain(error: unknown, request: FastifyRequest): AuthError {
  const known = error instanceof Error ? asAuthError(error) : undefined
  if (known && known.code !== 'unexpected_failure') return known
  const { name, code, message } = error as Error & { code?: unknown }
  request.log.warn({ name, code, reason: message }, 'external sign-in failed')
  return new AuthError(500, 'unexpected_failure', 'The answer of the provider could not be used')
}
