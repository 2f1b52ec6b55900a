import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AuthError } from './auth-error.ts'
import type { AuthContext } from './context.ts'
import { mailMagicLink } from './magic-link.service.ts'
import { recover, resend, sendReauthenticationCode } from './recovery.service.ts'
import { clientOf, redirectOf, requireSignedIn } from './request.ts'
import { challengeOf, otpBody, parse, recoverBody, resendBody, signUpBody, updateBody } from './schemas.ts'
import { signUp } from './sign-up.service.ts'
import { readUser, updateUser } from './user.service.ts'

/** Accounts: making, reading and changing them. */
export function accountRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/signup', async (request) => {
    const body = parse(signUpBody, request.body)
    const { email, password } = requireEmailAndPassword(body)
    return signUp(context, {
      email,
      password,
      data: body.data ?? {},
      kdf: body.kdf ?? undefined,
      challenge: challengeOf(body),
      redirectTo: redirectOf(context, request),
      client: clientOf(request),
    })
  })

  const sendMagicLink = async (request: FastifyRequest) => {
    const body = parse(otpBody, request.body)
    if (!body.email) throw new AuthError(400, 'phone_provider_disabled', 'Phone sign-ins are disabled')
    const flow = { challenge: challengeOf(body), redirectTo: redirectOf(context, request), client: clientOf(request) }
    await mailMagicLink(context, {
      email: body.email,
      data: body.data ?? {},
      mayCreate: body.create_user ?? true,
      ...flow,
    })
    return {}
  }
  app.post('/otp', sendMagicLink)
  app.post('/magiclink', sendMagicLink)

  app.post('/recover', async (request) => {
    const body = parse(recoverBody, request.body)
    const flow = { challenge: challengeOf(body), redirectTo: redirectOf(context, request), client: clientOf(request) }
    await recover(context, { email: body.email, ...flow })
    return {}
  })

  app.post('/resend', async (request) => {
    const body = parse(resendBody, request.body)
    const flow = { challenge: challengeOf(body), redirectTo: redirectOf(context, request), client: clientOf(request) }
    await resend(context, { type: body.type, email: body.email, ...flow })
    return {}
  })

  app.get('/user', async (request) => {
    const { userId } = await requireSignedIn(context, request)
    return readUser(context, userId)
  })

  app.put('/user', async (request) => {
    const signedIn = await requireSignedIn(context, request)
    const body = parse(updateBody, request.body)
    return updateUser(context, {
      ...signedIn,
      changes: {
        email: body.email ?? undefined,
        password: body.password ?? undefined,
        currentPassword: body.current_password ?? undefined,
        nonce: body.nonce ?? undefined,
        data: body.data ?? undefined,
        vault: body.vault ? { kdf: body.vault.kdf, passwordWrap: body.vault.password_wrap ?? undefined } : undefined,
      },
      challenge: challengeOf(body),
      redirectTo: redirectOf(context, request),
      client: clientOf(request),
    })
  })

  app.get('/reauthenticate', async (request) => {
    const { userId } = await requireSignedIn(context, request)
    await sendReauthenticationCode(context, userId, clientOf(request))
    return {}
  })
}

function requireEmailAndPassword(body: {
  email?: string | undefined
  phone?: string | undefined
  password?: string | undefined
}): {
  email: string
  password: string
} {
  const { email, phone, password } = body
  if (!email && phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (!email) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (!password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
  return { email, password }
}
