import { equalBytes } from '../bytes.ts'
import { toBase64Url } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { fieldsOf } from './fields.ts'
import { FORMAT_1_ENDS } from './manifest.ts'
import { type Signer, signingKeyId, type VerifyingKeys } from '../primitives/signature.ts'
import { readStatement, type SignedStatement, signStatement } from './statement.ts'
import { digest } from '../primitives/symmetric.ts'
import { parseWrap } from '../envelope/wrap.ts'

/** What a sharer gives to whom. A wrapped key without one of these is ignored: that stops planted files. */
export type Grant = {
  readonly kind: 'file' | 'space'
  /** UUID text of the file or space. */
  readonly objectId: string
  /** SHA-256 of the recipient's KEM public key. */
  readonly recipientKeyId: Uint8Array
  /**
   * `fingerprint` of the recipient's and of the sharer's public keys: a KEM key alone may stand in the bundle of somebody who does not
   * have it. Null in version 1.
   */
  readonly recipient: Uint8Array | null
  readonly author: Uint8Array | null
  /** What the recipient may do, lower case letters and hyphens. */
  readonly role: string
  readonly epoch: number
  /** UTC with milliseconds; null for no end. */
  readonly expires: string | null
  /** SHA-256 of the wrapped key that goes with it. */
  readonly wrapHash: Uint8Array
  /** `signingKeyId` of the sharer. */
  readonly authorKeyId: Uint8Array
  readonly time: string
}

/** What the recipient already knows; every difference is a refusal. */
export type GrantExpectation = {
  readonly objectId: string
  readonly recipientKeyId: Uint8Array
  /** Fingerprints of both. */
  readonly recipient: Uint8Array
  readonly author: Uint8Array
  /** Highest epoch this client has seen: an older grant was revoked. */
  readonly minimumEpoch?: number
}

const ROLE = /^[a-z][a-z-]{0,31}$/
const PURPOSES = { file: 'file-to-user', space: 'space-to-user' } as const
const NAMES = [
  'v',
  'kind',
  'object_id',
  'recipient_key_id',
  'role',
  'epoch',
  'expires',
  'wrap_hash',
  'author_key_id',
  'time',
]
/** Version 2 names both people by all their keys. */
const NAMES_V2 = [...NAMES, 'recipient', 'author']

/**
 * Signs a grant (version 2) for a wrapped key. Object, recipient's key and epoch are taken from the wrap itself.
 *
 * @param options.recipient fingerprint of whom it is for.
 * @param options.author    fingerprint of the signer.
 * @throws {CryptoError} `bad_argument`; `unwrap_failed` when `wrapped` is no wrapped key.
 */
export async function signGrant(options: {
  wrapped: Uint8Array
  recipient: Uint8Array
  author: Uint8Array
  role: string
  expires: string | null
  time: string
  signer: Signer
}): Promise<SignedStatement> {
  const { wrapped, recipient, author, role, expires, time, signer } = options
  const header = parseWrap(wrapped)
  const kind = header.purpose === 'space-to-user' ? 'space' : 'file'
  if (header.purpose !== PURPOSES[kind]) throw new CryptoError('bad_argument', 'purpose of the wrapped key')

  const value = {
    v: 2,
    kind,
    object_id: header.objectId,
    recipient_key_id: toBase64Url(header.recipientKeyId),
    recipient: toBase64Url(recipient),
    author: toBase64Url(author),
    role,
    epoch: header.epoch,
    expires,
    wrap_hash: toBase64Url(await digest('SHA-256', wrapped)),
    author_key_id: toBase64Url(signer.keyId),
    time,
  }
  readGrant(value, 'bad_argument')
  return signStatement(signer, 'qs1/grant', value)
}

/**
 * Checks signature, the wrapped key that came with the grant, and the recipient's expectations. Whether it has
 * expired is a separate question (`isGrantExpired`), because a person wants another answer to it.
 *
 * @throws {CryptoError} `verify_failed`
 */
export async function verifyGrant(options: {
  signed: SignedStatement
  wrapped: Uint8Array
  author: VerifyingKeys
  expected: GrantExpectation
}): Promise<Grant> {
  const { signed, wrapped, author, expected } = options
  const grant = readGrant(await readStatement(author, 'qs1/grant', signed), 'verify_failed')

  const isAuthor = equalBytes(grant.authorKeyId, await signingKeyId(author))
  const isWrap = equalBytes(grant.wrapHash, await digest('SHA-256', wrapped)) && isWrapOf(grant, wrapped)
  const isObject = grant.objectId === expected.objectId.toLowerCase()
  const isRecipient = equalBytes(grant.recipientKeyId, expected.recipientKeyId)
  const isBetween =
    grant.recipient === null || grant.author === null
      ? grant.time < FORMAT_1_ENDS
      : equalBytes(grant.recipient, expected.recipient) && equalBytes(grant.author, expected.author)
  const isRecent = grant.epoch >= (expected.minimumEpoch ?? 0)
  if (!isAuthor || !isWrap || !isObject || !isRecipient || !isBetween || !isRecent)
    throw new CryptoError('verify_failed', 'grant')
  return grant
}

/**
 * Reads a grant that the reader signed, for somebody.
 * @throws {CryptoError} `verify_failed` for another author, or another file.
 */
export async function verifyOwnGrant(options: {
  signed: SignedStatement
  author: VerifyingKeys
  objectId: string
}): Promise<Grant> {
  const { signed, author, objectId } = options
  const grant = readGrant(await readStatement(author, 'qs1/grant', signed), 'verify_failed')
  const isOwn = equalBytes(grant.authorKeyId, await signingKeyId(author))
  if (!isOwn || grant.kind !== 'file' || grant.objectId !== objectId.toLowerCase()) {
    throw new CryptoError('verify_failed', 'grant')
  }
  return grant
}

/** @param now UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export function isGrantExpired(grant: Pick<Grant, 'expires'>, now: string): boolean {
  return grant.expires !== null && grant.expires <= now
}

function isWrapOf(grant: Grant, wrapped: Uint8Array): boolean {
  const header = parseWrap(wrapped)
  return (
    header.purpose === PURPOSES[grant.kind] &&
    header.objectId === grant.objectId &&
    header.epoch === grant.epoch &&
    equalBytes(header.recipientKeyId, grant.recipientKeyId)
  )
}

function readGrant(value: Parameters<typeof fieldsOf>[0], code: 'bad_argument' | 'verify_failed'): Grant {
  const isNamed = typeof value === 'object' && value !== null && 'recipient' in value
  const fields = fieldsOf(value, isNamed ? NAMES_V2 : NAMES, code)
  const [kind, role] = [fields.text('kind'), fields.text('role')]
  const isKnown = fields.integer('v') === (isNamed ? 2 : 1) && (kind === 'file' || kind === 'space')
  if (!isKnown || !ROLE.test(role)) throw new CryptoError(code, 'grant')
  return {
    kind,
    objectId: fields.uuid('object_id'),
    recipientKeyId: fields.bytes('recipient_key_id', 32),
    recipient: isNamed ? fields.bytes('recipient', 32) : null,
    author: isNamed ? fields.bytes('author', 32) : null,
    role,
    epoch: fields.integer('epoch'),
    expires: fields.isNull('expires') ? null : fields.time('expires'),
    wrapHash: fields.bytes('wrap_hash', 32),
    authorKeyId: fields.bytes('author_key_id', 32),
    time: fields.time('time'),
  }
}
