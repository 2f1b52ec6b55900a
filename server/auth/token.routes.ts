import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError, invalid, invalidCredentials } from './auth-error.ts'
import type { AuthContext } from './context.ts'
import { clientOf, requireSignedIn } from './request.ts'
import { requireMayLink } from './oauth/identities.service.ts'
import { signInWithIdToken } from './oauth/id-token.service.ts'
import { idTokenGrant, logoutQuery, parse, passwordGrant, pkceGrant, refreshGrant, web3Grant } from './schemas.ts'
import { endSessions, refreshSession, type SessionAnswer } from './session/sessions.service.ts'
import { exchangeCode, signInWithPassword } from './password/sign-in.service.ts'
import { requireWallets, signInWithWallet } from './web3/web3.service.ts'
import { limitAddress } from './account/account-limits.ts'

const grantQuery = z.object({ grant_type: z.string().default('') })

/** Sessions: starting, renewing and ending them. */
export function tokenRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/token', async (request) => {
    const { grant_type: grant } = parse(grantQuery, request.query)
    if (grant === 'password') return grantByPassword(context, request)
    if (grant === 'refresh_token') return grantByRefresh(context, request)
    if (grant === 'pkce') return grantByCode(context, request)
    if (grant === 'id_token') return grantByIdToken(context, request)
    if (grant === 'web3') return grantByWallet(context, request)
    throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  })

  app.post('/logout', async (request, reply) => {
    const { scope, unused } = parse(logoutQuery, request.query)
    // A session about which something was noticed may be the thief's: it ends itself, and not those of the owner.
    const signedIn = await requireSignedIn(context, request, { evenHeld: scope === 'local' })
    await endSessions(context, { ...signedIn, scope, isUnused: unused, client: clientOf(request) })
    return reply.code(204).send()
  })
}

function grantByPassword(context: AuthContext, request: FastifyRequest): Promise<SessionAnswer> {
  const { email, phone, password } = parse(passwordGrant, request.body)
  const client = clientOf(request)
  if (email) return signInWithPassword(context, { email, password, client })
  if (phone) return signInWithPassword(context, { phone, password, client })
  throw invalidCredentials()
}

async function grantByRefresh(context: AuthContext, request: FastifyRequest): Promise<SessionAnswer> {
  const client = clientOf(request)
  await limitAddress(context, 'refreshByAddress', client)
  return refreshSession(context, parse(refreshGrant, request.body).refresh_token, client)
}

async function grantByCode(context: AuthContext, request: FastifyRequest): Promise<SessionAnswer> {
  const client = clientOf(request)
  await limitAddress(context, 'verifyByAddress', client)
  const { auth_code: code, code_verifier: verifier } = parse(pkceGrant, request.body)
  if (!z.uuid().safeParse(code).success) {
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  }
  return exchangeCode(context, { code, verifier, client })
}

async function grantByIdToken(context: AuthContext, request: FastifyRequest): Promise<SessionAnswer> {
  const client = clientOf(request)
  await limitAddress(context, 'externalByAddress', client)
  const body = parse(idTokenGrant, request.body)
  const provider = body.provider ?? (body.client_id && body.issuer)
  if (!provider) throw invalid('provider or client_id and issuer required')
  let linkUserId: string | undefined
  if (body.link_identity) {
    const signedIn = await requireSignedIn(context, request)
    await requireMayLink(context, signedIn)
    linkUserId = signedIn.userId
  }
  return signInWithIdToken(context, {
    provider,
    idToken: body.id_token,
    nonce: body.nonce ?? undefined,
    linkUserId,
    client,
  })
}

async function grantByWallet(context: AuthContext, request: FastifyRequest): Promise<SessionAnswer> {
  requireWallets(context)
  const client = clientOf(request)
  await limitAddress(context, 'externalByAddress', client)
  return signInWithWallet(context, { ...parse(web3Grant, request.body), client })
}
