import fs from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FLOE, asFileKey, contentAad, createSealer, randomUuid, sealBytes, systemRandom } from '#crypto/index.ts'
import { PartLayout } from '#server/storage/uploads/part-layout.ts'
import {
  LAYOUT,
  PART_BYTES,
  SEGMENTS_PER_PART,
  partCount,
  partEnd,
  partOffset,
  plainBytesOfParts,
  plainBytesOfSegment,
  plainSize,
  sealedSize,
} from './content-layout.ts'

test('content is sealed to the sizes that everybody counts with', async () => {
  const [key, aad] = [asFileKey(systemRandom(32)), contentAad(randomUuid(systemRandom))]
  for (const size of [0, 1, plainBytesOfSegment(), plainBytesOfSegment() + 1]) {
    const sealed = await sealBytes({ key, aad, random: systemRandom, plain: new Uint8Array(size) })
    expect(sealed).toHaveLength(sealedSize(size))
  }
  const { header } = await createSealer({ key, aad, random: systemRandom })
  expect(header).toHaveLength(LAYOUT.headerBytes)
  expect([FLOE.headerBytes, FLOE.overheadBytes]).toEqual([LAYOUT.headerBytes, LAYOUT.overheadBytes])
})

test('the parts that are sent are those that the server expects, and hold the whole file', () => {
  fc.assert(
    fc.property(fc.nat(40 * SEGMENTS_PER_PART * LAYOUT.segmentBytes), (size) => {
      const expected = new PartLayout(sealedSize(size), PART_BYTES, LAYOUT.headerBytes)
      const parts = Array.from({ length: partCount(size) }, (_, part) => part)
      expect(parts).toHaveLength(expected.count)
      expect(parts.map(partOffset)).toEqual(parts.map((part) => expected.start(part)))
      expect(parts.map((part) => partEnd(size, part))).toEqual(parts.map((part) => expected.end(part)))
      const plainBytes = parts.map((part) => plainBytesOfParts(size, { first: part, last: part }))
      expect(plainBytes.reduce((sum, bytes) => sum + bytes, 0)).toBe(size)
    }),
  )
})

test('no other file spells the numbers', () => {
  const spelled = /262_?144|262_?112|8_?388_?608|\bheadBytes: \d/
  const shipped = fs.globSync('{contract,crypto,vault,server,cli,web}/**/*.{ts,tsx}', {
    exclude: ['**/*.test.ts', '**/testing/**'],
  })
  expect(shipped.length).toBeGreaterThan(900)
  expect(shipped.filter((file) => spelled.test(fs.readFileSync(file, 'utf8')))).toEqual([])
  expect('const PART = { partBytes: 8 * 1024 * 1024, headBytes: 74 }').toMatch(spelled)
})

test('the script that opens exports without our code says the same', () => {
  const { headerBytes, overheadBytes } = LAYOUT
  expect(fs.readFileSync('tools/decrypt.py', 'utf8')).toContain(`HEADER, OVERHEAD = ${headerBytes}, ${overheadBytes}\n`)
})

test('the size of sealed content says how much is inside; other sizes say nothing', () => {
  const segment = plainBytesOfSegment()
  for (const size of [0, 1, segment - 1, segment, segment + 1, 5 * segment, 5 * segment + 7])
    expect(plainSize(sealedSize(size)), String(size)).toBe(size)
  for (const bytes of [0, LAYOUT.headerBytes, sealedSize(0) - 1, sealedSize(segment) + 1, sealedSize(segment) + 32])
    expect(plainSize(bytes), String(bytes)).toBeUndefined()
})
