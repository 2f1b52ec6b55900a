import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { friendlyName, idIn } from '../mfa/mfa.schemas.ts'
import { clientOf, requireSignedIn } from '../request.ts'
import { passkeyWrap } from '../account/vault-key-fields.ts'
import { parse, password } from '../schemas.ts'
import { letPasskeyOpen } from './opening-passkey.service.ts'
import { beginPasskeySignIn, finishPasskeySignIn } from './passkey-sign-in.service.ts'
import {
  beginRegistration,
  changePasskeyName,
  dropPasskey,
  finishRegistration,
  readPasskeys,
} from './passkeys.service.ts'

const answerBody = z.object({
  challenge_id: z.uuid('challenge_id must be an UUID'),
  // Read in full once its challenge is known to exist.
  credential: z.record(z.string(), z.unknown(), 'credential is required'),
})
const openingBody = z.object({
  credential_id: z
    .string()
    .regex(/^[\w-]+$/)
    .max(1400),
  wrapped_key: passkeyWrap,
  epoch: z.int().positive(),
  current_password: password.optional(),
  nonce: z.string().max(64).optional(),
})
const nameBody = z.object({ friendly_name: friendlyName })

/** Passkeys: making, using, naming and removing them. */
export function passkeyRoutes(app: FastifyInstance, context: AuthContext): void {
  const whoAsks = async (request: FastifyRequest) => ({
    signedIn: await requireSignedIn(context, request),
    client: clientOf(request),
  })
  const passkeyIn = (request: FastifyRequest) => idIn(request.params, 'passkey_id')

  app.post('/passkeys/registration/options', async (request) => beginRegistration(context, await whoAsks(request)))
  app.post('/passkeys/registration/verify', async (request) => {
    const who = await whoAsks(request)
    const { challenge_id: challengeId, credential } = parse(answerBody, request.body)
    return finishRegistration(context, { ...who, challengeId, credential })
  })

  app.post('/passkeys/authentication/options', async (request) => beginPasskeySignIn(context, clientOf(request)))
  app.post('/passkeys/authentication/verify', async (request) => {
    const { challenge_id: challengeId, credential } = parse(answerBody, request.body)
    return finishPasskeySignIn(context, { challengeId, credential, client: clientOf(request) })
  })

  app.post('/passkeys/opening', async (request) => {
    const signedIn = await requireSignedIn(context, request, { evenLacking: false })
    const { credential_id: id, wrapped_key: wrappedKey, epoch, ...proof } = parse(openingBody, request.body)
    return letPasskeyOpen(context, {
      signedIn,
      client: clientOf(request),
      credentialId: Buffer.from(id, 'base64url'),
      wrappedKey,
      epoch,
      currentPassword: proof.current_password,
      nonce: proof.nonce,
    })
  })

  app.get('/passkeys', async (request) => readPasskeys(context, await requireSignedIn(context, request)))
  app.patch('/passkeys/:passkey_id', async (request) => {
    const who = await whoAsks(request)
    const id = passkeyIn(request)
    return changePasskeyName(context, { ...who, id, friendlyName: parse(nameBody, request.body).friendly_name })
  })
  app.delete('/passkeys/:passkey_id', async (request, reply) => {
    await dropPasskey(context, { ...(await whoAsks(request)), id: passkeyIn(request) })
    return reply.code(204).send()
  })
}
