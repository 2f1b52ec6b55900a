import { createLocalJWKSet, errors, type JWK, jwtVerify, SignJWT } from 'jose'
import { type Clock, secondsOf, systemClock } from '#server/clock.ts'
import type { Secrets } from '#server/secrets.ts'
import { SIGNING_ALGORITHMS } from '#server/signing-keys.ts'
import type { Claims, Verification } from '../../http/claims.ts'
import type { FormerProject } from './former-project.ts'

const AUDIENCE = 'authenticated'
/** Verified tokens kept in memory. A token is about 900 bytes, so this is at most a few megabytes. */
const REMEMBERED_TOKENS = 4096

/** Signs and verifies access tokens of one issuer. */
export class AccessTokens {
  readonly #secrets: Secrets
  readonly #issuer: string
  #keys: KeySet
  readonly #verified = new Map<string, Claims>()
  readonly #former: FormerProject | undefined
  readonly #clock: Clock

  /** @param issuer the public address of auth/v1. @param former a project that moved here. */
  constructor(
    secrets: Secrets,
    issuer: string,
    { former, clock = systemClock }: { former?: FormerProject; clock?: Clock } = {},
  ) {
    this.#clock = clock
    this.#former = former
    this.#secrets = secrets
    this.#issuer = issuer
    this.#keys = keySet(secrets.publicKeys)
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
   * expiry is compared on every call. A new set of keys forgets them: they may be of a key that is no longer in it.
   */
  async verify(token: string): Promise<Verification> {
    const keys = this.#currentKeys()
    const known = this.#verified.get(token)
    if (known) return this.#fresh(token, known)
    const { ids, set } = keys
    const former = await this.#former?.verify(token, { ownKeyIds: ids, now: this.#now() })
    if (former) return former
    try {
      const { payload } = await jwtVerify(token, set, {
        algorithms: [...SIGNING_ALGORITHMS],
        issuer: this.#issuer,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'exp', 'role'],
        currentDate: this.#now(),
      })
      if (!hasRole(payload)) return { problem: 'invalid' }
      // Keys may have been replaced meanwhile.
      if (keys === this.#currentKeys()) this.#remember(token, payload)
      return { claims: payload }
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { problem: 'expired' }
      if (error instanceof errors.JOSEError) return { problem: 'invalid' }
      throw error
    }
  }

  /** The claims of a token that `verify` found good before and that has not expired. */
  remembered(token: string): Claims | undefined {
    this.#currentKeys()
    const claims = this.#verified.get(token)
    return claims && claims.exp > secondsOf(this.#clock) ? claims : undefined
  }

  /** Nodes that share their keys take new ones while they run. */
  #currentKeys(): KeySet {
    if (this.#keys.of !== this.#secrets.publicKeys) {
      this.#keys = keySet(this.#secrets.publicKeys)
      this.#verified.clear()
    }
    return this.#keys
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

type KeySet = { of: readonly JWK[]; set: ReturnType<typeof createLocalJWKSet>; ids: ReadonlySet<string> }

function keySet(keys: JWK[]): KeySet {
  return { of: keys, set: createLocalJWKSet({ keys }), ids: new Set(keys.flatMap(({ kid }) => kid ?? [])) }
}

function hasRole(payload: Record<string, unknown>): payload is Claims {
  return payload.role === 'authenticated' || payload.role === 'anon' || payload.role === 'service_role'
}
