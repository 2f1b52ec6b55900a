import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'

/** Algorithms of access tokens. Browsers verify the first two themselves; the third is for installations that look ahead. */
export const SIGNING_ALGORITHMS = ['ES256', 'RS256', 'ML-DSA-44'] as const
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number]

export type SigningKey = { kid: string; algorithm: SigningAlgorithm; privateKey: CryptoKey }

/** A retired key stays listed this long: the longest life of a token, and the ten minutes that clients cache the list. */
const RETIRED_SECONDS = 86_400 + 600

/** The text of a new key file. */
export async function newKeyFile(now = new Date()): Promise<string> {
  return JSON.stringify([await newPrivateJwk('ES256', now)], null, 2)
}

/** Reads a key file: an array of private JWKs, newest first. @throws {Error} saying what is wrong with it. */
export function parseKeyFile(text: string): [JWK, ...JWK[]] {
  const [first, ...rest] = JSON.parse(text) as JWK[]
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
 * Puts a new key in front of the file and drops keys that no token can carry any more. The file is replaced in one step, so a
 * server that starts meanwhile reads the old or the new one.
 * @returns the new `kid` and how many keys are listed now.
 */
export async function rotateSigningKeys(
  dataDir: string,
  { algorithm, now = new Date() }: { algorithm: SigningAlgorithm; now?: Date },
): Promise<{ kid: string; listed: number }> {
  const file = path.join(dataDir, 'secrets', 'signing-keys.json')
  const known = parseKeyFile(await fs.readFile(file, 'utf8'))
  const fresh = await newPrivateJwk(algorithm, now)
  const nowSeconds = now.getTime() / 1000
  // A key was retired when the one before it in the list was made.
  const remaining = known.filter((_, index) => {
    const successor = (index === 0 ? fresh : known[index - 1]) as JWK & { iat?: number }
    return successor.iat === undefined || nowSeconds - successor.iat < RETIRED_SECONDS
  })
  const draft = `${file}.${randomUUID()}`
  await fs.writeFile(draft, `${JSON.stringify([fresh, ...remaining], null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  const owner = await fs.stat(file)
  await fs.chown(draft, owner.uid, owner.gid)
  await fs.rename(draft, file)
  return { kid: fresh.kid ?? '', listed: remaining.length + 1 }
}

async function newPrivateJwk(algorithm: SigningAlgorithm, now: Date): Promise<JWK> {
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
