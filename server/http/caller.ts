import { type KeyObject, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AccessTokens } from '#server/auth/session/access-token.ts'
import type { Claims } from '#server/http/claims.ts'
import { FormerProject } from '#server/auth/session/former-project.ts'
import { LiveSessions, type Verdict } from '#server/auth/session/live-sessions.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import type { Caller, Database } from '#server/db/database.ts'
import { noteCaller } from '#server/db/written-events.ts'
import { withEntry } from './entries.ts'
import { Refusal } from './refusal.ts'
import { hashOf, type Secrets } from '#server/secrets.ts'

export type CallerErrorCode = 'invalid_jwt' | 'jwt_expired' | 'session_ended' | 'bad_api_key' | WaitingCode

/** The session is good, and gets nothing of the vault before its person shows more. */
export type WaitingCode = 'step_up_required' | 'sign_in_way_required' | 'second_factor_required'

/** The request names a caller that cannot be, or may do nothing now. Each service presents it in its own error shape. */
export class CallerError extends Refusal<CallerErrorCode> {
  override readonly name = 'CallerError'

  constructor(code: CallerErrorCode, message: string) {
    super(isWaiting(code) ? 403 : 401, code, message)
  }
}

/** Whether a refusal is about what the person still has to show, and not about who they are. */
export const isWaiting = (code: CallerErrorCode): code is WaitingCode =>
  code === 'step_up_required' || code === 'sign_in_way_required' || code === 'second_factor_required'

/** Something unusual was noticed about the session: it gets nothing of the vault until its person proves who they are (docs/threats.md). */
export const stepUpRequired = (): CallerError =>
  new CallerError('step_up_required', 'Something unusual was noticed: confirm that it is you')

/** The organisation requires a second factor (docs/threats.md), and the session has shown none. */
export const secondFactorRequired = (
  message = 'Your organisation requires a second factor: set one up, or use it',
): CallerError => new CallerError('second_factor_required', message)

/** The organisation takes some ways to sign in alone (docs/policies.md), and the session was opened by another. */
export const signInWayRequired = (
  message = 'Your organisation takes other ways to sign in: sign in by a passkey or an identity provider, as it requires',
): CallerError => new CallerError('sign_in_way_required', message)

/** Calls that are served all the same: what a person needs to prove who they are, and what sets up a second factor or a way to sign in. */
type Even = { evenHeld?: boolean; evenLacking?: boolean }

/** Says who sent a request. One per process: it remembers verified tokens and live sessions. */
export type Callers = {
  /**
   * The caller of `request`, with its method, path and headers for policies and triggers.
   * @throws {CallerError}
   */
  callerOf: (request: FastifyRequest) => Promise<Caller>
  /** The caller that `headers` name, without the request's own facts. @throws {CallerError} */
  resolve: (headers: IncomingHttpHeaders) => Promise<Caller>
  /**
   * The account whose token was verified a while ago and whose session was not found to have ended, or the secret key; nothing is verified
   * now. It says who may be served first, and
   * gives no right to anything.
   */
  rememberedSubject: (headers: IncomingHttpHeaders) => string | undefined
  /**
   * The claims of a user's access token whose session is alive.
   * @throws {CallerError}
   */
  verifyUser: (token: string, options?: Even) => Promise<Claims & { session_id: string }>
  tokens: AccessTokens
  sessions: LiveSessions
}

export type CallerServices = {
  config: { publicUrl: string; jwtSecret: string | undefined; jwtPublicKeys: readonly KeyObject[] }
  secrets: Secrets
  database: Database
  clock?: Clock
}

/** Header names that carry credentials; they never reach SQL. */
const CREDENTIALS = new Set(['authorization', 'apikey', 'cookie', 'proxy-authorization', 'x-signature'])
/** Longer than our keys: nothing longer is hashed to find out. */
const MOST_KEY_LENGTH = 128
const JWT_FORM = /^[\w-]+\.[\w-]+\.[\w-]*$/

