import { createHash, timingSafeEqual } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Client } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { addIdentity, admitExternal, resolveExternalAccount } from '../external/external-account.service.ts'
import { openSession, type SessionAnswer } from '../session/sessions.service.ts'
import { openIdProfile } from './profile.ts'
import { isSafe } from './provider-settings.ts'
import type { Provider } from './providers.ts'

/** Never `none`, and no shared secrets. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const CLOCK_SECONDS = 30
const OLDEST_SECONDS = 3600

export type IdTokenGrant = {
  /** Name or issuer. */
  provider: string
  idToken: string
  /** As the app drew it; the token carries its SHA-256 in hexadecimal. */
  nonce: string | undefined
  /** A signed-in person who adds the identity instead. */
  linkUserId: string | undefined
  client: Client
}

/**
 * Signs in with an ID token that an app of the operator got from a provider.
 * @throws {AuthError} `invalid_credentials` for a token that is not good here, and the refusals of `enter` or `addIdentity`.
 */
export async function signInWithIdToken(context: AuthContext, grant: IdTokenGrant): Promise<SessionAnswer> {
  const provider = context.providers.requireOpenId(grant.provider)
  const claims = await verify(provider, grant.idToken)
  requireNonce(claims.nonce, grant.nonce)
  const identity = openIdProfile(provider.name, claims)
  const { client, linkUserId } = grant
  return admitExternal(context, { identity, client }, async (db) => {
    const user = linkUserId
      ? await addIdentity(context, db, { userId: linkUserId, identity, client })
      : await resolveExternalAccount(context, db, { identity, needsEmail: true, mayJoin: true, client })
    return openSession(context, db, { userId: user.id, method: 'oauth', provider: provider.name, client })
  })
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

function keysOf(url: string): ReturnType<typeof createRemoteJWKSet> {
  if (!isSafe(url)) throw new Error('the keys of the provider are not served by TLS')
  const known = keySets.get(url) ?? createRemoteJWKSet(new URL(url))
  keySets.set(url, known)
  return known
}

async function verify(provider: Provider, idToken: string): Promise<JWTPayload> {
  requireForm(idToken)
  const { issuer, jwks_uri: keys } = (await provider.configuration()).serverMetadata()
  if (!keys) throw new Error('the provider names no keys')
  try {
    const { payload } = await jwtVerify(idToken, keysOf(keys), {
      issuer,
      audience: provider.clientIds,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'iat', 'exp'],
      clockTolerance: CLOCK_SECONDS,
      maxTokenAge: OLDEST_SECONDS,
    })
    const { azp, aud } = payload
    // OpenID Connect Core 1.0 §3.1.3.7: a token for several says who asked for it.
    const asker = azp ?? (Array.isArray(aud) && aud.length > 1 ? null : undefined)
    if (asker !== undefined && !provider.clientIds.some((id) => id === asker)) throw refused('Unacceptable audience')
    return payload
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
      throw refused('Unacceptable audience')
    if (error instanceof errors.JWTExpired) throw refused('ID token has expired')
    if (error instanceof errors.JWKSTimeout) throw error
    if (error instanceof errors.JOSEError) throw refused('Bad ID token')
    throw error
  }
}

/** Before the provider is asked for anything: what is no ID token is refused whether it can be reached or not. */
function requireForm(idToken: string): void {
  try {
    const { alg = '' } = decodeProtectedHeader(idToken)
    decodeJwt(idToken)
    if (ALGORITHMS.includes(alg)) return
  } catch {
    // No token at all.
  }
  throw refused('Bad ID token')
}

function requireNonce(claimed: unknown, passed: string | undefined): void {
  if (claimed === undefined && !passed) return
  if (typeof claimed !== 'string' || !passed) {
    throw refused('Passed nonce and nonce in id_token should either both exist or not.')
  }
  const [a, b] = [Buffer.from(createHash('sha256').update(passed).digest('hex')), Buffer.from(claimed)]
  if (a.length !== b.length || !timingSafeEqual(a, b)) throw refused('Nonces mismatch')
}

const refused = (message: string) =>
  new AuthError(400, 'invalid_credentials', message, { oauthError: 'invalid_request' })
