import { type Bytes, equalBytes } from './bytes.ts'
import { parseCanonicalJson } from './canonical-json.ts'
import { toBase64Url, utf8 } from './encoding.ts'
import { CryptoError } from './errors.ts'
import { fieldsOf } from './fields.ts'
import { type Signer, signingKeyId, type VerifyingKeys } from './signature.ts'
import { readStatement, type SignedStatement, signStatement } from './statement.ts'
import { digest } from './symmetric.ts'

/** What the author says about one version of a file. Ids are UUID text. */
export type Manifest = {
  readonly fileId: string
  /** Null at the top of the space. */
  readonly folderId: string | null
  readonly spaceId: string
  readonly contentId: string
  /** 1 for the first version, then one more each time. */
  readonly version: number
  /** Hash of the previous version's manifest (32 bytes); null in version 1. */
  readonly previous: Uint8Array | null
  /** Header tag of the content object (32 bytes): commits to its key and header. */
  readonly headerTag: Uint8Array
  /** 262 144 in everything this version writes. */
  readonly segmentBytes: number
  /** Sealed record (`record.ts`, kind `file`, field `metadata`): name, type and plaintext size. */
  readonly metadata: Uint8Array
  /** `signingKeyId` of the author. */
  readonly authorKeyId: Uint8Array
  /** UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
  readonly time: string
  /** Epoch of the organisation's policy that the author knew. */
  readonly policyEpoch: number
}

/** What the reader already knows; every difference is a refusal. */
export type ManifestExpectation = {
  readonly fileId: string
  readonly spaceId?: string
  /** Highest version this client has seen: an older one is a rollback. */
  readonly minimumVersion?: number
  /** Hash of the manifest that this one must follow. */
  readonly previous?: Uint8Array
}

const NAMES = [
  'v',
  'file_id',
  'folder_id',
  'space_id',
  'content_id',
  'version',
  'previous',
  'header_tag',
  'segment_bytes',
  'metadata',
  'author_key_id',
  'time',
  'policy_epoch',
]

/** Signs a manifest; the author's key id is filled in. @throws {CryptoError} `bad_argument` */
export async function signManifest(manifest: Omit<Manifest, 'authorKeyId'>, signer: Signer): Promise<SignedStatement> {
  const value = {
    v: 1,
    file_id: manifest.fileId,
    folder_id: manifest.folderId,
    space_id: manifest.spaceId,
    content_id: manifest.contentId,
    version: manifest.version,
    previous: manifest.previous && toBase64Url(manifest.previous),
    header_tag: toBase64Url(manifest.headerTag),
    segment_bytes: manifest.segmentBytes,
    metadata: toBase64Url(manifest.metadata),
    author_key_id: toBase64Url(signer.keyId),
    time: manifest.time,
    policy_epoch: manifest.policyEpoch,
  }
  readManifest(value, 'bad_argument')
  return signStatement(signer, 'qs1/manifest', value)
}

/**
 * Checks the author's signature and the reader's expectations, and only then reads.
 *
 * @throws {CryptoError} `verify_failed`
 */
export async function verifyManifest(options: {
  signed: SignedStatement
  author: VerifyingKeys
  expected: ManifestExpectation
}): Promise<Manifest> {
  const { signed, author, expected } = options
  const manifest = readManifest(await readStatement(author, 'qs1/manifest', signed), 'verify_failed')

  const isAuthor = equalBytes(manifest.authorKeyId, await signingKeyId(author))
  const isFile = manifest.fileId === expected.fileId.toLowerCase()
  const isSpace = expected.spaceId === undefined || manifest.spaceId === expected.spaceId.toLowerCase()
  const isRecent = manifest.version >= (expected.minimumVersion ?? 1)
  const isNext =
    expected.previous === undefined || (manifest.previous !== null && equalBytes(manifest.previous, expected.previous))
  if (!isAuthor || !isFile || !isSpace || !isRecent || !isNext) throw new CryptoError('verify_failed', 'manifest')
  return manifest
}

/**
 * Whose signature a manifest claims to carry, before anything is checked: for finding the keys to check it with.
 *
 * @throws {CryptoError} `verify_failed`
 */
export function manifestAuthorKeyId(signed: Pick<SignedStatement, 'text'>): Uint8Array {
  return readManifest(parseCanonicalJson(signed.text), 'verify_failed').authorKeyId
}

/** SHA-256 of a manifest's text: what the next version points back to. 32 bytes. */
export function manifestHash(signed: Pick<SignedStatement, 'text'>): Promise<Bytes> {
  return digest('SHA-256', utf8(signed.text))
}

function readManifest(value: Parameters<typeof fieldsOf>[0], code: 'bad_argument' | 'verify_failed'): Manifest {
  const fields = fieldsOf(value, NAMES, code)
  const version = fields.integer('version')
  const isFirst = version === 1
  if (fields.integer('v') !== 1 || version === 0 || fields.isNull('previous') !== isFirst) {
    throw new CryptoError(code, 'version')
  }
  return {
    fileId: fields.uuid('file_id'),
    folderId: fields.isNull('folder_id') ? null : fields.uuid('folder_id'),
    spaceId: fields.uuid('space_id'),
    contentId: fields.uuid('content_id'),
    version,
    previous: isFirst ? null : fields.bytes('previous', 32),
    headerTag: fields.bytes('header_tag', 32),
    segmentBytes: fields.integer('segment_bytes'),
    metadata: fields.bytes('metadata'),
    authorKeyId: fields.bytes('author_key_id', 32),
    time: fields.time('time'),
    policyEpoch: fields.integer('policy_epoch'),
  }
}
