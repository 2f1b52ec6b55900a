import { type Bytes, concat, equalBytes } from '../bytes.ts'
import { fromHex } from '../encoding.ts'
import { ed25519Scheme } from '../primitives/ed25519.ts'
import { mlDsa } from '../primitives/ml-dsa.ts'
import { mlKem } from '../primitives/ml-kem.ts'
import { aesGcmOpen, aesGcmSeal, importAesKey } from '../primitives/symmetric.ts'
import published from './known-answers.json' with { type: 'json' }

/** One case of each algorithm as it was published (Wycheproof), in hex. A test changes them to see that this is noticed. */
export const KNOWN_ANSWERS = published

type Trial = { name: string; isRight: () => Promise<boolean> }

/**
 * Works the published cases with what this platform uses.
 *
 * @returns algorithms whose answer is another one; none where all is well. How many were tried, with it.
 */
export async function tryKnownAnswers(): Promise<{ tried: number; wrong: string[] }> {
  const wrong: string[] = []
  for (const { name, isRight } of TRIALS) if (!(await isRight().catch(() => false))) wrong.push(name)
  return { tried: TRIALS.length, wrong }
}

const flipped = (bytes: Bytes): Bytes => bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte))

const TRIALS: readonly Trial[] = [
  {
    name: 'ML-KEM-768',
    isRight: async () => {
      const { seed, ciphertext, secret } = KNOWN_ANSWERS.mlKem768
      const kem = await mlKem(768)
      return equalBytes(await kem.decapsulate(fromHex(seed), fromHex(ciphertext)), fromHex(secret))
    },
  },
  {
    name: 'ML-DSA-65',
    isRight: async () => {
      const { publicKey, message, context, signature } = KNOWN_ANSWERS.mlDsa65
      const scheme = await mlDsa(65)
      const [key, text, about, signed] = [publicKey, message, context, signature].map(fromHex) as [
        Bytes,
        Bytes,
        Bytes,
        Bytes,
      ]
      return (
        (await scheme.verify(key, text, about, signed)) && !(await scheme.verify(key, text, about, flipped(signed)))
      )
    },
  },
  {
    name: 'AES-256-GCM',
    isRight: async () => {
      const { key, iv, aad, msg, ct, tag } = KNOWN_ANSWERS.aes256Gcm
      const imported = await importAesKey(fromHex(key), ['encrypt', 'decrypt'])
      const [nonce, about, sealed] = [fromHex(iv), fromHex(aad), concat(fromHex(ct), fromHex(tag))]
      if (!equalBytes(await aesGcmSeal(imported, nonce, about, fromHex(msg)), sealed)) return false
      return aesGcmOpen(imported, nonce, about, flipped(sealed)).then(
        () => false,
        () => true,
      )
    },
  },
  {
    name: 'Ed25519',
    isRight: async () => {
      const { publicKey, message, signature } = KNOWN_ANSWERS.ed25519
      const scheme = await ed25519Scheme()
      const [key, text, signed] = [fromHex(publicKey), fromHex(message), fromHex(signature)]
      return (await scheme.verify(key, text, signed)) && !(await scheme.verify(key, text, flipped(signed)))
    },
  },
]
