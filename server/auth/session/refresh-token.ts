import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const VERSION = 0
const SESSION_BYTES = 16
const MAC_BYTES = 16
const CHECKSUM_BYTES = 4
const LONGEST_COUNTER = 8

export type RefreshToken = { sessionId: string; counter: number }

/**
 * Writes a refresh token: base64url of version ‖ session id (16) ‖ counter (varint) ‖ HMAC-SHA-256 (16) ‖ checksum (4).
 *
 * The token is a counter under a key of its session, so the server needs no row per token and can tell an older token
 * from a forged one.
 *
 * @param key 32 bytes, see `sessionKey`.
 */
export function writeRefreshToken({ sessionId, counter }: RefreshToken, key: Buffer): string {
  const body = Buffer.concat([
    Buffer.from([VERSION]),
    Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
    Buffer.from(varint(counter)),
  ])
  const signed = Buffer.concat([body, macOf(body, key)])
  return Buffer.concat([signed, checksumOf(signed)]).toString('base64url')
}

/** What a token says about itself, or null when it is not one of ours. The session's key must still confirm it. */
export function readRefreshToken(token: string): (RefreshToken & { isGenuine: (key: Buffer) => boolean }) | null {
  if (!/^[\w-]{50,80}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const signed = bytes.subarray(0, -CHECKSUM_BYTES)
  if (bytes[0] !== VERSION || !checksumOf(signed).equals(bytes.subarray(-CHECKSUM_BYTES))) return null

  const body = signed.subarray(0, -MAC_BYTES)
  const counter = readVarint(body.subarray(1 + SESSION_BYTES))
  if (counter === null) return null
  const mac = signed.subarray(-MAC_BYTES)
  return {
    sessionId: asUuid(body.subarray(1, 1 + SESSION_BYTES)),
    counter,
    isGenuine: (key) => timingSafeEqual(macOf(body, key), mac),
  }
}

/** The key of a session's tokens. The server secret is mixed in, so a copy of the database forges nothing. */
export function sessionKey(refreshKey: Buffer, serverSecret: Buffer): Buffer {
  return createHmac('sha256', serverSecret).update('qs1/refresh').update(refreshKey).digest()
}

function macOf(body: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)
}

function checksumOf(signed: Buffer): Buffer {
  return createHash('sha256').update(signed).digest().subarray(0, CHECKSUM_BYTES)
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return [...bytes, rest]
}

function readVarint(bytes: Buffer): number | null {
  if (bytes.length === 0 || bytes.length > LONGEST_COUNTER) return null
  let value = 0
  for (const [index, byte] of bytes.entries()) {
    const isLast = index === bytes.length - 1
    if (byte > 0x7f === isLast) return null
    value += (byte & 0x7f) * 0x80 ** index
  }
  return Number.isSafeInteger(value) ? value : null
}

function asUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
