import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { clientOf, requireSignedIn } from '../request.ts'
import { parse } from '../schemas.ts'
import { challenge } from './challenge.service.ts'
import { enrol, unenrol } from './enrol.service.ts'
import { challengeBody, enrolBody, idIn, recoveryBody, recoveryVerifyBody, verifyBody } from './mfa.schemas.ts'
import {
  countRecoveryCodes,
  createRecoveryCodes,
  dropRecoveryCodes,
  renewRecoveryCodes,
  verifyRecoveryCode,
} from './recovery-codes.service.ts'
import { type Proof, verifyFactor } from './verify-factor.service.ts'

/** Second factors of the signed-in user, and the recovery codes that stand in for them. */
export function mfaRoutes(app: FastifyInstance, context: AuthContext): void {
  const whoAsks = async (request: FastifyRequest, options?: { evenHeld: boolean }) => ({
    signedIn: await requireSignedIn(context, request, options),
    client: clientOf(request),
  })
  const factorIn = (request: FastifyRequest) => idIn(request.params, 'factor_id')

  app.post('/factors', async (request) => {
    const who = await whoAsks(request)
    return enrol(context, { ...who, enrolment: parse(enrolBody, request.body) })
  })
  app.post('/factors/:factor_id/challenge', async (request) => {
    const who = await whoAsks(request, { evenHeld: true })
    parse(challengeBody, request.body)
    return challenge(context, { ...who, factorId: factorIn(request) })
  })
  app.post('/factors/:factor_id/verify', async (request) => {
    const who = await whoAsks(request, { evenHeld: true })
    const factorId = factorIn(request)
    const { challenge_id: challengeId, ...body } = parse(verifyBody, request.body)
    return verifyFactor(context, { ...who, factorId, challengeId, proof: proofIn(body) })
  })
  app.delete('/factors/:factor_id', async (request) => {
    const who = await whoAsks(request)
    const factorId = factorIn(request)
    await unenrol(context, { ...who, factorId })
    return { id: factorId }
  })

  app.get('/factors/recovery-codes', async (request) =>
    countRecoveryCodes(context, await requireSignedIn(context, request)),
  )
  app.post('/factors/recovery-codes', async (request) => {
    const who = await whoAsks(request)
    return createRecoveryCodes(context, {
      ...who,
      friendlyName: parse(recoveryBody, request.body).friendly_name,
    })
  })
  app.delete('/factors/recovery-codes', async (request) => dropRecoveryCodes(context, await whoAsks(request)))
  app.post('/factors/recovery-codes/regenerate', async (request) => renewRecoveryCodes(context, await whoAsks(request)))
  app.post('/factors/recovery-codes/verify', async (request) => {
    const who = await whoAsks(request, { evenHeld: true })
    return verifyRecoveryCode(context, { ...who, code: parse(recoveryVerifyBody, request.body).code ?? '' })
  })
}

type ProofFields = {
  code?: string | null | undefined
  webauthn?: { type: 'create' | 'request'; credential_response?: unknown } | null | undefined
}

function proofIn({ code, webauthn }: ProofFields): Proof {
  if (webauthn) return { ceremony: webauthn.type, credential: webauthn.credential_response }
  if (code) return { code }
  throw invalid('A code or a webauthn response is required')
}
