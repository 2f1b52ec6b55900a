import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { AuthError } from './auth-error.ts'
import type { AuthContext } from './context.ts'
import { flowOf, requireSignedIn } from './request.ts'
import { parse, signUpBody, updateBody } from './schemas.ts'
import { signUp } from './sign-up.service.ts'
import { readUser, updateUser } from './user.service.ts'

/** Accounts: making, reading and changing them. */
export function accountRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/signup', async (request) => {
    const body = parse(signUpBody, request.body)
    const { email, password } = requireEmailAndPassword(body)
    const flow = flowOf(context, request, body)
    return signUp(context, { email, password, data: body.data ?? {}, kdf: body.kdf ?? undefined, ...flow })
  })

  app.get('/user', async (request) => {
    const { userId } = await requireSignedIn(context, request)
    return readUser(context, userId)
  })

  app.put('/user', async (request) => {
    const signedIn = await requireSignedIn(context, request)
    const body = parse(updateBody, request.body)
    const changes = {
      email: body.email ?? undefined,
      password: body.password ?? undefined,
      currentPassword: body.current_password ?? undefined,
      nonce: body.nonce ?? undefined,
      data: body.data ?? undefined,
      vault: body.vault ? { kdf: body.vault.kdf, passwordWrap: body.vault.password_wrap ?? undefined } : undefined,
    }
    return updateUser(context, { ...signedIn, changes, ...flowOf(context, request, body) })
  })
}

function requireEmailAndPassword({ email, phone, password }: z.output<typeof signUpBody>): {
  email: string
  password: string
} {
  if (!email && phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (!email) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (!password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
  return { email, password }
}
