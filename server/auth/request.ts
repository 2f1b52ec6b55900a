import type { FastifyRequest } from 'fastify'
import { bearerOf, CallerError } from '#server/http/caller.ts'
import { isFromOwnMachine } from '#server/http/own-machine.ts'
import type { Client } from './audit.ts'
import { AuthError, keptOut } from './auth-error.ts'
import { hasPaid } from './password/captcha.ts'
import type { AuthContext } from './context.ts'
import { deviceOf } from './session/device.ts'
import type { Challenge } from './links/pkce.ts'
import { type ChallengeFields, challengeOf } from './schemas.ts'

const LONGEST_USER_AGENT = 300

export type SignedIn = { userId: string; sessionId: string }

/**
 * The user whose token a request carries.
 * @param evenHeld for what a person needs to prove who they are, when something unusual was noticed about the session
 * @param evenLacking the account is theirs, and here they set up the second factor, or the way to sign in, that their organisation requires;
 *   only what is of the vault refuses
 * @throws {AuthError|CallerError} when there is none, or it is not valid
 */
export async function requireSignedIn(
  context: AuthContext,
  request: FastifyRequest,
  { evenHeld = false, evenLacking = true } = {},
): Promise<SignedIn> {
  const token = bearerOf(request.headers)
  if (!token || context.secrets.publishableKeys.includes(token)) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  const claims = await context.callers.verifyUser(token, { evenHeld, evenLacking }).catch(async (error: unknown) => {
    // Its sessions ended with the suspension: their people are told why.
    const ended = error instanceof CallerError && error.code === 'session_ended'
    const kept = ended ? await readKeptOut(context, token) : undefined
    throw kept?.is_of_suspended ? keptOut(kept.leaving_until) : error
  })
  return { userId: claims.sub, sessionId: claims.session_id }
}

type KeptOut = { is_of_suspended: boolean; leaving_until: Date | null }

async function readKeptOut({ callers, database }: AuthContext, token: string): Promise<KeptOut | undefined> {
  const verified = await callers.tokens.verify(token)
  if (!('claims' in verified)) return undefined
  const { rows } = await database.owner<KeptOut>(
    `select auth.is_of_suspended(u.id, u.banned_until) as is_of_suspended, auth.leaving_until(u.id) as leaving_until
     from auth.users u where u.id = $1 and u.deleted_at is null`,
    [verified.claims.sub],
  )
  return rows[0]
}

/** @throws {AuthError|CallerError} unless the request carries a secret key or a token of the service role. */
export async function requireAdmin(context: AuthContext, request: FastifyRequest): Promise<void> {
  const token = bearerOf(request.headers) ?? request.headers.apikey
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const { role } = await context.callers.resolve(request.headers)
  if (role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
}

/** Who sends, as far as events and sessions remember it. */
export function clientOf(request: FastifyRequest): Client {
  const [ip = ''] = request.ip.split('%')
  const userAgent = request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT)
  return {
    ip,
    userAgent,
    device: deviceOf(request),
    hasPaid: hasPaid(request),
    isOwnMachine: isFromOwnMachine(request),
  }
}

export type Flow = { challenge: Challenge | undefined; redirectTo: string; client: Client }

/** How a mailed link finds its way back, and who asks for it. @throws {AuthError} on half a challenge. */
export function flowOf(context: AuthContext, request: FastifyRequest, body: ChallengeFields): Flow {
  return { challenge: challengeOf(body), redirectTo: redirectOf(context, request), client: clientOf(request) }
}

/** `redirect_to` of the query or, as some clients send it, of the headers. */
export function redirectOf(context: AuthContext, request: FastifyRequest): string {
  const { redirect_to: inQuery } = request.query as Record<string, unknown>
  const inHeader = request.headers.redirect_to
  const wanted = typeof inQuery === 'string' && inQuery ? inQuery : inHeader
  return context.redirectTo(typeof wanted === 'string' ? wanted : undefined)
}
