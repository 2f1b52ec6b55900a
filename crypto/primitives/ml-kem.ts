import { ml_kem1024, ml_kem512, ml_kem768 } from '@noble/post-quantum/ml-kem.js'
import { equalBytes, requireLength } from '../bytes.ts'
import { CryptoError } from '../errors.ts'
import type { Kem } from './kem.ts'
import { probe } from '../suites/probe.ts'
import { draw, systemRandom } from './random.ts'
import { modernSubtle, publicKeyOfSeed } from './webcrypto.ts'

export type MlKemLevel = 512 | 768 | 1024

/** FIPS 203 table 3, and the ids of the HPKE registry. */
const LEVELS = {
  512: { id: 0x0040, publicKeyBytes: 800, encBytes: 768, noble: ml_kem512 },
  768: { id: 0x0041, publicKeyBytes: 1184, encBytes: 1088, noble: ml_kem768 },
  1024: { id: 0x0042, publicKeyBytes: 1568, encBytes: 1568, noble: ml_kem1024 },
} as const

const SEED_BYTES = 64
const MESSAGE_BYTES = 32

/**
 * ML-KEM, keys as 64-byte seeds (d, z).
 *
 * @param path chosen by a probe when absent; tests name it.
 * @see FIPS 203
 */
export async function mlKem(level: MlKemLevel, path?: 'native' | 'noble'): Promise<Kem> {
  const chosen = path ?? ((await hasNativeMlKem(level)) ? 'native' : 'noble')
  return chosen === 'native' ? nativeMlKem(level) : nobleMlKem(level)
}

/** Whether the platform's ML-KEM agrees with the JavaScript one in both directions. */
export function hasNativeMlKem(level: MlKemLevel): Promise<boolean> {
  return probe(`ML-KEM-${level}`, async () => {
    const native = nativeMlKem(level)
    return agree(native, nobleMlKem(level))
  })
}

/** Internal to this part: does `candidate` give the same keys as `reference` and open what it sealed, and back? */
export async function agree(candidate: Kem, reference: Kem): Promise<boolean> {
  const seed = draw(systemRandom, candidate.seedBytes)
  const publicKey = await candidate.publicKey(seed)
  if (!equalBytes(publicKey, await reference.publicKey(seed))) return false

  for (const [from, to] of [
    [candidate, reference],
    [reference, candidate],
  ] as const) {
    const { enc, sharedSecret } = await from.encapsulate(publicKey, systemRandom)
    if (!equalBytes(sharedSecret, await to.decapsulate(seed, enc))) return false
  }
  return true
}

function nativeMlKem(level: MlKemLevel): Kem {
  const { id, publicKeyBytes, encBytes } = LEVELS[level]
  const algorithm = { name: `ML-KEM-${level}` }

  return {
    id,
    seedBytes: SEED_BYTES,
    publicKeyBytes,
    encBytes,
    publicKey: async (seed) => {
      requireLength('seed', seed, SEED_BYTES)
      return publicKeyOfSeed(algorithm.name, seed, ['decapsulateBits', 'encapsulateBits'])
    },
    encapsulate: async (publicKey) => {
      requireLength('public key', publicKey, publicKeyBytes)
      return encapsulateNatively(algorithm, publicKey)
    },
    decapsulate: async (seed, enc) => {
      requireLength('seed', seed, SEED_BYTES)
      requireLength('enc', enc, encBytes)
      const key = await modernSubtle().importKey('raw-seed', seed, algorithm, false, ['decapsulateBits'])
      return new Uint8Array(await modernSubtle().decapsulateBits(algorithm, key, enc))
    },
  }
}

/** Internal to this part: encapsulates by the platform; some refuse a bad key on import, others only here. */
export async function encapsulateNatively(algorithm: { name: string }, publicKey: Uint8Array) {
  try {
    const key = await modernSubtle().importKey('raw-public', publicKey, algorithm, false, ['encapsulateBits'])
    const { ciphertext, sharedKey } = await modernSubtle().encapsulateBits(algorithm, key)
    return { enc: new Uint8Array(ciphertext), sharedSecret: new Uint8Array(sharedKey) }
  } catch (cause) {
    throw new CryptoError('bad_argument', 'public key', { cause })
  }
}

function nobleMlKem(level: MlKemLevel): Kem {
  const { id, publicKeyBytes, encBytes, noble } = LEVELS[level]

  return {
    id,
    seedBytes: SEED_BYTES,
    publicKeyBytes,
    encBytes,
    publicKey: async (seed) => {
      requireLength('seed', seed, SEED_BYTES)
      return new Uint8Array(noble.keygen(seed).publicKey)
    },
    encapsulate: async (publicKey, random) => {
      requireLength('public key', publicKey, publicKeyBytes)
      const message = draw(random, MESSAGE_BYTES)
      try {
        const { cipherText, sharedSecret } = noble.encapsulate(publicKey, message)
        return { enc: new Uint8Array(cipherText), sharedSecret: new Uint8Array(sharedSecret) }
      } catch (cause) {
        throw new CryptoError('bad_argument', 'public key', { cause })
      }
    },
    decapsulate: async (seed, enc) => {
      requireLength('seed', seed, SEED_BYTES)
      requireLength('enc', enc, encBytes)
      return new Uint8Array(noble.decapsulate(enc, noble.keygen(seed).secretKey))
    },
  }
}
