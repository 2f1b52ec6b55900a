import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError } from './auth-error.ts'
import type { AuthContext } from './context.ts'

/** What robots would try: making accounts, guessing passwords, having mail sent. */
const PROTECTED = new Set(['/signup', '/otp', '/magiclink', '/recover', '/resend', '/sso'])
const tokenShape = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish() })

/** Hands out challenges and asks for their solutions, where the operator has switched that on. */
export function captchaRoutes(app: FastifyInstance, { captcha }: AuthContext): void {
  app.get('/captcha', async () => {
    if (!captcha) throw new AuthError(404, 'not_found', 'Captcha protection is off')
    return captcha.challenge()
  })
  if (!captcha) return
  app.addHook('preHandler', async (request: FastifyRequest) => {
    if (request.method !== 'POST' || !isProtected(request, app.prefix)) return
    const parsed = tokenShape.safeParse(request.body)
    await captcha.require(parsed.success ? (parsed.data.gotrue_meta_security?.captcha_token ?? undefined) : undefined)
  })
}

// By the route and the query that were understood: the address itself has many spellings, such as `/sign%75p`.
function isProtected({ routeOptions: { url = '' }, query }: FastifyRequest, prefix: string): boolean {
  const route = url.slice(prefix.length)
  return PROTECTED.has(route) || (route === '/token' && (query as { grant_type?: unknown }).grant_type === 'password')
}
