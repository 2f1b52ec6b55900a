import type { Bytes } from '#crypto/bytes.ts'
import { toHex } from '#crypto/encoding.ts'
import { LedgerError } from '../errors.ts'

const [INTEGER, OCTETS, OID, GENERALIZED_TIME, SEQUENCE, CONTEXT_0] = [0x02, 0x04, 0x06, 0x18, 0x30, 0xa0]
/** 2.16.840.1.101.3.4.2.1 */
const SHA256 = '608648016503040201'
/** 1.2.840.113549.1.9.16.1.4 */
const TIME_STAMP_INFO = '2a864886f70d0109100104'
const DATE = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/

/** What an answer of a time-stamping authority is of, and when it says that this was. */
export type StampClaim = { readonly imprint: Bytes; readonly atMs: number }

/**
 * Reads a TimeStampResp (RFC 3161) as far as a browser can without a parser of certificates: **who signed it is not checked**, so anybody can make one.
 * `readTimestamp` checks that.
 *
 * @returns SHA-256 of what was stamped, and the time.
 * @throws {LedgerError} `malformed`
 */
export function readStampClaim(reply: Uint8Array): StampClaim {
  try {
    const [, contentInfo] = membersOf(only(reply, SEQUENCE))
    const signedData = only(second(contentInfo, CONTEXT_0), SEQUENCE)
    const [, , content] = membersOf(signedData)
    const [type] = membersOf(valueOf(content, SEQUENCE))
    if (toHex(valueOf(type, OID)) !== TIME_STAMP_INFO) throw malformed()
    return claimOf(membersOf(only(only(second(content, CONTEXT_0), OCTETS), SEQUENCE)))
  } catch (cause) {
    throw cause instanceof LedgerError ? cause : new LedgerError('malformed', 'time stamp', { cause })
  }
}

function claimOf([version, policy, imprint, serial, time]: readonly Element[]): StampClaim {
  const isInfo = version?.tag === INTEGER && policy?.tag === OID && serial?.tag === INTEGER
  const [algorithm, digest] = membersOf(valueOf(imprint, SEQUENCE))
  const [name] = membersOf(valueOf(algorithm, SEQUENCE))
  if (!isInfo || toHex(valueOf(name, OID)) !== SHA256) throw malformed()
  const text = String.fromCodePoint(...valueOf(time, GENERALIZED_TIME))
  const [, year, month, day, hours, minutes, seconds, fraction = ''] = DATE.exec(text) ?? []
  // Reads a text, not the clock.
  // oxlint-disable-next-line no-restricted-globals
  const atMs = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}${fraction}Z`)
  if (Number.isNaN(atMs)) throw malformed()
  return { imprint: new Uint8Array(valueOf(digest, OCTETS)), atMs }
}

type Element = { readonly tag: number; readonly value: Uint8Array }

/** The elements that follow each other in some bytes, in DER. */
function membersOf(bytes: Uint8Array): Element[] {
  const members: Element[] = []
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at]
    const { length, begin } = lengthAt(bytes, at + 1)
    if (tag === undefined || begin + length > bytes.length) throw malformed()
    members.push({ tag, value: bytes.subarray(begin, begin + length) })
    at = begin + length
  }
  return members
}

/** Of four bytes at most. */
function lengthAt(bytes: Uint8Array, at: number): { length: number; begin: number } {
  const first = bytes[at]
  if (first === undefined || first === 0x80 || first > 0x84) throw malformed()
  if (first < 0x80) return { length: first, begin: at + 1 }
  const begin = at + 1 + (first & 0x7f)
  return { length: bytes.subarray(at + 1, begin).reduce((length, byte) => length * 256 + byte, 0), begin }
}

function only(bytes: Uint8Array, tag: number): Uint8Array {
  const [element, ...others] = membersOf(bytes)
  if (others.length > 0) throw malformed()
  return valueOf(element, tag)
}

const second = (element: Element | undefined, tag: number): Uint8Array =>
  valueOf(membersOf(valueOf(element, SEQUENCE))[1], tag)

function valueOf(element: Element | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw malformed()
  return element.value
}

const malformed = (): LedgerError => new LedgerError('malformed', 'time stamp')
