import { concat } from '#crypto/bytes.ts'
import { fromHex, toHex, utf8 } from '#crypto/encoding.ts'
import { HEADER_BYTES, startOpening } from '#crypto/envelope/floe-core.ts'
import { openAll } from '#crypto/envelope/floe.ts'
import { mlKem } from '#crypto/primitives/ml-kem.ts'
import { aesGcmOpen, aesGcmSeal, hkdf, importAesKey } from '#crypto/primitives/symmetric.ts'
import { x25519SharedSecret } from '#crypto/primitives/x25519.ts'
import { xWing } from '#crypto/primitives/xwing.ts'
import { readUint } from '#crypto/bytes.ts'
import vectors from './official-vectors.json' with { type: 'json' }

/** Which set, and how many of its answers this browser gave. */
export type VectorResult = { set: VectorSet; right: number; count: number; milliseconds: number }
export type VectorSet = keyof typeof CHECKS

const FLOE_ROTATION_BITS = 20

/** For each set: true for every answer that is the official one. */
const CHECKS = {
  xWing: async () => {
    const kem = await xWing()
    return all(vectors.xWing, async ({ seed, pk, ct, ss }) => {
      const isKey = toHex(await kem.publicKey(fromHex(seed))) === pk
      return isKey && toHex(await kem.decapsulate(fromHex(seed), fromHex(ct))) === ss
    })
  },
  mlKem768: async () => {
    const kem = await mlKem(768)
    return all(vectors.mlKem768, async ({ seed, c, K, result }) => {
      const secret = await kem.decapsulate(fromHex(seed), fromHex(c)).then(toHex, () => null)
      return (secret === K) === (result === 'valid')
    })
  },
  x25519: () =>
    all(vectors.x25519, async (one) => {
      return toHex(await x25519SharedSecret(fromHex(one.private), fromHex(one.public))) === one.shared
    }),
  aesGcm256: () =>
    all(vectors.aesGcm256, async (one) => {
      const key = await importAesKey(fromHex(one.key), ['encrypt', 'decrypt'])
      const sealed = one.ct + one.tag
      const opened = await aesGcmOpen(key, fromHex(one.iv), fromHex(one.aad), fromHex(sealed)).then(toHex, () => null)
      const actual = toHex(await aesGcmSeal(key, fromHex(one.iv), fromHex(one.aad), fromHex(one.msg)))
      return (opened === one.msg && actual === sealed) === (one.result === 'valid')
    }),
  hkdfSha256: () =>
    all(vectors.hkdfSha256, async ({ ikm, salt, info, size, okm }) => {
      const actual = await hkdf({
        hash: 'SHA-256',
        secret: fromHex(ikm),
        salt: fromHex(salt),
        info: fromHex(info),
        length: size,
      })
      return toHex(actual) === okm
    }),
  floe: () =>
    all(vectors.floe, async ({ ct, pt }) => {
      const sealed = fromHex(ct)
      const header = sealed.subarray(0, HEADER_BYTES)
      const parameters = { segmentBytes: readUint(sealed, 2, 4), rotationBits: FLOE_ROTATION_BITS }
      const opener = await startOpening({ key: new Uint8Array(32), aad: utf8('This is AAD'), header, parameters })
      return toHex(concat(...(await openAll(opener, sealed.subarray(HEADER_BYTES))))) === pt
    }),
} satisfies Record<string, () => Promise<boolean[]>>

const VECTOR_SETS = Object.keys(CHECKS) as VectorSet[]

/** Runs the official answers that this site brings along through the code of the vault, in this browser. */
export async function runVectors(): Promise<VectorResult[]> {
  const results: VectorResult[] = []
  for (const set of VECTOR_SETS) {
    const started = performance.now()
    const answers = await CHECKS[set]()
    results.push({
      set,
      right: answers.filter(Boolean).length,
      count: answers.length,
      milliseconds: performance.now() - started,
    })
  }
  return results
}

/** What throws is a wrong answer, not the end of the others. */
function all<T>(cases: readonly T[], isRight: (one: T) => Promise<boolean>): Promise<boolean[]> {
  return Promise.all(cases.map((one) => isRight(one).catch(() => false)))
}
