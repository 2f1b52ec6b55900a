import { type Bytes, equalBytes } from '../bytes.ts'
import { parseCanonicalJson } from './canonical-json.ts'
import { toBase64Url, utf8 } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { fieldsOf } from './fields.ts'
import { type Signer, signingKeyId, type VerifyingKeys } from '../primitives/signature.ts'
import { readStatement, type SignedStatement, signStatement } from './statement.ts'
import { digest } from '../primitives/symmetric.ts'

/** What its author says about one version of a folder: where it lies and what it is called. Ids are UUID text. */
export type FolderRecord = {
  readonly folderId: string
  /** The folder that it lies in; null at the top of the space. */
  readonly parentId: string | null
  readonly spaceId: string
  /** Of the folder's row, from 1 and one more each time. A folder of an earlier release gets its first record at a later version. */
  readonly version: number
  /** Hash of the record before (32 bytes); null in the first one. */
  readonly previous: Uint8Array | null
  /** Sealed name (`record.ts`, kind `folder`, field `name`), as the row has it. */
  readonly name: Uint8Array
  /** `signingKeyId` of the author. */
  readonly authorKeyId: Uint8Array
  /** UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
  readonly time: string
  /** `rosterHash` of the epoch under which the author wrote (32 bytes); null in a personal space. */
  readonly roster: Uint8Array | null
}

const MEMBERS = [
  'v',
  'folder_id',
  'parent_id',
  'space_id',
  'version',
  'previous',
  'name',
  'author_key_id',
  'time',
  'roster',
]

/** Signs the record of a folder; the author's key id is filled in. @throws {CryptoError} `bad_argument` */
export async function signFolderRecord(
  record: Omit<FolderRecord, 'authorKeyId'>,
  signer: Signer,
): Promise<SignedStatement> {
  const value = {
    v: 1,
    folder_id: record.folderId,
    parent_id: record.parentId,
    space_id: record.spaceId,
    version: record.version,
    previous: record.previous && toBase64Url(record.previous),
    name: toBase64Url(record.name),
    author_key_id: toBase64Url(signer.keyId),
    time: record.time,
    roster: record.roster && toBase64Url(record.roster),
  }
  parseRecord(value, 'bad_argument')
  return signStatement(signer, 'qs1/folder-record', value)
}

/**
 * Checks the author's signature and which folder of which space it is, and only then reads.
 *
 * @param options.expected.minimumVersion highest version this client has seen: an older one is a rollback.
 * @throws {CryptoError} `verify_failed`
 */
export async function verifyFolderRecord(options: {
  signed: SignedStatement
  author: VerifyingKeys
  expected: { folderId: string; spaceId: string; minimumVersion?: number }
}): Promise<FolderRecord> {
  const { signed, author, expected } = options
  const record = parseRecord(await readStatement(author, 'qs1/folder-record', signed), 'verify_failed')
  const isExpected =
    equalBytes(record.authorKeyId, await signingKeyId(author)) &&
    record.folderId === expected.folderId.toLowerCase() &&
    record.spaceId === expected.spaceId.toLowerCase() &&
    record.version >= (expected.minimumVersion ?? 1)
  if (!isExpected) throw new CryptoError('verify_failed', 'folder record')
  return record
}

/**
 * What a record claims, before anything is checked: for finding the keys to check it with.
 *
 * @throws {CryptoError} `verify_failed`
 */
export function readFolderRecord({ text }: Pick<SignedStatement, 'text'>): FolderRecord {
  return parseRecord(parseCanonicalJson(text), 'verify_failed')
}

/** SHA-256 of a record's text: what the next one points back to. 32 bytes. */
export function folderRecordHash(signed: Pick<SignedStatement, 'text'>): Promise<Bytes> {
  return digest('SHA-256', utf8(signed.text))
}

function parseRecord(value: Parameters<typeof fieldsOf>[0], code: 'bad_argument' | 'verify_failed'): FolderRecord {
  const fields = fieldsOf(value, MEMBERS, code)
  const version = fields.integer('version')
  const isFirst = fields.isNull('previous')
  if (fields.integer('v') !== 1 || version === 0 || (version === 1 && !isFirst)) throw new CryptoError(code, 'version')
  return {
    folderId: fields.uuid('folder_id'),
    parentId: fields.isNull('parent_id') ? null : fields.uuid('parent_id'),
    spaceId: fields.uuid('space_id'),
    version,
    previous: isFirst ? null : fields.bytes('previous', 32),
    name: fields.bytes('name'),
    authorKeyId: fields.bytes('author_key_id', 32),
    time: fields.time('time'),
    roster: fields.isNull('roster') ? null : fields.bytes('roster', 32),
  }
}