/** Makes the one judge of callers that auth, rest, storage and functions share. */
export function createCallers({ config, secrets, database, clock = systemClock }: CallerServices): Callers {
  const former = new FormerProject(config)
  const tokens = new AccessTokens(secrets, issuerOf(config.publicUrl), { former, clock })
  const sessions = new LiveSessions(database, clock)
  const origin = new URL(config.publicUrl).origin

  async function verifyToken(token: string): Promise<Claims> {
    const verified = await tokens.verify(token)
    if ('claims' in verified) return verified.claims
    if (verified.problem === 'expired') throw new CallerError('jwt_expired', 'JWT expired')
    throw new CallerError('invalid_jwt', 'invalid JWT: unable to verify its signature, issuer or audience')
  }

  async function requireSession(claims: Claims, even: Even = {}): Promise<Claims & { session_id: string }> {
    const { session_id } = claims
    requireStanding(await sessions.judge(claims), even)
    if (session_id === undefined) throw sessionEnded()
    noteCaller(claims.sub)
    return { ...claims, session_id }
  }

  async function resolve(headers: IncomingHttpHeaders): Promise<Caller> {
    const bearer = bearerOf(headers)
    // A signed-out supabase-js repeats the key as bearer: keys have no dots, so they never look like a token.
    if (bearer && JWT_FORM.test(bearer)) {
      const claims = await verifyToken(bearer)
      if (claims.role === 'authenticated') await requireSession(claims)
      if (claims.role === 'service_role') refuseInBrowser(headers)
      return { role: claims.role, claims }
    }
    const apikey = firstOf(headers.apikey)
    // Beside a good key it would go unnoticed, and its sender would believe to be signed in.
    if (bearer && apikey && bearer !== apikey && !isKey(secrets, bearer)) {
      throw new CallerError('invalid_jwt', 'invalid JWT: the bearer is neither a token nor a key')
    }
    const key = apikey ?? bearer
    // An API key of a project that moved here is a token too.
    if (former.isKnown && key && JWT_FORM.test(key)) {
      const claims = await verifyToken(key)
      if (claims.role === 'service_role') refuseInBrowser(headers)
      if (claims.role !== 'authenticated') return { role: claims.role, claims }
    }
    return resolveKey(headers, secrets, key, origin)
  }

  return {
    tokens,
    sessions,
    resolve,
    rememberedSubject: (headers) => rememberedSubject({ tokens, sessions, secrets }, headers),
    verifyUser: async (token, options) => requireSession(await verifyToken(token), options),
    callerOf: async (request) => ({
      ...(await withEntry(database, request, await resolve(request.headers))),
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '/',
      headers: withoutCredentials(request.headers),
    }),
  }
}

const sessionEnded = (): CallerError =>
  new CallerError('session_ended', 'Session from session_id claim in JWT does not exist')

/** @throws {CallerError} */
function requireStanding(verdict: Verdict, { evenHeld = false, evenLacking = false }: Even): void {
  if (verdict === 'outdated')
    throw new CallerError('jwt_expired', 'JWT is from before the second factor of its session')
  if (verdict === 'ended') throw sessionEnded()
  if (verdict === 'held' && !evenHeld) throw stepUpRequired()
  if (verdict === 'lacks_way' && !evenLacking) throw signInWayRequired()
  if (verdict === 'lacks_factor' && !evenLacking) throw secondFactorRequired()
}

function rememberedSubject(
  { tokens, sessions, secrets }: Pick<Callers, 'tokens' | 'sessions'> & { secrets: Secrets },
  headers: IncomingHttpHeaders,
): string | undefined {
  const bearer = bearerOf(headers)
  const claims = bearer === undefined ? undefined : tokens.remembered(bearer)
  if (claims?.role === 'authenticated') {
    // Anybody gets as many anonymous accounts as they like.
    const isNobody = claims['is_anonymous'] === true || sessions.hasEnded(String(claims.session_id))
    return isNobody ? undefined : claims.sub
  }
  const key = firstOf(headers.apikey)
  const mayBeSecret = key !== undefined && key.length <= MOST_KEY_LENGTH
  return mayBeSecret && isSecretKey(secrets, key) ? 'service_role' : undefined
}

/** `iss` of our access tokens. */
export function issuerOf(publicUrl: string): string {
  return `${publicUrl}/auth/v1`
}

/** The token of an `Authorization: Bearer …` header. */
export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}

function isKey(secrets: Secrets, text: string): boolean {
  return secrets.publishableKeys.includes(text) || isSecretKey(secrets, text)
}

function isSecretKey({ publishableKeys, secretKeyHashes }: Secrets, text: string): boolean {
  if (publishableKeys.includes(text)) return false
  const hash = hashOf(text)
  return secretKeyHashes.some((known) => timingSafeEqual(known, hash))
}

function resolveKey(headers: IncomingHttpHeaders, secrets: Secrets, key: string | undefined, origin: string): Caller {
  if (!key) {
    // The publishable key adds no security, so our own pages and plain programs may leave it out.
    if (isForeignOrigin(headers, origin)) throw new CallerError('bad_api_key', 'No API key found in request')
    return { role: 'anon', claims: { role: 'anon' } }
  }
  if (secrets.publishableKeys.includes(key)) return { role: 'anon', claims: { role: 'anon' } }
  if (isKey(secrets, key)) {
    refuseInBrowser(headers)
    return { role: 'service_role', claims: { role: 'service_role' } }
  }
  throw new CallerError('bad_api_key', 'Invalid API key')
}

// Node's own fetch sends Sec-Fetch-Mode: cors; only browsers send Origin on API calls, or Sec-Fetch-Site at all.
function refuseInBrowser(headers: IncomingHttpHeaders): void {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) {
    throw new CallerError('bad_api_key', 'Forbidden use of secret API key in browser')
  }
}

/** Whether a page of another site sent this. */
export function isForeignOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  // HTTP/2 has no Host header but a pseudo-header in its place.
  const host = headers.host ?? headers[':authority']
  return headers.origin !== undefined && headers.origin !== origin && hostOf(headers.origin) !== host
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value || undefined
}

function withoutCredentials(headers: IncomingHttpHeaders): Record<string, string> {
  const remaining: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && !CREDENTIALS.has(name)) remaining[name] = value
  }
  return remaining
}
