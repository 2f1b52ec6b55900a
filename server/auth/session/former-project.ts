import { createPublicKey, type KeyObject } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Verification } from '../../http/claims.ts'

/** jose takes no shorter one. */
const LEAST_RSA_BITS = 2048
const jwk = z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string() })
const jwks = z.union([z.object({ keys: z.array(z.unknown()) }).transform(({ keys }) => keys), z.array(z.unknown())])

/**
 * Reads the public keys of a project elsewhere: PEM, or a JWK set, of which keys of other kinds are left out.
 * @throws {Error} when there is no RSA key of 2048 bits or more.
 */
export function readPublicKeys(text: string): KeyObject[] {
  const keys = text.trimStart().startsWith('-----') ? keysOfPem(text) : keysOfJwks(JSON.parse(text))
  const isGood = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) =>
    type === 'rsa' && (details?.modulusLength ?? 0) >= LEAST_RSA_BITS
  if (keys.length === 0 || !keys.every(isGood)) throw new Error('holds no RSA key of 2048 bits or more')
  return keys
}

function keysOfPem(text: string): KeyObject[] {
  const blocks = text.match(/-----BEGIN (RSA )?PUBLIC KEY-----[^-]+-----END (RSA )?PUBLIC KEY-----/g) ?? []
  return blocks.map((block) => createPublicKey(block))
}

function keysOfJwks(value: unknown): KeyObject[] {
  return jwks.parse(value).flatMap((one) => {
    const parsed = jwk.safeParse(one)
    return parsed.success ? [createPublicKey({ key: parsed.data, format: 'jwk' })] : []
  })
}

type FormerKeys = { jwtSecret: string | undefined; jwtPublicKeys: readonly KeyObject[] }

/**
 * Tokens of a project that moved here. Its API keys keep working; its people sign in again, because their tokens name sessions that
 * are not here.
 */
export class FormerProject {
  readonly #secret: Uint8Array | undefined
  readonly #publicKeys: readonly KeyObject[]
  /** Whether there was one. */
  readonly isKnown: boolean

  constructor({ jwtSecret, jwtPublicKeys }: FormerKeys) {
    this.#secret = jwtSecret === undefined ? undefined : new TextEncoder().encode(jwtSecret)
    this.#publicKeys = jwtPublicKeys
    this.isKnown = jwtSecret !== undefined || jwtPublicKeys.length > 0
  }

  /** @param ownKeyIds of our signing keys, which may be RSA as well. @returns undefined for a token that is not of that project's kind. */
  async verify(
    token: string,
    { ownKeyIds, now }: { ownKeyIds: ReadonlySet<string>; now: Date },
  ): Promise<Verification | undefined> {
    const { alg, kid } = headerOf(token)
    if (alg === 'HS256' && this.#secret) return verifyWith(token, { key: this.#secret, alg, now })
    if (alg !== 'RS256' || (kid !== undefined && ownKeyIds.has(kid)) || this.#publicKeys.length === 0) return undefined
    let refusal: Verification = { problem: 'invalid' }
    for (const key of this.#publicKeys) {
      const verified = await verifyWith(token, { key, alg, now })
      if ('claims' in verified) return verified
      if (verified.problem === 'expired') refusal = verified
    }
    return refusal
  }
}

function headerOf(token: string): { alg?: string; kid?: string } {
  try {
    return decodeProtectedHeader(token)
  } catch {
    // No token at all; the ordinary way says so.
    return {}
  }
}

async function verifyWith(
  token: string,
  { key, alg, now }: { key: Uint8Array | KeyObject; alg: string; now: Date },
): Promise<Verification> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [alg],
      requiredClaims: ['exp', 'role'],
      currentDate: now,
    })
    const { role, exp = 0 } = payload
    if (role !== 'anon' && role !== 'service_role') return { problem: 'invalid' }
    return { claims: { ...payload, sub: '', role, exp } }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { problem: 'expired' }
    if (error instanceof errors.JOSEError) return { problem: 'invalid' }
    throw error
  }
}
