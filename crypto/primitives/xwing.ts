import { sha3_256, shake256 } from '@noble/hashes/sha3.js'
import { ml_kem768_x25519 } from '@noble/post-quantum/hybrid.js'
import { concat, requireLength } from '../bytes.ts'
import { CryptoError } from '../errors.ts'
import type { Kem, Path } from './kem.ts'
import { agree, encapsulateNatively, mlKem } from './ml-kem.ts'
import { probe } from '../suites/probe.ts'
import { draw, systemRandom } from './random.ts'
import { modernSubtle, publicKeyOfSeed } from './webcrypto.ts'
import { x25519PublicKey, x25519SharedSecret } from './x25519.ts'

const SIZES = { id: 0x647a, seedBytes: 32, publicKeyBytes: 1216, encBytes: 1120 } as const
const MLKEM_PUBLIC_KEY_BYTES = 1184
const MLKEM_ENC_BYTES = 1088
const MLKEM_SEED_BYTES = 64
const EXPANDED_BYTES = 96
const NATIVE = { name: 'MLKEM768-X25519' }

/** `\.//^\`, X-Wing's domain separator. */
const LABEL = Uint8Array.of(0x5c, 0x2e, 0x2f, 0x2f, 0x5e, 0x5c)

/**
 * X-Wing: ML-KEM-768 and X25519 in one KEM, safe while either of them is. Private keys are 32-byte seeds.
 *
 * @param path chosen by a probe when absent (native, then composite, then noble); tests name it.
 * @see draft-connolly-cfrg-xwing-kem; HPKE registry 0x647A
 */
export async function xWing(path?: Path): Promise<Kem> {
  switch (path ?? (await xWingPath())) {
    case 'native':
      return nativeXWing
    case 'composite':
      return compositeXWing
    case 'noble':
      return nobleXWing
  }
}

/** The fastest path that agreed with the JavaScript one on this platform. */
export async function xWingPath(): Promise<Path> {
  if (await probe('X-Wing native', () => agree(nativeXWing, nobleXWing))) return 'native'
  // With a JavaScript ML-KEM inside, the composite would only be a slower noble.
  const isComposite = probe('X-Wing composite', async () => {
    await modernSubtle().importKey('raw-seed', draw(systemRandom, MLKEM_SEED_BYTES), { name: 'ML-KEM-768' }, false, [
      'decapsulateBits',
    ])
    return agree(compositeXWing, nobleXWing)
  })
  return (await isComposite) ? 'composite' : 'noble'
}

const nativeXWing: Kem = {
  ...SIZES,
  publicKey: async (seed) => {
    requireLength('seed', seed, SIZES.seedBytes)
    return publicKeyOfSeed(NATIVE.name, seed, ['decapsulateBits', 'encapsulateBits'])
  },
  encapsulate: async (publicKey) => {
    requireLength('public key', publicKey, SIZES.publicKeyBytes)
    return encapsulateNatively(NATIVE, publicKey)
  },
  decapsulate: async (seed, enc) => {
    requireLength('seed', seed, SIZES.seedBytes)
    requireLength('enc', enc, SIZES.encBytes)
    const key = await modernSubtle().importKey('raw-seed', seed, NATIVE, false, ['decapsulateBits'])
    return new Uint8Array(await modernSubtle().decapsulateBits(NATIVE, key, enc))
  },
}

/** Native ML-KEM-768 and X25519; SHA-3 in JavaScript, a few hundred bytes of it. */
const compositeXWing: Kem = {
  ...SIZES,
  publicKey: async (seed) => {
    const { mlKemSeed, x25519Private } = expandSeed(seed)
    const kem = await mlKem(768, 'native')
    return concat(await kem.publicKey(mlKemSeed), await x25519PublicKey(x25519Private))
  },
  encapsulate: async (publicKey, random) => {
    requireLength('public key', publicKey, SIZES.publicKeyBytes)
    const kem = await mlKem(768, 'native')
    const peer = publicKey.slice(MLKEM_PUBLIC_KEY_BYTES)
    const ephemeral = draw(random, 32)
    const { enc, sharedSecret } = await kem.encapsulate(publicKey.slice(0, MLKEM_PUBLIC_KEY_BYTES), random)
    const x25519Enc = await x25519PublicKey(ephemeral)
    const x25519Secret = await x25519SharedSecret(ephemeral, peer)
    return { enc: concat(enc, x25519Enc), sharedSecret: combine(sharedSecret, x25519Secret, x25519Enc, peer) }
  },
  decapsulate: async (seed, enc) => {
    requireLength('enc', enc, SIZES.encBytes)
    const { mlKemSeed, x25519Private } = expandSeed(seed)
    const kem = await mlKem(768, 'native')
    const x25519Enc = enc.slice(MLKEM_ENC_BYTES)
    const mlKemSecret = await kem.decapsulate(mlKemSeed, enc.slice(0, MLKEM_ENC_BYTES))
    const x25519Secret = await x25519SharedSecret(x25519Private, x25519Enc)
    return combine(mlKemSecret, x25519Secret, x25519Enc, await x25519PublicKey(x25519Private))
  },
}

const nobleXWing: Kem = {
  ...SIZES,
  publicKey: async (seed) => {
    requireLength('seed', seed, SIZES.seedBytes)
    return new Uint8Array(ml_kem768_x25519.keygen(seed).publicKey)
  },
  encapsulate: async (publicKey, random) => {
    requireLength('public key', publicKey, SIZES.publicKeyBytes)
    try {
      const { cipherText, sharedSecret } = ml_kem768_x25519.encapsulate(publicKey, draw(random, 64))
      return { enc: new Uint8Array(cipherText), sharedSecret: new Uint8Array(sharedSecret) }
    } catch (cause) {
      throw new CryptoError('bad_argument', 'public key', { cause })
    }
  },
  decapsulate: async (seed, enc) => {
    requireLength('seed', seed, SIZES.seedBytes)
    requireLength('enc', enc, SIZES.encBytes)
    return new Uint8Array(ml_kem768_x25519.decapsulate(enc, ml_kem768_x25519.keygen(seed).secretKey))
  },
}

function expandSeed(seed: Uint8Array) {
  requireLength('seed', seed, SIZES.seedBytes)
  const expanded = shake256(seed, { dkLen: EXPANDED_BYTES })
  return { mlKemSeed: expanded.slice(0, MLKEM_SEED_BYTES), x25519Private: expanded.slice(MLKEM_SEED_BYTES) }
}

const combine = (mlKemSecret: Uint8Array, x25519Secret: Uint8Array, x25519Enc: Uint8Array, x25519Peer: Uint8Array) =>
  new Uint8Array(sha3_256(concat(mlKemSecret, x25519Secret, x25519Enc, x25519Peer, LABEL)))
