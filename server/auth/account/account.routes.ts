import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import { signInAnonymously } from './anonymous.service.ts'
import type { AuthContext } from '../context.ts'
import { deleteOwnAccount } from './delete-account.service.ts'
import { stopOwnEmailChange } from '../mail/email-change.service.ts'
import { signUpByPhone } from '../mail/phone.service.ts'
import { clientOf, flowOf, requireSignedIn } from '../request.ts'
import { deleteBody, parse, proofBody, signUpBody, updateBody } from '../schemas.ts'
import { proveAgain } from '../session/fresh-proof.service.ts'
import { signUp } from '../password/sign-up.service.ts'
import { readUser, updateUser } from './user.service.ts'
import { VAULT_KEYS_BYTES } from './vault-key-fields.ts'

type VaultFields = NonNullable<z.infer<typeof updateBody>['vault']>

function vaultOf({ kdf, password_wrap: password, recovery_wrap: recovery, ...keys }: VaultFields) {
  return { kdf, keys: { ...keys, wraps: { password: password ?? undefined, recovery } } }
}

/** Accounts: making, reading and changing them. */
export function accountRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/signup', async (request) => {
    const body = parse(signUpBody, request.body)
    const flow = flowOf(context, request, body)
    const data = body.data ?? {}
    const { email, phone, password } = body
    if (!email && !phone && !password) return signInAnonymously(context, { data, client: flow.client })
    if (!password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
    if (email) return signUp(context, { email, password, data, kdf: body.kdf ?? undefined, ...flow })
    if (phone) return signUpByPhone(context, { phone, password, data, client: flow.client })
    throw new AuthError(400, 'validation_failed', 'Signup requires an email or a phone number')
  })

  app.get('/user', async (request) => {
    const { userId } = await requireSignedIn(context, request, { evenHeld: true })
    return readUser(context, userId)
  })

  // The vault goes with it.
  app.delete('/user', async (request, reply) => {
    const signedIn = await requireSignedIn(context, request, { evenLacking: false })
    const { password } = parse(deleteBody, request.body)
    await deleteOwnAccount(context, { signedIn, password, client: clientOf(request) })
    return reply.code(204).send()
  })

  // `GET` mails the code.
  app.post('/reauthenticate', async (request, reply) => {
    const signedIn = await requireSignedIn(context, request, { evenHeld: true })
    const { current_password: currentPassword, nonce } = parse(proofBody, request.body)
    await proveAgain(context, { signedIn, currentPassword, nonce, client: clientOf(request) })
    return reply.code(204).send()
  })

  // Of a change that nobody has confirmed yet.
  app.delete('/user/email_change', async (request, reply) => {
    const { userId } = await requireSignedIn(context, request)
    await stopOwnEmailChange(context, userId, clientOf(request))
    return reply.code(204).send()
  })

  // With a new password may come a new account key, and everything that it wraps.
  app.put('/user', { bodyLimit: VAULT_KEYS_BYTES }, async (request) => {
    const signedIn = await requireSignedIn(context, request)
    const body = parse(updateBody, request.body)
    const changes = {
      email: body.email ?? undefined,
      phone: body.phone ?? undefined,
      password: body.password ?? undefined,
      currentPassword: body.current_password ?? undefined,
      nonce: body.nonce ?? undefined,
      data: body.data ?? undefined,
      vault: body.vault ? vaultOf(body.vault) : undefined,
    }
    return updateUser(context, { ...signedIn, changes, ...flowOf(context, request, body) })
  })
}
