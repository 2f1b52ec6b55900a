import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { mailMagicLink } from './magic-link.service.ts'
import { resendCode, sendSignInCode } from './phone.service.ts'
import { recover, resend, sendReauthenticationCode } from './recovery.service.ts'
import { clientOf, flowOf, requireSignedIn } from '../request.ts'
import { otpBody, parse, recoverBody, resendBody } from '../schemas.ts'

/** Requests whose answer is a mail. They say `{}` whether one is sent or not. */
export function mailedRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/recover', async (request) => {
    const body = parse(recoverBody, request.body)
    await recover(context, { email: body.email, ...flowOf(context, request, body) })
    return {}
  })

  app.post('/resend', async (request) => {
    const body = parse(resendBody, request.body)
    if ('phone' in body) return resendCode(context, { type: body.type, phone: body.phone, client: clientOf(request) })
    await resend(context, { type: body.type, email: body.email, ...flowOf(context, request, body) })
    return {}
  })

  const sendMagicLink = async (request: FastifyRequest) => {
    const body = parse(otpBody, request.body)
    const { email, phone } = body
    const options = { data: body.data ?? {}, mayCreate: body.create_user ?? true }
    if (phone && !email) return sendSignInCode(context, { phone, ...options, client: clientOf(request) })
    if (!email) throw new AuthError(400, 'validation_failed', 'One of email or phone must be set')
    await mailMagicLink(context, { email, ...options, ...flowOf(context, request, body) })
    return {}
  }
  app.post('/otp', sendMagicLink)
  app.post('/magiclink', sendMagicLink)

  app.get('/reauthenticate', async (request) => {
    const signedIn = await requireSignedIn(context, request, { evenHeld: true })
    await sendReauthenticationCode(context, signedIn, clientOf(request))
    return {}
  })
}
