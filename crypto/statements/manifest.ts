import { type Bytes, equalBytes } from '../bytes.ts'
import { parseCanonicalJson } from './canonical-json.ts'
import { toBase64Url, utf8 } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { fieldsOf, isObject } from './fields.ts'
import { type Signer, signingKeyId, type VerifyingKeys } from '../primitives/signature.ts'
import { readStatement, type SignedStatement, signStatement } from './statement.ts'
import { digest } from '../primitives/symmetric.ts'

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
  /** `contentRoot` of the sealed segments (32 bytes); null in format 1, which does not fix the content. */
  readonly contentRoot: Uint8Array | null
  /** `rosterHash` of the epoch under which the author wrote (32 bytes); null in a personal space, and in format 1. */
  readonly roster: Uint8Array | null
}

/**
 * Manifests of format 1 fix key, header and length of the content, but not its bytes. One that was signed at this time or later is
 * refused: by then every client writes format 2. What was signed before stays readable until its author signs the file again.
 */
export const FORMAT_1_ENDS = '2027-07-01T00:00:00.000Z'

/** What the reader already knows; every difference is a refusal. */
export type ManifestExpectation = {
  readonly fileId: string
  readonly spaceId?: string
  /** Highest version this client has seen: an older one is a rollback. */
  readonly minimumVersion?: number
  /** Hash of the manifest that this one must follow. */
  readonly previous?: Uint8Array
}

const COMMON = [
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
]
const FORMAT_1 = [...COMMON, 'policy_epoch']
const FORMAT_2 = [...COMMON, 'content_root', 'roster']

/** Signs a manifest, always in format 2; the author's key id is filled in. @throws {CryptoError} `bad_argument` */
export async function signManifest(manifest: Omit<Manifest, 'authorKeyId'>, signer: Signer): Promise<SignedStatement> {
  if (!manifest.contentRoot) throw new CryptoError('bad_argument', 'content_root')
  const value = {
    v: 2,
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
    content_root: toBase64Url(manifest.contentRoot),
    roster: manifest.roster && toBase64Url(manifest.roster),
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
  const isFormat1 = isObject(value) && value['v'] === 1
  const fields = fieldsOf(value, isFormat1 ? FORMAT_1 : FORMAT_2, code)
  const version = fields.integer('version')
  const isFirst = version === 1
  if (fields.integer('v') !== (isFormat1 ? 1 : 2) || version === 0 || fields.isNull('previous') !== isFirst) {
    throw new CryptoError(code, 'version')
  }
  if (isFormat1) fields.integer('policy_epoch')
  if (isFormat1 && fields.time('time') >= FORMAT_1_ENDS) throw new CryptoError(code, 'format')
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
    contentRoot: isFormat1 ? null : fields.bytes('content_root', 32),
    roster: isFormat1 || fields.isNull('roster') ? null : fields.bytes('roster', 32),
  }
}
