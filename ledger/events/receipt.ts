import { RECEIPT_EVENTS, RECEIPT_LENGTH } from '#contract/audit/receipts.ts'
import { type Bytes, concat } from '#crypto/bytes.ts'
import { fromBase64Url, fromUtf8, toBase64Url, utf8, uuidBytes } from '#crypto/encoding.ts'
import { ed25519Scheme } from '#crypto/primitives/ed25519.ts'
import { canonicalJson, type Json, parseCanonicalJson } from '#crypto/statements/canonical-json.ts'
import { LedgerError } from '../errors.ts'
import { type Hash, HASH_BYTES } from '../tree/hash.ts'

/** An event that will be in a log, as this leaf. */
export type PromisedEvent = { readonly id: string; readonly leaf: Hash }

/** What the keeper of a log promises the person who caused events. */
export type Receipt = {
  /** Name of the log. */
  readonly log: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Of the request that it answers; null where that named none. */
  readonly nonce: string | null
  readonly events: readonly PromisedEvent[]
}

const VERSION = 1
const FORM = 'v1'
/** No text of a checkpoint has a byte of zero, so a receipt is never one, nor the other way round. */
const LABEL = utf8('qs1/audit-receipt\0')

type Sign = (message: Uint8Array) => Promise<Bytes>

/** `v1.<statement>.<signature>`, each part in base64url. */
export async function signReceipt({ log, at, nonce, events }: Receipt, sign: Sign): Promise<string> {
  const promised = events.map(({ id, leaf }) => [id, toBase64Url(leaf)])
  const statement = utf8(canonicalJson({ v: VERSION, log, t: at, nonce, events: promised }))
  readStatement(statement)
  const signature = await sign(concat(LABEL, statement))
  return [FORM, toBase64Url(statement), toBase64Url(signature)].join('.')
}

/**
 * @param publicKey the Ed25519 key that signs the checkpoints of the log.
 * @throws {LedgerError} `malformed`, `bad_signature`
 */
export async function verifyReceipt(text: string, publicKey: Uint8Array): Promise<Receipt> {
  const { statement, signature } = takeApart(text)
  const receipt = readStatement(statement)
  const scheme = await ed25519Scheme()
  if (!(await scheme.verify(publicKey, concat(LABEL, statement), signature))) {
    throw new LedgerError('bad_signature', 'receipt')
  }
  return receipt
}

/** What a receipt says; who signed it is not checked. @throws {LedgerError} `malformed` */
export const readReceipt = (text: string): Receipt => readStatement(takeApart(text).statement)

function takeApart(text: string): { statement: Bytes; signature: Bytes } {
  const [form, statement = '', signature = '', ...others] = text.length > RECEIPT_LENGTH ? [] : text.split('.')
  if (form !== FORM || others.length > 0) throw new LedgerError('malformed', 'receipt')
  return wellFormed(() => ({ statement: fromBase64Url(statement), signature: fromBase64Url(signature) }))
}

const readStatement = (bytes: Uint8Array): Receipt =>
  wellFormed(() => receiptOf(parseCanonicalJson(fromUtf8(bytes)) as Readonly<Record<string, Json>>))

function receiptOf({ v, log, t, nonce, events, ...others }: Readonly<Record<string, Json>>): Receipt {
  const isKnown = v === VERSION && Object.keys(others).length === 0
  const isNamed = typeof log === 'string' && log !== '' && (nonce === null || typeof nonce === 'string')
  if (!isKnown || !isNamed || typeof t !== 'number' || t < 0 || !Array.isArray(events)) {
    throw new LedgerError('malformed', 'fields of a receipt')
  }
  if (events.length === 0 || events.length > RECEIPT_EVENTS) throw new LedgerError('malformed', 'events of a receipt')
  return { log, at: t, nonce, events: events.map(promisedOf) }
}

function promisedOf(value: Json): PromisedEvent {
  const [id, leaf, ...others] = Array.isArray(value) ? (value as Json[]) : []
  const hash = typeof leaf === 'string' ? fromBase64Url(leaf) : undefined
  if (typeof id !== 'string' || hash?.length !== HASH_BYTES || others.length > 0) {
    throw new LedgerError('malformed', 'event of a receipt')
  }
  uuidBytes(id)
  return { id, leaf: hash }
}

function wellFormed<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (cause) {
    throw cause instanceof LedgerError ? cause : new LedgerError('malformed', 'receipt', { cause })
  }
}
