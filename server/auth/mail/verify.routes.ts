import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/http/refusal.ts'
import { invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { PKCE_PREFIX } from '../links/links.service.ts'
import { withFragment, withQuery } from './redirect.ts'
import { clientOf, redirectOf } from '../request.ts'
import { parse, verifyBody, verifyQuery } from '../schemas.ts'
import {
  isOpen,
  isPhoneType,
  type LinkType,
  OUTCOMES,
  verifyCode,
  verifyLink,
  type Verified,
} from './verify.service.ts'
import { VERIFY_STYLESHEET, verifyPage, verifyPagePolicy } from './verify-page.ts'
import { limitAddress } from '../account/account-limits.ts'

/** `/verify`: links and codes that were mailed. */
export function verifyRoutes(app: FastifyInstance, context: AuthContext): void {
  // The page for everybody, whatever `Accept` says: scanners and link previews ask for anything, and must use nothing up.
  app.get('/verify', async (request, reply) => {
    const link = { ...parse(verifyQuery, request.query), redirectTo: redirectOf(context, request) }
    return reply
      .header('content-security-policy', verifyPagePolicy(link.redirectTo, context.config.publicUrl))
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(verifyPage({ ...link, isOpen: await isOpen(context, link), action: '/auth/v1/verify' }))
  })

  app.get('/verify.css', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(VERIFY_STYLESHEET),
  )

  app.post('/verify', async (request, reply) => {
    if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      const { redirect_to: wanted } = request.body as { redirect_to?: string }
      const link = { ...parse(verifyQuery, request.body), redirectTo: context.redirectTo(wanted) }
      return followLink(context, link, request, reply)
    }
    await limitAddress(context, 'verifyByAddress', clientOf(request))
    return presentVerified(await verifyPosted(context, request))
  })
}

async function verifyPosted(context: AuthContext, request: FastifyRequest): Promise<Verified> {
  const { type, email, phone, token, token_hash: tokenHash } = parse(verifyBody, request.body)
  const client = clientOf(request)
  if (isPhoneType(type)) {
    if (token && phone && !tokenHash) return verifyCode(context, { type, sentTo: phone, code: token, client })
    throw invalid('Verify by SMS requires a token and a phone number')
  }
  if (tokenHash && !token && !email) return verifyLink(context, { type, token: tokenHash, client, asCode: false })
  if (token && email && !tokenHash) return verifyCode(context, { type, sentTo: email, code: token, client })
  throw invalid('Verify requires either a token and an email, or a token hash')
}

function presentVerified(verified: Verified): Record<string, unknown> {
  if ('outcome' in verified) return { msg: OUTCOMES[verified.outcome], code: '200' }
  return 'session' in verified ? verified.session : verified
}

type Link = { type: LinkType; token: string; redirectTo: string }

/** Uses the link and sends the browser on, with tokens or a code, or with the reason why not. */
async function followLink(
  context: AuthContext,
  link: Link,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const client = clientOf(request)
  try {
    await limitAddress(context, 'verifyByAddress', client)
    const verified = await verifyLink(context, { ...link, client, asCode: true })
    return reply.redirect(successTarget(link, verified), 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return reply.redirect(failureTarget(link, error), 303)
  }
}

function successTarget({ type, redirectTo }: Link, verified: Verified): string {
  if ('outcome' in verified) {
    const { outcome } = verified
    const fragment = { message: OUTCOMES[outcome], sb: '' }
    return withFragment(redirectTo, outcome === 'half-confirmed' ? fragment : { ...fragment, type })
  }
  if ('code' in verified) return withQuery(redirectTo, { code: verified.code })
  const { access_token, refresh_token, expires_in, expires_at } = verified.session
  return withFragment(redirectTo, {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    sb: '',
    token_type: 'bearer',
    type,
    ...(verified.needsPassword ? { needs_password: '1' } : {}),
  })
}

function failureTarget({ token, type, redirectTo }: Link, error: Refusal): string {
  const reason = { error: 'access_denied', error_code: error.code, error_description: error.message }
  const target = token.startsWith(PKCE_PREFIX) ? withQuery(redirectTo, reason) : redirectTo
  // Who is too late to stop a change of the address needs another answer than who lost a confirmation.
  const isStop = type === 'email_change_stop'
  return withFragment(target, { ...reason, ...(isStop ? { type } : {}), sb: '' })
}
