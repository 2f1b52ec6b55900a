import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { SecretStore } from './secret-store/secret-store.ts'

/** Its name in the store of secrets. */
export const SIGNING_KEYS = 'signing-keys.json'

/** Algorithms of access tokens. Browsers verify the first two themselves; the third is for installations that look ahead. */
export const SIGNING_ALGORITHMS = ['ES256', 'RS256', 'ML-DSA-44'] as const
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number]

/** `iat` is when it was made, in seconds. */
export type PrivateJwk = JWK & { iat?: number }
export type SigningKey = { kid: string; algorithm: SigningAlgorithm; privateKey: CryptoKey }

/** Clients cache the list of keys for so long. */
const CACHED_SECONDS = 600
/** A retired key stays listed this long: the longest life of a token, and what clients cache. */
const RETIRED_SECONDS = 86_400 + CACHED_SECONDS
/** Nodes that share their keys read a new one within a few seconds, and they and all clients know it before the first one signs with it. */
const PUBLISHED_SECONDS = CACHED_SECONDS + 20

/** The text of a new key file. */
export async function newKeyFile(now = new Date()): Promise<string> {
  return JSON.stringify([await newPrivateJwk('ES256', now)], null, 2)
}

/** Reads a key file: an array of private JWKs, newest first. @throws {Error} saying what is wrong with it. */
export function parseKeyFile(text: string): [PrivateJwk, ...PrivateJwk[]] {
  const [first, ...rest] = JSON.parse(text) as PrivateJwk[]
  const isPrivate = ({ d, priv }: JWK & { priv?: unknown }) => d !== undefined || priv !== undefined
  if (!first?.kid || !isPrivate(first)) {
    throw new Error('secrets/signing-keys.json must be an array of private JWKs with a kid')
  }
  for (const key of [first, ...rest]) algorithmOf(key)
  return [first, ...rest]
}

/** @throws {Error} when the key is symmetric or has no `kid`. */
export async function importSigningKey(jwk: JWK): Promise<SigningKey> {
  const algorithm = algorithmOf(jwk)
  const privateKey = await importJWK(jwk, algorithm)
  if (privateKey instanceof Uint8Array || !jwk.kid) throw new Error('secrets/signing-keys.json holds a symmetric key')
  return { kid: jwk.kid, algorithm, privateKey }
}

/** What the world may know of a key, for the JWKS. */
export function publicHalf(jwk: JWK): JWK {
  const { kty, crv, x, y, n, e, kid, pub } = jwk as JWK & { pub?: string }
  const parts = { kty, crv, x, y, n, e, pub, kid, alg: algorithmOf(jwk), use: 'sig', key_ops: ['verify'] }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}

/**
 * Which of several keys signs where nodes share them: the newest that has been published for long enough. A first key signs at once.
 * @param now by the clock that made `iat`.
 */
export function signingJwk([newest, ...older]: readonly [PrivateJwk, ...PrivateJwk[]], now: Date): PrivateJwk {
  const isPublished = ({ iat }: PrivateJwk): boolean =>
    iat === undefined || now.getTime() / 1000 - iat >= PUBLISHED_SECONDS
  return [newest, ...older].find(isPublished) ?? older.at(-1) ?? newest
}

/**
 * Puts a new key in front of the others and drops keys that no token can carry any more.
 * @param options.now of the store, unless a test moves it.
 * @returns the new `kid` and how many keys are listed now.
 */
export async function rotateSigningKeys(
  store: SecretStore,
  { algorithm, ...options }: { algorithm: SigningAlgorithm; now?: Date },
): Promise<{ kid: string; listed: number }> {
  let result = { kid: '', listed: 0 }
  await store.replace(SIGNING_KEYS, async (text, storeNow) => {
    if (text === undefined) throw new Error('There are no keys yet: start the server once.')
    const now = options.now ?? storeNow
    const known = parseKeyFile(text)
    const fresh = await newPrivateJwk(algorithm, now)
    const nowSeconds = now.getTime() / 1000
    // A key was retired when the one before it in the list was made.
    const remaining = known.filter((_, index) => {
      const successor = index === 0 ? fresh : known[index - 1]
      return successor?.iat === undefined || nowSeconds - successor.iat < RETIRED_SECONDS
    })
    result = { kid: fresh.kid ?? '', listed: remaining.length + 1 }
    return JSON.stringify([fresh, ...remaining], null, 2)
  })
  return result
}

async function newPrivateJwk(algorithm: SigningAlgorithm, now: Date): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const metadata = { kid: randomUUID(), alg: algorithm, use: 'sig', iat: Math.floor(now.getTime() / 1000) }
  return { ...(await exportJWK(privateKey)), ...metadata }
}

function algorithmOf({ alg = 'ES256' }: JWK): SigningAlgorithm {
  const algorithm = SIGNING_ALGORITHMS.find((known) => known === alg)
  if (!algorithm)
    throw new Error(`secrets/signing-keys.json: the algorithm ${alg} is not one of ${SIGNING_ALGORITHMS.join(', ')}`)
  return algorithm
}
