import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concat } from '../bytes.ts'
import { contentAad } from './content.ts'
import { utf8 } from '../encoding.ts'
import { createOpener, createSealer, FLOE, openBytes, sealBytes, sealedSize, segmentCount } from './floe.ts'
import { systemRandom as random } from '../primitives/random.ts'
import { expectEveryChangeFails } from '../testing/tamper.ts'

const SMALL = 4096
const key = random(32)
const aad = utf8('context')
const failure = { code: 'open_failed' }

describe('FLOE', () => {
  test('opening inverts sealing at every length around a segment', async () => {
    const lengths = fc.oneof(
      fc.nat(3 * SMALL),
      fc.constantFrom(0, SMALL - 33, SMALL - 32, SMALL - 31, 2 * (SMALL - 32)),
    )
    await fc.assert(
      fc.asyncProperty(lengths, async (length) => {
        const plain = random(length)
        const sealed = await sealBytes({ key, aad, random, plain, segmentBytes: SMALL })
        expect(sealed.length).toBe(sealedSize(length, SMALL))
        expect(await openBytes({ key, aad, sealed })).toEqual(plain)
      }),
      { numRuns: 60 },
    )
  })

  test('every changed byte is refused', async () => {
    const sealed = await sealBytes({ key, aad, random, plain: random(SMALL + 100), segmentBytes: SMALL })
    await expectEveryChangeFails(sealed, (changed) => openBytes({ key, aad, sealed: changed }), ['open_failed'])
  })

  test('another key, context, order or end is refused', async () => {
    const sealed = await sealBytes({ key, aad, random, plain: random(3 * SMALL), segmentBytes: SMALL })
    const [header, body] = [sealed.subarray(0, 74), sealed.subarray(74)]
    const [first, second, rest] = [body.subarray(0, SMALL), body.subarray(SMALL, 2 * SMALL), body.subarray(2 * SMALL)]

    await expect(openBytes({ key: random(32), aad, sealed })).rejects.toMatchObject(failure)
    await expect(openBytes({ key, aad: utf8('other'), sealed })).rejects.toMatchObject(failure)
    for (const pieces of [
      [second, first, rest],
      [first, second],
      [first, rest],
      [first, second, rest, rest],
    ]) {
      const changed = concat(header, ...pieces)
      await expect(openBytes({ key, aad, sealed: changed })).rejects.toMatchObject(failure)
    }
  })

  test('a segment of another message under the same key is refused', async () => {
    const [one, other] = await Promise.all([createSealer({ key, aad, random }), createSealer({ key, aad, random })])
    const opener = await createOpener({ key, aad, header: one.header })
    const segment = await other.sealSegment(0, true, utf8('x'))
    await expect(opener.openSegment(0, true, segment)).rejects.toMatchObject(failure)
  })

  test('index and last flag belong to the segment', async () => {
    const sealer = await createSealer({ key, aad, random })
    const opener = await createOpener({ key, aad, header: sealer.header })
    const segment = await sealer.sealSegment(5, true, utf8('x'))
    await expect(opener.openSegment(4, true, segment)).rejects.toMatchObject(failure)
    await expect(opener.openSegment(5, false, segment)).rejects.toMatchObject(failure)
    expect(await opener.openSegment(5, true, segment)).toEqual(utf8('x'))
  })

  test('segments open in any order, in parallel, and across a change of segment key', async () => {
    const [sealer, plain] = [await createSealer({ key, aad, random, segmentBytes: SMALL }), random(SMALL - 32)]
    const opener = await createOpener({ key, aad, header: sealer.header })
    const indexes = [2 ** 20 + 1, 0, 2 ** 20 - 1, 2 ** 20]
    const segments = await Promise.all(indexes.map((index) => sealer.sealSegment(index, false, plain)))
    for (const [i, index] of indexes.entries()) {
      expect(await opener.openSegment(index, false, segments[i]!)).toEqual(plain)
    }
  })

  test('the read buffer may be reused as soon as the call returns', async () => {
    const sealer = await createSealer({ key, aad, random, segmentBytes: SMALL })
    const opener = await createOpener({ key, aad, header: sealer.header })
    const buffer = new Uint8Array(SMALL - 32)
    const pending = [1, 2, 3].map((value) => sealer.sealSegment(value, false, buffer.fill(value)))
    buffer.fill(0)
    for (const [i, segment] of (await Promise.all(pending)).entries()) {
      expect(await opener.openSegment(i + 1, false, segment)).toEqual(new Uint8Array(SMALL - 32).fill(i + 1))
    }
  })

  test('the two pieces for a Blob are the segment', async () => {
    const sealer = await createSealer({ key, aad, random })
    const [prefix, ciphertext] = await sealer.sealSegmentParts(0, true, utf8('hello'))
    expect([prefix.length, ciphertext.length]).toEqual([16, 5 + 16])
    const opener = await createOpener({ key, aad, header: sealer.header })
    expect(await opener.openSegment(0, true, concat(prefix, ciphertext))).toEqual(utf8('hello'))
    expect(sealer.headerTag).toEqual(sealer.header.slice(42))
  })

  test('misuse is refused', async () => {
    const misuse = { code: 'bad_argument' }
    await expect(createSealer({ key: random(31), aad, random })).rejects.toMatchObject(misuse)
    for (const segmentBytes of [64, 4095, 4 * 1024 * 1024 + 1]) {
      await expect(createSealer({ key, aad, random, segmentBytes })).rejects.toMatchObject(misuse)
    }
    const sealer = await createSealer({ key, aad, random })
    await expect(sealer.sealSegment(0, false, random(10))).rejects.toMatchObject(misuse)
    await expect(sealer.sealSegment(0, true, random(FLOE.plainBytes + 1))).rejects.toMatchObject(misuse)
    await expect(sealer.sealSegment(-1, true, random(1))).rejects.toMatchObject(misuse)
    await expect(sealer.sealSegment(2 ** 40, true, random(1))).rejects.toMatchObject(misuse)
  })

  test('a header that asks for another segment length is refused', async () => {
    const { header } = await createSealer({ key, aad, random, segmentBytes: SMALL })
    await expect(createOpener({ key, aad, header, segmentBytes: FLOE.segmentBytes })).rejects.toMatchObject(failure)
    const changed = header.slice()
    changed.set([0, 0, 0, 64], 2)
    await expect(createOpener({ key, aad, header: changed })).rejects.toMatchObject(failure)
  })
})

describe('ranges', () => {
  test('sizes at the edges', () => {
    expect([0, 1, 262_112, 262_113].map((size) => segmentCount(size))).toEqual([1, 1, 1, 2])
    expect(sealedSize(0)).toBe(106)
    expect(() => segmentCount(-1)).toThrow(expect.objectContaining({ code: 'bad_argument' }))
  })

  test('a part of a large file opens from its own bytes alone', async () => {
    const plain = random(700_000)
    const content = contentAad('00112233-4455-6677-8899-aabbccddeeff')
    const sealed = await sealBytes({ key, aad: content, random, plain })
    const at = Math.floor(300_000 / FLOE.plainBytes)
    const start = FLOE.headerBytes + at * FLOE.segmentBytes
    const fetched = sealed.subarray(start, start + FLOE.segmentBytes)

    const opener = await createOpener({ key, aad: content, header: sealed.subarray(0, 74) })
    const segment = await opener.openSegment(at, false, fetched)

    const offset = 300_000 - at * FLOE.plainBytes
    expect(segment.slice(offset, offset + 10)).toEqual(plain.slice(300_000, 300_010))
  })
})
