import { concat } from '#crypto/bytes.ts'
import { fromHex, toHex, utf8 } from '#crypto/encoding.ts'
import { HEADER_BYTES, startOpening } from '#crypto/envelope/floe-core.ts'
import { openAll } from '#crypto/envelope/floe.ts'
import { mlKem } from '#crypto/primitives/ml-kem.ts'
import { aesGcmOpen, aesGcmSeal, hkdf, importAesKey } from '#crypto/primitives/symmetric.ts'
import { x25519SharedSecret } from '#crypto/primitives/x25519.ts'
import { xWing } from '#crypto/primitives/xwing.ts'
import { readUint } from '#crypto/bytes.ts'
import official from './official-vectors.json' with { type: 'json' }

/** Which set, and how many of its answers this browser gave. */
export type VectorResult = { set: VectorSet; right: number; count: number; milliseconds: number }
export type VectorSet = keyof Vectors
/** Which bit of a published figure was flipped, counted from 1. */
export type ChangedBit = { set: VectorSet; bit: number; bits: number }

type Vectors = typeof official

/** The figure of each set in which a bit may be flipped: each of its bits counts. */
const CHANGEABLE = {
  xWing: 'ct',
  mlKem768: 'c',
  x25519: 'shared',
  aesGcm256: 'tag',
  hkdfSha256: 'okm',
  floe: 'ct',
} as const satisfies Record<VectorSet, string>

const FLOE_ROTATION_BITS = 20

/** For each set: true for every answer that is the official one. */
const CHECKS = {
  xWing: async (vectors) => {
    const kem = await xWing()
    return all(vectors.xWing, async ({ seed, pk, ct, ss }) => {
      const isKey = toHex(await kem.publicKey(fromHex(seed))) === pk
      return isKey && toHex(await kem.decapsulate(fromHex(seed), fromHex(ct))) === ss
    })
  },
  mlKem768: async (vectors) => {
    const kem = await mlKem(768)
    return all(vectors.mlKem768, async ({ seed, c, K, result }) => {
      const secret = await kem.decapsulate(fromHex(seed), fromHex(c)).then(toHex, () => null)
      return (secret === K) === (result === 'valid')
    })
  },
  x25519: (vectors) =>
    all(vectors.x25519, async (one) => {
      return toHex(await x25519SharedSecret(fromHex(one.private), fromHex(one.public))) === one.shared
    }),
  aesGcm256: (vectors) =>
    all(vectors.aesGcm256, async (one) => {
      const key = await importAesKey(fromHex(one.key), ['encrypt', 'decrypt'])
      const sealed = one.ct + one.tag
      const opened = await aesGcmOpen(key, fromHex(one.iv), fromHex(one.aad), fromHex(sealed)).then(toHex, () => null)
      const actual = toHex(await aesGcmSeal(key, fromHex(one.iv), fromHex(one.aad), fromHex(one.msg)))
      return (opened === one.msg && actual === sealed) === (one.result === 'valid')
    }),
  hkdfSha256: (vectors) =>
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
  floe: (vectors) =>
    all(vectors.floe, async ({ ct, pt }) => {
      const sealed = fromHex(ct)
      const header = sealed.subarray(0, HEADER_BYTES)
      const parameters = { segmentBytes: readUint(sealed, 2, 4), rotationBits: FLOE_ROTATION_BITS }
      const opener = await startOpening({ key: new Uint8Array(32), aad: utf8('This is AAD'), header, parameters })
      return toHex(concat(...(await openAll(opener, sealed.subarray(HEADER_BYTES))))) === pt
    }),
} satisfies Record<VectorSet, (vectors: Vectors) => Promise<boolean[]>>

const VECTOR_SETS = Object.keys(CHECKS) as VectorSet[]

/** Runs the official answers that this site brings along through the code of the vault, in this browser; with one bit of them flipped, if asked. */
export async function runVectors(changed?: ChangedBit): Promise<VectorResult[]> {
  const vectors = changed ? withFlippedBit(changed) : official
  const results: VectorResult[] = []
  for (const set of VECTOR_SETS) {
    const started = performance.now()
    const answers = await CHECKS[set](vectors)
    results.push({
      set,
      right: answers.filter(Boolean).length,
      count: answers.length,
      milliseconds: performance.now() - started,
    })
  }
  return results
}

/** Chooses a bit of the first valid case of a set. @param share where the bit lies in its figure, from 0 to below 1. */
export function chooseBit(set: VectorSet, share: number): ChangedBit {
  const bits = changeableFigure(official, set).length * 4
  return { set, bit: Math.floor(share * bits) + 1, bits }
}

function withFlippedBit({ set, bit }: ChangedBit): Vectors {
  const vectors = structuredClone(official)
  const figure = changeableFigure(vectors, set)
  const at = (bit - 1) >> 2
  const digit = Number.parseInt(figure.charAt(at), 16) ^ (8 >> ((bit - 1) & 3))
  const flipped = figure.slice(0, at) + digit.toString(16) + figure.slice(at + 1)
  Object.assign(firstValid(vectors, set), { [CHANGEABLE[set]]: flipped })
  return vectors
}

function changeableFigure(vectors: Vectors, set: VectorSet): string {
  const figure = firstValid(vectors, set)[CHANGEABLE[set]]
  if (typeof figure !== 'string') throw new Error(`${set} has no ${CHANGEABLE[set]}`)
  return figure
}

function firstValid(vectors: Vectors, set: VectorSet): Record<string, unknown> {
  const cases: Record<string, unknown>[] = vectors[set]
  const first = cases.find(({ result = 'valid' }) => result === 'valid')
  if (!first) throw new Error(`${set} has no valid case`)
  return first
}

/** What throws is a wrong answer, not the end of the others. */
function all<T>(cases: readonly T[], isRight: (one: T) => Promise<boolean>): Promise<boolean[]> {
  return Promise.all(cases.map((one) => isRight(one).catch(() => false)))
}
