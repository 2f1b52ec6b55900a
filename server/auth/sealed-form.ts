import { LAYOUT } from '#contract/content-layout.ts'

/** Layout of docs/format.md, as far as it shows without a key. */
const HEADER_BYTES = LAYOUT.headerBytes
const IV_LENGTH = 32
const SEGMENT_BYTES = { min: 4096, max: 4_194_304 }
const LAST_SEGMENT_EXTRA_BYTES = LAYOUT.overheadBytes
const KEY_BYTES = 32
const KEY_WRAP_BYTES = 60
const WORDS_WRAP_BYTES = 1228
/** Version, the ids of the suite, and the purpose: an account key for words. */
const WORDS_WRAP_START = Buffer.from('01647a0001000206', 'hex')
const PASSKEY_WRAP_START = Buffer.from('01647a0001000207', 'hex')

/** An account key under a password or words: one last segment with 32 bytes in it. Whether it opens, only its owner can say. */
export function isAccountWrap(text: string): boolean {
  return bytesOf(text)?.length === HEADER_BYTES + LAST_SEGMENT_EXTRA_BYTES + KEY_BYTES && isSealed(text)
}

/** The same for recovery words: wrapped for their public key, or under a key of the words, as earlier releases did. */
export function isRecoveryWrap(text: string): boolean {
  const bytes = bytesOf(text)
  const isForWords =
    bytes?.length === WORDS_WRAP_BYTES && bytes.subarray(0, WORDS_WRAP_START.length).equals(WORDS_WRAP_START)
  return isForWords || isAccountWrap(text)
}

/** An account key wrapped for the key pair of a passkey. */
export function isPasskeyWrap(text: string): boolean {
  const bytes = bytesOf(text)
  return bytes?.length === WORDS_WRAP_BYTES && bytes.subarray(0, PASSKEY_WRAP_START.length).equals(PASSKEY_WRAP_START)
}

/** A key wrapped for somebody's public key, such as a share of a recovery key. */
export function isWrapForKey(text: string): boolean {
  return bytesOf(text)?.length === WORDS_WRAP_BYTES
}

/** Anything sealed by FLOE, such as a keyring. */
export function isSealed(text: string): boolean {
  const bytes = bytesOf(text)
  if (!bytes || bytes.length < HEADER_BYTES + LAST_SEGMENT_EXTRA_BYTES) return false
  const segmentBytes = bytes.readUInt32BE(2)
  if (segmentBytes < SEGMENT_BYTES.min || segmentBytes > SEGMENT_BYTES.max) return false
  const bodyBytes = bytes.length - HEADER_BYTES
  const lastAt = Math.floor((bodyBytes - 1) / segmentBytes) * segmentBytes
  const lastBytes = bodyBytes - lastAt
  return (
    bytes.readUInt16BE(0) === 0 &&
    bytes.readUInt32BE(6) === IV_LENGTH &&
    lastBytes >= LAST_SEGMENT_EXTRA_BYTES &&
    bytes.readUInt32BE(HEADER_BYTES + lastAt) === lastBytes
  )
}

/** A space key under the account key. */
export function isKeyWrap(text: string): boolean {
  return bytesOf(text)?.length === KEY_WRAP_BYTES
}

function bytesOf(text: string): Buffer | undefined {
  return /^[\w-]+$/.test(text) ? Buffer.from(text, 'base64url') : undefined
}
