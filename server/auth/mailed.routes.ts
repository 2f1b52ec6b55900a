import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AuthError } from './auth-error.ts'
import type { AuthContext } from './context.ts'
import { mailMagicLink } from './magic-link.service.ts'
import { recover, resend, sendReauthenticationCode } from './recovery.service.ts'
import { clientOf, flowOf, requireSignedIn } from './request.ts'
import { otpBody, parse, recoverBody, resendBody } from './schemas.ts'

/** Requests whose answer is a mail. They say `{}` whether one is sent or not. */
export function mailedRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/recover', async (request) => {
    const body = parse(recoverBody, request.body)
    await recover(context, { email: body.email, ...flowOf(context, request, body) })
    return {}
  })

  app.post('/resend', async (request) => {
    const body = parse(resendBody, request.body)
    await resend(context, { type: body.type, email: body.email, ...flowOf(context, request, body) })
    return {}
  })

  const sendMagicLink = async (request: FastifyRequest) => {
    const body = parse(otpBody, request.body)
    const { email, data, create_user: mayCreate } = body
    if (!email) throw new AuthError(400, 'phone_provider_disabled', 'Phone sign-ins are disabled')
    await mailMagicLink(context, {
      email,
      data: data ?? {},
      mayCreate: mayCreate ?? true,
      ...flowOf(context, request, body),
    })
    return {}
  }
  app.post('/otp', sendMagicLink)
  app.post('/magiclink', sendMagicLink)

  app.get('/reauthenticate', async (request) => {
    const { userId } = await requireSignedIn(context, request)
    await sendReauthenticationCode(context, userId, clientOf(request))
    return {}
  })
}
