import { type Bytes, concat, equalBytes } from '../bytes.ts'
import { canonicalJson, parseCanonicalJson } from './canonical-json.ts'
import { toBase64Url, utf8 } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { fieldsOf } from './fields.ts'
import { asSpaceKey, type FileKey, type SpaceKey } from '../envelope/keys.ts'
import { deriveKey } from '../identity/password.ts'
import type { RandomSource } from '../primitives/random.ts'
import { openRecord, sealRecord } from '../envelope/record.ts'
import type { DeliveryKey } from './request.ts'
import { digest, hmac, importHmacKey } from '../primitives/symmetric.ts'

/** What a sender says about one file for a request. Ids are UUID text. */
export type Delivery = {
  readonly requestId: string
  readonly fileId: string
  readonly contentId: string
  /** Header tag of the content object (32 bytes): commits to its key and header. */
  readonly headerTag: Uint8Array
  readonly segmentBytes: number
  /** `contentRoot` of the sealed segments (32 bytes); null in format 1. */
  readonly contentRoot: Uint8Array | null
  /** Plaintext bytes. */
  readonly size: number
  /** SHA-256 of the file key wrapped for the requester. */
  readonly wrapHash: Uint8Array
  /** SHA-256 of the sealed record with name and type. */
  readonly recordHash: Uint8Array
  /** UTC with milliseconds, by the sender's clock. */
  readonly time: string
}

/** Canonical JSON with its HMAC: no signature, because a sender has no keys of their own. */
export type DeliveryStatement = { readonly text: string; readonly mac: Uint8Array }

/** Who can vouch for a delivery: anyone who has the address, and the key of this one file. */
export type DeliveryKeys = { readonly deliveryKey: DeliveryKey; readonly fileKey: FileKey }

const FORMAT_1 = [
  'v',
  'request_id',
  'file_id',
  'content_id',
  'header_tag',
  'segment_bytes',
  'size',
  'wrap_hash',
  'record_hash',
  'time',
]
const FORMAT_2 = [...FORMAT_1, 'content_root']

/**
 * Says what is delivered, under a key from the address of the request and the file's own: others who have the address cannot state
 * somebody's file again, in other words or for other content.
 *
 * @throws {CryptoError} `bad_argument`
 *
 * HMAC-SHA-256 under HKDF(delivery key ‖ file key, `qs1/delivery/mac`) over `qs1/delivery` ‖ text.
 */
export async function stateDelivery(
  delivery: Omit<Delivery, 'wrapHash' | 'recordHash'> & { wrapped: Uint8Array; record: Uint8Array },
  keys: DeliveryKeys,
): Promise<DeliveryStatement> {
  if (!delivery.contentRoot) throw new CryptoError('bad_argument', 'content_root')
  const value = {
    v: 2,
    request_id: delivery.requestId,
    file_id: delivery.fileId,
    content_id: delivery.contentId,
    header_tag: toBase64Url(delivery.headerTag),
    segment_bytes: delivery.segmentBytes,
    content_root: toBase64Url(delivery.contentRoot),
    size: delivery.size,
    wrap_hash: toBase64Url(await digest('SHA-256', delivery.wrapped)),
    record_hash: toBase64Url(await digest('SHA-256', delivery.record)),
    time: delivery.time,
  }
  readDelivery(value, 2, 'bad_argument')
  const text = canonicalJson(value)
  return { text, mac: await macOf(await macKey(keys), text) }
}

/**
 * Checks that a delivery was made with the address of this request and the key of this file, and that wrap and record are the ones it
 * was made with. Only then is it read.
 *
 * @param options.takesFormat1 for requests from before format 2: their senders may run the program of then, which vouched with
 *                             the delivery key alone.
 * @throws {CryptoError} `verify_failed`
 */
