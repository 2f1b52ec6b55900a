import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concat, equalBytes, readUint, uint } from './bytes.ts'
import { fromBase64Url, fromHex, fromUtf8, toBase64Url, toHex, utf8, uuidBytes, uuidText } from './encoding.ts'
import { draw, randomUuid, systemRandom } from './primitives/random.ts'

const refusal = expect.objectContaining({ code: 'bad_argument' })

describe('bytes', () => {
  test('concat joins in order', () => {
    const joined = concat(Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3))
    expect(joined).toEqual(Uint8Array.of(1, 2, 3))
  })

  test('equalBytes agrees with element-wise comparison', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        expect(equalBytes(a, a.slice())).toBe(true)
        expect(equalBytes(a, b)).toBe(a.join() === b.join() && a.length === b.length)
      }),
    )
  })

  test('numbers are big endian and never cut', () => {
    expect(uint(0x010203, 4)).toEqual(Uint8Array.of(0, 1, 2, 3))
    expect(readUint(Uint8Array.of(9, 1, 2, 3), 1, 3)).toBe(0x010203)
    for (const [value, length] of [
      [256, 1],
      [-1, 4],
      [1.5, 4],
      [2 ** 53, 8],
    ] as const) {
      expect(() => uint(value, length)).toThrow(refusal)
    }
  })
})

describe('encodings', () => {
  test('base64url, hex and UTF-8 give back what they got', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes)
        expect(fromHex(toHex(bytes))).toEqual(bytes)
      }),
    )
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fromUtf8(utf8(text)) === text))
  })

  test('base64url agrees with the platform on the RFC 4648 examples', () => {
    const examples = { '': '', f: 'Zg', fo: 'Zm8', foo: 'Zm9v', foob: 'Zm9vYg', fooba: 'Zm9vYmE', foobar: 'Zm9vYmFy' }
    for (const [plain, encoded] of Object.entries(examples)) {
      expect(toBase64Url(utf8(plain))).toBe(encoded)
      expect(fromBase64Url(encoded)).toEqual(utf8(plain))
    }
  })

  test.for(['Zg==', 'Zh', 'Z', 'Zm9/', 'Zm 9', 'Zm9v\n', 'Zmé'])('base64url refuses %j', (text) => {
    expect(() => fromBase64Url(text)).toThrow(refusal)
  })

  test.for(['0', '0g', ' 00'])('hex refuses %j', (text) => {
    expect(() => fromHex(text)).toThrow(refusal)
  })

  test('bytes that are no UTF-8 are refused, not replaced', () => {
    expect(() => fromUtf8(Uint8Array.of(0xc3, 0x28))).toThrow(refusal)
  })

  test('a UUID is its 16 bytes', () => {
    const uuid = '00112233-4455-6677-8899-aabbccddeeff'
    expect(toHex(uuidBytes(uuid.toUpperCase()))).toBe('00112233445566778899aabbccddeeff')
    expect(uuidText(uuidBytes(uuid))).toBe(uuid)
    expect(() => uuidBytes('00112233445566778899aabbccddeeff')).toThrow(refusal)
    expect(() => uuidText(new Uint8Array(15))).toThrow(refusal)
  })
})

describe('randomness', () => {
  test('the system source fills more than one platform request', () => {
    const bytes = systemRandom(200_000)
    expect(bytes.subarray(190_000).some((byte) => byte !== 0)).toBe(true)
  })

  test('a source that gives fewer bytes is refused', () => {
    expect(() => draw(() => new Uint8Array(11), 12)).toThrow(refusal)
  })

  test('a random UUID says that it is one', () => {
    expect(randomUuid(() => new Uint8Array(16).fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  })
})
