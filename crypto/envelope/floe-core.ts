import { type Bytes, concat, equalBytes, readUint, uint } from '../bytes.ts'
import { utf8 } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { draw, type RandomSource } from '../primitives/random.ts'
import {
  aesGcmOpen,
  aesGcmSeal,
  hmac,
  importAesKey,
  importHmacKey,
  IV_BYTES,
  TAG_BYTES,
} from '../primitives/symmetric.ts'

/** Gives a segment its IV. The plaintext must not change before the promise settles. 12 bytes. */
export type SegmentIvs = (index: number, last: boolean, plain: Uint8Array) => Promise<Bytes>

/**
 * FLOE with AES-256-GCM and HKDF-Expand-SHA-384, with every parameter open. The official vectors need segments of
 * 64 bytes and a key rotation every 4 segments, which nobody else may have: applications import `floe.ts`.
 *
 * @see https://c2sp.org/FLOE and eprint 2025/2275
 */
export type FloeParameters = {
  readonly segmentBytes: number
  /** One segment key serves 2^rotationBits segments; 20 in the specification. */
  readonly rotationBits: number
}

const PARAMETER_BYTES = 10
export const FLOE_IV_BYTES = 32
const HEADER_TAG_BYTES = 32
export const HEADER_BYTES = PARAMETER_BYTES + FLOE_IV_BYTES + HEADER_TAG_BYTES
export const SEGMENT_PREFIX_BYTES = 4 + IV_BYTES
export const OVERHEAD_BYTES = SEGMENT_PREFIX_BYTES + TAG_BYTES
const NOT_LAST = 0xffffffff
const MAX_SEGMENTS = 2 ** 40

/** One message being sealed. Segments may be sealed in any order, in parallel, and again. */
export type FloeSealer = {
  /** 74 bytes, stored before the first segment. */
  readonly header: Bytes
  /** The last 32 bytes of the header: they commit to key, associated data and IV. */
  readonly headerTag: Bytes
  /**
   * Seals one segment. With IVs that are drawn, the input is copied before the call returns, so one read buffer can be reused;
   * with IVs that follow from the plaintext it has to stay as it is until the promise settles.
   *
   * @param index from 0.
   * @param last  true exactly for the final segment.
   * @param plain a full segment's plaintext, or for the last one any length up to that.
   * @returns `plain.length + 32` bytes.
   * @throws {CryptoError} `bad_argument`
   */
  sealSegment(index: number, last: boolean, plain: Uint8Array): Promise<Bytes>
  /** As `sealSegment`, in two pieces (16-byte prefix, ciphertext) for a `Blob`: saves a copy of every byte. */
  sealSegmentParts(index: number, last: boolean, plain: Uint8Array): Promise<[prefix: Bytes, ciphertext: Bytes]>
}

/** One message being opened, at any position. */
export type FloeOpener = {
  readonly segmentBytes: number
  /**
   * Opens one segment. Index and last flag come from the signed manifest, never from who delivered the bytes.
   *
   * @throws {CryptoError} `open_failed`
   */
  openSegment(index: number, last: boolean, segment: Uint8Array): Promise<Bytes>
}

/** Starts a message under a 32-byte key. */
export async function startSealing(options: {
  key: Uint8Array
  aad: Uint8Array
  random: RandomSource
  parameters: FloeParameters
  iv?: Uint8Array
  segmentIvs?: SegmentIvs
}): Promise<FloeSealer> {
  const { key, aad, random, parameters, iv = draw(random, FLOE_IV_BYTES), segmentIvs } = options
  const encoded = encodeParameters(parameters)
  const derived = await deriveMessage(key, concat(encoded, iv), aad)
  const segmentKey = segmentKeys(derived, parameters, 'encrypt')
  const plainBytes = parameters.segmentBytes - OVERHEAD_BYTES

  const sealSegmentParts: FloeSealer['sealSegmentParts'] = async (index, last, plain) => {
    requireIndex(index)
    if (last ? plain.length > plainBytes : plain.length !== plainBytes) {
      throw new CryptoError('bad_argument', 'segment length')
    }

    const prefix = new Uint8Array(SEGMENT_PREFIX_BYTES)
    prefix.set(uint(last ? plain.length + OVERHEAD_BYTES : NOT_LAST, 4))
    if (segmentIvs) {
      const iv = await segmentIvs(index, last, plain)
      prefix.set(iv, 4)
      return [prefix, await aesGcmSeal(await segmentKey(index), iv, segmentAad(index, last), plain)]
    }
    const iv = draw(random, IV_BYTES)
    prefix.set(iv, 4)

    // Only the first segment of a run waits for its key; after that the caller's buffer is free when this returns.
    const cached = segmentKey(index)
    if (cached instanceof Promise) {
      const copy = plain.slice()
      return [prefix, await aesGcmSeal(await cached, iv, segmentAad(index, last), copy)]
    }
    return [prefix, await aesGcmSeal(cached, iv, segmentAad(index, last), plain)]
  }

  return {
    header: concat(encoded, iv, derived.headerTag),
    headerTag: derived.headerTag,
    sealSegmentParts,
    sealSegment: async (index, last, plain) => concat(...(await sealSegmentParts(index, last, plain))),
  }
}

