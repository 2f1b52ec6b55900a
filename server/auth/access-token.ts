import { createLocalJWKSet, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { type Clock, secondsOf, systemClock } from '#server/clock.ts'
import type { Secrets } from '#server/secrets.ts'
import { SIGNING_ALGORITHMS } from '#server/signing-keys.ts'

const AUDIENCE = 'authenticated'
/** Verified tokens kept in memory. A token is about 900 bytes, so this is at most a few megabytes. */
const REMEMBERED_TOKENS = 4096

export type Claims = Record<string, unknown> & {
  sub: string
  role: 'anon' | 'authenticated' | 'service_role'
  session_id?: string
  /** Seconds since 1970. */
  exp: number
}

export type Verification = { claims: Claims } | { problem: 'invalid' | 'expired' }

/** Signs and verifies access tokens of one issuer. */
export class AccessTokens {
  readonly #secrets: Secrets
  readonly #issuer: string
  readonly #keys: ReturnType<typeof createLocalJWKSet>
  readonly #verified = new Map<string, Claims>()

  readonly #legacySecret: Uint8Array | undefined
  readonly #clock: Clock

  /**
   * @param issuer the public address of auth/v1.
   * @param legacySecret of a project that moved here: its JWT API keys go on working, its people sign in again.
   */
  constructor(secrets: Secrets, issuer: string, legacySecret?: string, clock: Clock = systemClock) {
    this.#clock = clock
    this.#legacySecret = legacySecret === undefined ? undefined : new TextEncoder().encode(legacySecret)
    this.#secrets = secrets
    this.#issuer = issuer
    this.#keys = createLocalJWKSet({ keys: secrets.publicKeys })
  }

  /** @param claims everything but `iss`, `aud`, `iat` and `exp`. */
  sign(claims: Record<string, unknown>, issuedAt: number, expiresAt: number): Promise<string> {
    const { kid, algorithm, privateKey } = this.#secrets.signingKey
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
      .setIssuer(this.#issuer)
      .setAudience(AUDIENCE)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(privateKey)
  }

  /**
   * Checks signature, algorithm, issuer, audience and expiry. A wrong token is an outcome, not an exception.
   *
   * A client sends the same token for an hour and ES256 costs 0.25 ms of CPU, so verified tokens are remembered; their
   * expiry is compared on every call.
   */
  async verify(token: string): Promise<Verification> {
    const known = this.#verified.get(token)
    if (known) return this.#fresh(token, known)
    if (this.#legacySecret && decodeAlgorithm(token) === 'HS256')
      return verifyLegacy(token, this.#legacySecret, this.#now())
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        algorithms: [...SIGNING_ALGORITHMS],
        issuer: this.#issuer,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'exp', 'role'],
        currentDate: this.#now(),
      })
      if (!hasRole(payload)) return { problem: 'invalid' }
      this.#remember(token, payload)
      return { claims: payload }
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { problem: 'expired' }
      if (error instanceof errors.JOSEError) return { problem: 'invalid' }
      throw error
    }
  }

  #now(): Date {
    return new Date(this.#clock.nowMs())
  }

  #fresh(token: string, claims: Claims): Verification {
    if (claims.exp > secondsOf(this.#clock)) return { claims }
    this.#verified.delete(token)
    return { problem: 'expired' }
  }

  #remember(token: string, claims: Claims): void {
    const oldest = this.#verified.keys().next()
    if (this.#verified.size >= REMEMBERED_TOKENS && !oldest.done) this.#verified.delete(oldest.value)
    this.#verified.set(token, claims)
  }
}

function decodeAlgorithm(token: string): unknown {
  try {
    return decodeProtectedHeader(token).alg
  } catch {
    // No token at all; the ordinary way says so.
    return undefined
  }
}

// An API key is a token of the role alone. A person's token from elsewhere names a session that is not here.
async function verifyLegacy(token: string, secret: Uint8Array, currentDate: Date): Promise<Verification> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'role'],
      currentDate,
    })
    if (payload.role !== 'anon' && payload.role !== 'service_role') return { problem: 'invalid' }
    return { claims: { ...payload, sub: '', role: payload.role, exp: payload.exp ?? 0 } }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { problem: 'expired' }
    if (error instanceof errors.JOSEError) return { problem: 'invalid' }
    throw error
  }
}

function hasRole(payload: Record<string, unknown>): payload is Claims {
  return payload.role === 'authenticated' || payload.role === 'anon' || payload.role === 'service_role'
}
