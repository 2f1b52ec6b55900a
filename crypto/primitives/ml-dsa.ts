import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js'
import { type Bytes, equalBytes, requireLength } from '../bytes.ts'
import { utf8 } from '../encoding.ts'
import { probe } from '../suites/probe.ts'
import { draw, type RandomSource, systemRandom } from './random.ts'
import { modernSubtle, publicKeyOfSeed } from './webcrypto.ts'

export type MlDsaLevel = 44 | 65 | 87

/** ML-DSA over raw bytes; private keys are 32-byte seeds. The context string is at most 255 bytes. */
export type MlDsa = {
  readonly publicKeyBytes: number
  readonly signatureBytes: number
  publicKey(seed: Uint8Array): Promise<Bytes>
  /** Expands a private key, which costs about as much as a signature. @returns what signs with it, hedged. */
  signer(seed: Uint8Array): Promise<MlDsaSigner>
  /** Never throws: whatever is not a valid signature is `false`. */
  verify(publicKey: Uint8Array, message: Uint8Array, context: Uint8Array, signature: Uint8Array): Promise<boolean>
}

/** @param random used by the JavaScript path only. */
type MlDsaSigner = (message: Uint8Array, context: Uint8Array, random: RandomSource) => Promise<Bytes>

const SEED_BYTES = 32
/** FIPS 204 table 2. */
const LEVELS = {
  44: { publicKeyBytes: 1312, signatureBytes: 2420, noble: ml_dsa44 },
  65: { publicKeyBytes: 1952, signatureBytes: 3309, noble: ml_dsa65 },
  87: { publicKeyBytes: 2592, signatureBytes: 4627, noble: ml_dsa87 },
} as const

/** ML-DSA, native where a probe passes. @param path for tests. @see FIPS 204 */
export async function mlDsa(level: MlDsaLevel, path?: 'native' | 'noble'): Promise<MlDsa> {
  return (path ?? ((await hasNativeMlDsa(level)) ? 'native' : 'noble')) === 'native' ? native(level) : noble(level)
}

/** Whether the platform's ML-DSA agrees with the JavaScript one, and really uses the context it is given. */
export function hasNativeMlDsa(level: MlDsaLevel): Promise<boolean> {
  return probe(`ML-DSA-${level}`, async () => {
    const [seed, context, other] = [draw(systemRandom, SEED_BYTES), utf8('qs1'), utf8('other')]
    const [candidate, reference] = [native(level), noble(level)]
    const publicKey = await candidate.publicKey(seed)
    const [signsNatively, signsInScript] = [await candidate.signer(seed), await reference.signer(seed)]
    const signature = await signsNatively(seed, context, systemRandom)
    const back = await signsInScript(seed, context, systemRandom)
    return (
      equalBytes(publicKey, await reference.publicKey(seed)) &&
      (await reference.verify(publicKey, seed, context, signature)) &&
      (await candidate.verify(publicKey, seed, context, back)) &&
      !(await candidate.verify(publicKey, seed, other, back))
    )
  })
}

function native(level: MlDsaLevel): MlDsa {
  const { publicKeyBytes, signatureBytes } = LEVELS[level]
  const name = `ML-DSA-${level}`

  return {
    publicKeyBytes,
    signatureBytes,
    publicKey: async (seed) => {
      requireLength('seed', seed, SEED_BYTES)
      return publicKeyOfSeed(name, seed, ['sign', 'verify'])
    },
    signer: async (seed) => {
      requireLength('seed', seed, SEED_BYTES)
      const key = await modernSubtle().importKey('raw-seed', seed, { name }, false, ['sign'])
      return async (message, context) => new Uint8Array(await modernSubtle().sign({ name, context }, key, message))
    },
    verify: async (publicKey, message, context, signature) => {
      if (publicKey.length !== publicKeyBytes || signature.length !== signatureBytes) return false
      try {
        const key = await modernSubtle().importKey('raw-public', publicKey, { name }, false, ['verify'])
        return await modernSubtle().verify({ name, context }, key, signature, message)
      } catch {
        // A context over 255 bytes or a key the platform refuses: nothing verifies.
        return false
      }
    },
  }
}

function noble(level: MlDsaLevel): MlDsa {
  const { publicKeyBytes, signatureBytes, noble } = LEVELS[level]

  return {
    publicKeyBytes,
    signatureBytes,
    publicKey: async (seed) => {
      requireLength('seed', seed, SEED_BYTES)
      return new Uint8Array(noble.keygen(seed).publicKey)
    },
    signer: async (seed) => {
      requireLength('seed', seed, SEED_BYTES)
      const { secretKey } = noble.keygen(seed)
      return async (message, context, random) =>
        new Uint8Array(noble.sign(message, secretKey, { context, extraEntropy: draw(random, 32) }))
    },
    verify: async (publicKey, message, context, signature) => {
      if (publicKey.length !== publicKeyBytes || signature.length !== signatureBytes) return false
      try {
        return noble.verify(signature, message, publicKey, { context })
      } catch {
        // As above: noble throws for a context over 255 bytes.
        return false
      }
    },
  }
}
