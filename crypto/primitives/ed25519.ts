import { ed25519 } from '@noble/curves/ed25519.js'
import { type Bytes, concat, equalBytes, requireLength } from '../bytes.ts'
import { fromBase64Url, fromHex } from '../encoding.ts'
import { probe } from '../suites/probe.ts'

/** One signature scheme over raw bytes; private keys are 32-byte seeds. */
export type Ed25519 = {
  publicKey(seed: Uint8Array): Promise<Bytes>
  /** Prepares a private key. @returns what signs with it: 64 bytes. */
  signer(seed: Uint8Array): Promise<(message: Uint8Array) => Promise<Bytes>>
  /** Never throws: whatever is not a valid signature is `false`. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>
}

const ALGORITHM = { name: 'Ed25519' }
/** PKCS #8 in front of a raw seed. @see RFC 8410 §7 */
const PKCS8_PREFIX = fromHex('302e020100300506032b657004220420')

/** Ed25519, native where a probe passes. @param path for tests. @see RFC 8032 */
export async function ed25519Scheme(path?: 'native' | 'noble'): Promise<Ed25519> {
  return (path ?? ((await hasNativeEd25519()) ? 'native' : 'noble')) === 'native' ? native : noble
}

/** Whether the platform's Ed25519 gives the same bytes as the JavaScript one (signatures are deterministic). */
export function hasNativeEd25519(): Promise<boolean> {
  return probe('Ed25519', async () => {
    const seed = new Uint8Array(32).fill(7)
    const [candidate, reference] = [await native.signer(seed), await noble.signer(seed)]
    const signature = await candidate(seed)
    return (
      equalBytes(await native.publicKey(seed), await noble.publicKey(seed)) &&
      equalBytes(signature, await reference(seed)) &&
      native.verify(await noble.publicKey(seed), seed, signature)
    )
  })
}

const native: Ed25519 = {
  publicKey: async (seed) => {
    const jwk = await crypto.subtle.exportKey('jwk', await importSeed(seed, true))
    return fromBase64Url(jwk.x ?? '')
  },
  signer: async (seed) => {
    const key = await importSeed(seed, false)
    return async (message) => new Uint8Array(await crypto.subtle.sign(ALGORITHM, key, message as Bytes))
  },
  verify: async (publicKey, message, signature) => {
    if (publicKey.length !== 32 || signature.length !== 64) return false
    try {
      const key = await crypto.subtle.importKey('raw', publicKey as Bytes, ALGORITHM, false, ['verify'])
      return await crypto.subtle.verify(ALGORITHM, key, signature as Bytes, message as Bytes)
    } catch {
      // A public key that is no curve point: nothing verifies under it.
      return false
    }
  },
}

const noble: Ed25519 = {
  publicKey: async (seed) => {
    requireLength('seed', seed, 32)
    return new Uint8Array(ed25519.getPublicKey(seed))
  },
  signer: async (seed) => {
    requireLength('seed', seed, 32)
    return async (message) => new Uint8Array(ed25519.sign(message, seed))
  },
  verify: async (publicKey, message, signature) => {
    if (publicKey.length !== 32 || signature.length !== 64) return false
    try {
      // RFC 8032 rules rather than ZIP 215's, which accept encodings that the native path refuses.
      return ed25519.verify(signature, message, publicKey, { zip215: false })
    } catch {
      // As above: noble throws for a public key that is no curve point.
      return false
    }
  },
}

function importSeed(seed: Uint8Array, extractable: boolean): Promise<CryptoKey> {
  requireLength('seed', seed, 32)
  return crypto.subtle.importKey('pkcs8', concat(PKCS8_PREFIX, seed), ALGORITHM, extractable, ['sign'])
}
