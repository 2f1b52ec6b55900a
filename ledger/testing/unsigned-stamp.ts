import { sha256 } from '@noble/hashes/sha2.js'
import { fromHex, utf8 } from '#crypto/encoding.ts'

const element = (tag: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const length = parts.reduce((sum, { length: one }) => sum + one, 0)
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Uint8Array.from([tag, ...size, ...parts.flatMap((part) => [...part])])
}
const sequence = (...parts: readonly Uint8Array[]): Uint8Array => element(0x30, ...parts)
const oid = (hex: string): Uint8Array => element(0x06, fromHex(hex))
const number = (value: number): Uint8Array => element(0x02, Uint8Array.of(value))

/** A TimeStampResp as far as one without a parser of certificates reads it. Nobody signed it: anybody can make one. */
export function unsignedStamp(stamped: Uint8Array, atMs: number): Uint8Array<ArrayBuffer> {
  // Writes a text, does not read the clock.
  // oxlint-disable-next-line no-restricted-globals
  const time = new Date(atMs).toISOString().replaceAll(/[-T:]|\.000/g, '')
  const algorithm = sequence(oid('608648016503040201'))
  const imprint = sequence(algorithm, element(0x04, sha256(stamped)))
  const info = sequence(number(1), oid('2a0304'), imprint, number(7), element(0x18, utf8(time)))
  const content = sequence(oid('2a864886f70d0109100104'), element(0xa0, element(0x04, info)))
  const signedData = sequence(number(3), element(0x31), content)
  const token = sequence(oid('2a864886f70d010702'), element(0xa0, signedData))
  return Uint8Array.from(sequence(sequence(number(0)), token))
}