/** Reads a header under a 32-byte key. @throws {CryptoError} `open_failed` */
export async function startOpening(options: {
  key: Uint8Array
  aad: Uint8Array
  header: Uint8Array
  parameters: FloeParameters
}): Promise<FloeOpener> {
  const { key, aad, header, parameters } = options
  if (
    header.length !== HEADER_BYTES ||
    !equalBytes(header.subarray(0, PARAMETER_BYTES), encodeParameters(parameters))
  ) {
    throw new CryptoError('open_failed', 'header')
  }

  const derived = await deriveMessage(key, header.slice(0, PARAMETER_BYTES + FLOE_IV_BYTES), aad)
  if (!equalBytes(derived.headerTag, header.subarray(PARAMETER_BYTES + FLOE_IV_BYTES))) {
    throw new CryptoError('open_failed', 'header')
  }
  const segmentKey = segmentKeys(derived, parameters, 'decrypt')

  return {
    segmentBytes: parameters.segmentBytes,
    openSegment: async (index, last, segment) => {
      requireIndex(index)
      if (!hasRightLength(segment, last, parameters.segmentBytes)) throw new CryptoError('open_failed', 'segment')
      const key = await segmentKey(index)
      try {
        const iv = segment.subarray(4, SEGMENT_PREFIX_BYTES)
        return await aesGcmOpen(key, iv, segmentAad(index, last), segment.subarray(SEGMENT_PREFIX_BYTES))
      } catch (cause) {
        throw new CryptoError('open_failed', 'segment', { cause })
      }
    },
  }
}

/** FLOE's parameter field: AEAD 0, KDF 0, segment length, IV length. 10 bytes. */
function encodeParameters({ segmentBytes }: FloeParameters): Bytes {
  return concat(uint(0, 1), uint(0, 1), uint(segmentBytes, 4), uint(FLOE_IV_BYTES, 4))
}

type MessageSecrets = { headerTag: Bytes; messageKey: CryptoKey; context: Bytes; aad: Uint8Array }

async function deriveMessage(key: Uint8Array, context: Bytes, aad: Uint8Array): Promise<MessageSecrets> {
  const root = await importHmacKey('SHA-384', key)
  const headerTag = await expand(root, context, utf8('HEADER_TAG:'), aad)
  const messageKey = await expand(root, context, utf8('MESSAGE_KEY:'), aad)
  return {
    headerTag: headerTag.slice(0, HEADER_TAG_BYTES),
    messageKey: await importHmacKey('SHA-384', messageKey),
    context,
    aad: aad.slice(),
  }
}

/** HKDF-Expand-SHA-384 of up to 48 bytes is one HMAC block: no loop is needed. */
function expand(key: CryptoKey, context: Uint8Array, purpose: Uint8Array, aad: Uint8Array): Promise<Bytes> {
  return hmac(key, concat(context, purpose, aad, uint(1, 1)))
}

/** Keys of runs of 2^rotationBits segments: a promise while the key is being derived, the key itself afterwards. */
function segmentKeys(secrets: MessageSecrets, { rotationBits }: FloeParameters, usage: 'encrypt' | 'decrypt') {
  const known = new Map<number, CryptoKey | Promise<CryptoKey>>()

  const derive = async (run: number): Promise<CryptoKey> => {
    const purpose = concat(utf8('DEK:'), uint(run * 2 ** rotationBits, 8))
    const bytes = await expand(secrets.messageKey, secrets.context, purpose, secrets.aad)
    const key = await importAesKey(bytes.subarray(0, 32), [usage])
    known.set(run, key)
    return key
  }

  return (index: number): CryptoKey | Promise<CryptoKey> => {
    const run = Math.floor(index / 2 ** rotationBits)
    const found = known.get(run)
    if (found) return found
    const pending = derive(run)
    known.set(run, pending)
    return pending
  }
}

const segmentAad = (index: number, last: boolean): Bytes => concat(uint(index, 8), uint(last ? 1 : 0, 1))

function hasRightLength(segment: Uint8Array, last: boolean, segmentBytes: number): boolean {
  const marker = readUint(segment, 0, 4)
  if (!last) return segment.length === segmentBytes && marker === NOT_LAST
  return segment.length >= OVERHEAD_BYTES && segment.length <= segmentBytes && marker === segment.length
}

function requireIndex(index: number): void {
  if (!Number.isSafeInteger(index) || index < 0 || index >= MAX_SEGMENTS) {
    throw new CryptoError('bad_argument', 'segment index')
  }
}