export async function verifyDelivery(options: {
  statement: DeliveryStatement
  keys: DeliveryKeys
  takesFormat1: boolean
  wrapped: Uint8Array
  record: Uint8Array
  expected: Pick<Delivery, 'requestId' | 'fileId'>
}): Promise<Delivery> {
  const { statement, wrapped, record, expected } = options
  const format = await formatOf(options)
  if (format === undefined) throw new CryptoError('verify_failed', 'delivery')

  const delivery = readDelivery(parseCanonicalJson(statement.text), format, 'verify_failed')
  const isWhole =
    equalBytes(delivery.wrapHash, await digest('SHA-256', wrapped)) &&
    equalBytes(delivery.recordHash, await digest('SHA-256', record))
  const isExpected =
    delivery.requestId === expected.requestId.toLowerCase() && delivery.fileId === expected.fileId.toLowerCase()
  if (!isWhole || !isExpected) throw new CryptoError('verify_failed', 'delivery')
  return delivery
}

/** Which file: associated data of its delivered name. */
type DeliveryRecord = { fileId: string; fileKey: FileKey }

/**
 * Seals name and type of a delivered file. A record of kind `delivery`, field `metadata`, version 1, under HKDF(file key,
 * `qs1/delivery-record`).
 */
export async function sealDeliveryRecord(
  options: DeliveryRecord & { plain: Uint8Array; random: RandomSource },
): Promise<Bytes> {
  const { fileKey, plain, random } = options
  return sealRecord({ ...contextOf(options), spaceKey: await recordKey(fileKey), plain, random })
}

/** Inverse of `sealDeliveryRecord`. @throws {CryptoError} `open_failed` */
export async function openDeliveryRecord(options: DeliveryRecord & { sealed: Uint8Array }): Promise<Bytes> {
  return openRecord({ ...contextOf(options), spaceKey: await recordKey(options.fileKey), sealed: options.sealed })
}

const contextOf = ({ fileId }: DeliveryRecord) => ({ kind: 'delivery', id: fileId, version: 1, field: 'metadata' })

async function recordKey(fileKey: FileKey): Promise<SpaceKey> {
  return asSpaceKey(await deriveKey(fileKey, 'qs1/delivery-record'))
}

/** The format whose authentication fits; undefined when none does. */
async function formatOf({
  statement,
  keys,
  takesFormat1,
}: Pick<Parameters<typeof verifyDelivery>[0], 'statement' | 'keys' | 'takesFormat1'>): Promise<1 | 2 | undefined> {
  const { text, mac } = statement
  if (equalBytes(mac, await macOf(await macKey(keys), text))) return 2
  return takesFormat1 && equalBytes(mac, await macOf(keys.deliveryKey, text)) ? 1 : undefined
}

function macKey({ deliveryKey, fileKey }: DeliveryKeys): Promise<Bytes> {
  return deriveKey(concat(deliveryKey, fileKey), 'qs1/delivery/mac')
}

async function macOf(key: Uint8Array, text: string): Promise<Bytes> {
  return hmac(await importHmacKey('SHA-256', key), utf8(`qs1/delivery${text}`))
}

function readDelivery(
  value: Parameters<typeof fieldsOf>[0],
  format: 1 | 2,
  code: 'bad_argument' | 'verify_failed',
): Delivery {
  const fields = fieldsOf(value, format === 1 ? FORMAT_1 : FORMAT_2, code)
  if (fields.integer('v') !== format) throw new CryptoError(code, 'version')
  return {
    requestId: fields.uuid('request_id'),
    fileId: fields.uuid('file_id'),
    contentId: fields.uuid('content_id'),
    headerTag: fields.bytes('header_tag', 32),
    segmentBytes: fields.integer('segment_bytes'),
    contentRoot: format === 1 ? null : fields.bytes('content_root', 32),
    size: fields.integer('size'),
    wrapHash: fields.bytes('wrap_hash', 32),
    recordHash: fields.bytes('record_hash', 32),
    time: fields.time('time'),
  }
}
