import { type FileKey, type WrapPurpose, signGrant, systemRandom, toBase64Url, wrapKey } from '#crypto/index.ts'
import { sealForPeople } from '../files/file-columns.ts'
import { type Person, TIME } from './person.ts'
import type { StoredFile } from './stored-file.ts'

/** A grant as `by` signs it; what is left out is as it should be. */
type Terms = {
  by: Person
  to: Person
  fileKey: FileKey
  objectId: string
  epoch?: number
  expires?: string | null
  /** Fingerprints that the grant names. */
  recipient?: Uint8Array
  author?: Uint8Array
  purpose?: WrapPurpose
}

/** The three columns of a grant. */
export async function grantColumns(
  terms: Terms,
): Promise<{ wrapped_key: string; grant_text: string; grant_signature: string }> {
  const { by, to, fileKey, objectId, epoch = 100, purpose = 'file-to-user', expires = null } = terms
  const recipientPublicKey = to.bundle.keys.xWing
  const wrapped = await wrapKey({ key: fileKey, recipientPublicKey, purpose, objectId, epoch, random: systemRandom })
  const { text, signature } = await signGrant({
    wrapped,
    recipient: terms.recipient ?? to.print,
    author: terms.author ?? by.print,
    role: 'viewer',
    expires,
    time: TIME,
    signer: by.signer,
  })
  return { wrapped_key: toBase64Url(wrapped), grant_text: text, grant_signature: toBase64Url(signature) }
}

/** A row of `files_shared_with_me`, as an honest server answers it where `owner` is who signed. */
export async function sharedRow(
  { row, fileKey, metadata }: StoredFile,
  { owner, ...terms }: { owner: Person; to: Person } & Partial<Terms>,
): Promise<Record<string, unknown>> {
  return {
    file_id: row.id,
    owner_id: owner.userId,
    owner_email: owner.email,
    first_name: 'Ada',
    last_name: 'Moss',
    ...owner.published,
    ...(await grantColumns({ by: owner, author: owner.print, fileKey, objectId: row.id, ...terms })),
    shared_at: '2026-03-02',
    ...(await sealForPeople({ id: row.id, version: 1 }, fileKey, metadata)),
    file_size: row['file_size'],
    version: 1,
    content_id: row['content_id'],
    storage_path: row['storage_path'],
    manifest: row.manifest,
    manifest_signature: row.manifest_signature,
    segment_hashes: null,
  }
}
