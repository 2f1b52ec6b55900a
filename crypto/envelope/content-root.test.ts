import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ADDRESS_CHECK_BYTES, addressCheck } from '../identity/address-check.ts'
import { concat, uint } from '../bytes.ts'
import { contentAad } from './content.ts'
import { contentRoot, LEAF_BYTES, leafOfSegment, segmentLeaf } from './content-root.ts'
import { toHex, utf8 } from '../encoding.ts'
import { createSealer, FLOE, openBytes } from './floe.ts'
import { newFileKey } from './keys.ts'
import { randomUuid, systemRandom as random } from '../primitives/random.ts'
import { segmentIvs } from '../primitives/segment-iv.ts'

const misuse = { code: 'bad_argument' }
const sha256 = (...parts: Uint8Array[]) =>
  new Uint8Array(
    createHash('sha256')
      .update(concat(...parts))
      .digest(),
  )

/** RFC 6962 §2.1 as it is written there, for any number of leaves. */
function rootFromAbove(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves
  if (leaves.length === 1 && only) return only
  const half = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return sha256(new Uint8Array([1]), rootFromAbove(leaves.slice(0, half)), rootFromAbove(leaves.slice(half)))
}

describe('content root', () => {
  test('known answers', async () => {
    const leaf = await segmentLeaf(0, new Uint8Array(16), new Uint8Array(16))
    expect(toHex(leaf)).toBe(toHex(sha256(new Uint8Array(25), sha256(new Uint8Array(16)))))
    expect(await contentRoot(leaf)).toEqual(leaf)
    expect(toHex(await contentRoot(new Uint8Array(3 * LEAF_BYTES)))).toBe(
      toHex(sha256(new Uint8Array([1]), sha256(new Uint8Array([1]), new Uint8Array(64)), new Uint8Array(32))),
    )
  })

  test('has the shape of RFC 6962 for every number of leaves', async () => {
    for (const count of [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33, 100]) {
      const leaves = Array.from({ length: count }, () => random(LEAF_BYTES))
      expect(await contentRoot(concat(...leaves))).toEqual(rootFromAbove(leaves))
    }
  })

  test('every changed, missing, added or moved leaf gives another root', async () => {
    const leaves = Array.from({ length: 5 }, () => random(LEAF_BYTES))
    const root = String(await contentRoot(concat(...leaves)))
    const [a, b, c, d, e] = leaves as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]
    const others = [
      [b, a, c, d, e],
      [a, b, c, d],
      [a, b, c, d, e, e],
      [b, c, d, e],
      [a, b, c, d, a],
    ]
    // A node in the place of its two leaves.
    others.push([sha256(new Uint8Array([1]), a, b), c, d, e])
    for (const other of others) expect(String(await contentRoot(concat(...other)))).not.toBe(root)
  })

  test('a leaf is of its place, its prefix and every byte behind it', async () => {
    const segment = random(300)
    const leaf = String(await leafOfSegment(7, segment))
    expect(String(await segmentLeaf(7, segment.subarray(0, 16), segment.subarray(16)))).toBe(leaf)
    expect(String(await leafOfSegment(8, segment))).not.toBe(leaf)
    for (let at = 0; at < segment.length; at++) {
      const changed = segment.slice()
      changed[at]! ^= 1
      expect(String(await leafOfSegment(7, changed))).not.toBe(leaf)
    }
  })

  test('what is no list of leaves, or no segment, is refused', async () => {
    for (const length of [0, 31, 33]) await expect(contentRoot(random(length))).rejects.toMatchObject(misuse)
    await expect(leafOfSegment(0, random(31))).rejects.toMatchObject(misuse)
    await expect(segmentLeaf(0, random(15), random(20))).rejects.toMatchObject(misuse)
    await expect(leafOfSegment(-1, random(40))).rejects.toMatchObject(misuse)
  })
})

describe('IVs that follow from the plaintext', async () => {
  const message = { fileKey: newFileKey(random), contentId: randomUuid(random), iv: random(32) }
  const plain = random(1000)

  test('the same plaintext at the same place has the same IV, and nothing else has', async () => {
    const ivOf = await segmentIvs(message)
    const iv = String(await ivOf(3, false, plain))
    expect(String(await (await segmentIvs(message))(3, false, plain))).toBe(iv)

    const changed = plain.slice()
    changed[999]! ^= 1
    const others = [await ivOf(4, false, plain), await ivOf(3, true, plain), await ivOf(3, false, changed)]
    for (const other of [{ fileKey: newFileKey(random) }, { contentId: randomUuid(random) }, { iv: random(32) }]) {
      others.push(await (await segmentIvs({ ...message, ...other }))(3, false, plain))
    }
    expect(new Set([iv, ...others.map(String)]).size).toBe(7)
  })

  test('a file that is sealed twice is the same file, and opens', async () => {
    const { fileKey: key, contentId, iv } = message
    const aad = contentAad(contentId)
    const seal = async () => {
      const sealer = await createSealer({ key, aad, random, iv, segmentIvs: await segmentIvs(message) })
      const whole = random(0)
      const first = new Uint8Array(FLOE.plainBytes).fill(1)
      return concat(
        whole,
        sealer.header,
        await sealer.sealSegment(0, false, first),
        await sealer.sealSegment(1, true, plain),
      )
    }
    const sealed = await seal()
    expect(await seal()).toEqual(sealed)
    expect((await openBytes({ key, aad, sealed })).subarray(FLOE.plainBytes)).toEqual(plain)
  })

  test('a key or an IV of another length is refused', async () => {
    await expect(segmentIvs({ ...message, iv: random(31) })).rejects.toMatchObject(misuse)
    await expect(segmentIvs({ ...message, fileKey: random(31) as typeof message.fileKey })).rejects.toMatchObject(
      misuse,
    )
    await expect(segmentIvs({ ...message, contentId: 'x' })).rejects.toMatchObject(misuse)
  })
})

describe('check of an address', () => {
  test('known answer, and one of its own for every text and kind', async () => {
    const check = await addressCheck('link', utf8('{"v":2}'))
    expect(check).toEqual(sha256(utf8('qs1/link/check'), uint(0, 1), utf8('{"v":2}')).slice(0, ADDRESS_CHECK_BYTES))
    expect(await addressCheck('request', utf8('{"v":2}'))).not.toEqual(check)
    expect(await addressCheck('link', utf8('{"v":3}'))).not.toEqual(check)
  })
})
