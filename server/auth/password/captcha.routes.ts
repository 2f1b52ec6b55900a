import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CAPTCHA_HEADER } from '#contract/captcha.ts'
import { type Captcha, notePaid } from './captcha.ts'
import type { AuthContext } from '../context.ts'

/** What robots would try: making accounts, guessing passwords, having mail sent. */
const PROTECTED = new Set(['/signup', '/otp', '/magiclink', '/recover', '/resend', '/sso'])
const tokenShape = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish() })

/**
 * Hands out challenges. Their solutions are asked for where the operator has switched that on; elsewhere they buy a try when others
 * have used up those of an account.
 */
export function captchaRoutes(app: FastifyInstance, { captcha, config }: AuthContext): void {
  app.get('/captcha', async () => captcha.challenge())
  app.addHook('preHandler', async (request: FastifyRequest) => {
    if (request.routeOptions.url === `${app.prefix}/reauthenticate`) return payForCode(captcha, request)
    if (request.method !== 'POST' || !isProtected(request, app.prefix)) return
    const parsed = tokenShape.safeParse(request.body)
    const token = parsed.data?.gotrue_meta_security?.captcha_token ?? undefined
    if (config.captcha) await captcha.require(token)
    // A program that moved here may still send the token of another service: it buys nothing, and nothing is refused for it.
    else if (token === undefined || !(await captcha.accepts(token))) return
    notePaid(request)
  })
}

/** Who signed in buys a code that others have used up; a request without a body says it in a header. Nobody has to. */
async function payForCode(captcha: Captcha, request: FastifyRequest): Promise<void> {
  const token = request.headers[CAPTCHA_HEADER]
  if (request.method !== 'GET' || typeof token !== 'string') return
  await captcha.require(token)
  notePaid(request)
}

// By the route and the query that were understood: the address itself has many spellings, such as `/sign%75p`.
function isProtected({ routeOptions: { url = '' }, query }: FastifyRequest, prefix: string): boolean {
  const route = url.slice(prefix.length)
  return PROTECTED.has(route) || (route === '/token' && (query as { grant_type?: unknown }).grant_type === 'password')
}
