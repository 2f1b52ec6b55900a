import {
  type FileKey,
  type Manifest,
  fromBase64Url,
  newFileKey,
  randomUuid,
  signManifest,
  systemRandom,
  toBase64Url,
  verifyManifest,
} from '#crypto/index.ts'
import type { FileMetadata } from '../files/file-columns.ts'
import type { Shown } from '../files/shown.ts'
import { newRecord, newStoragePath } from '../files/new-record.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { TIME } from './person.ts'

/** A row of `reachable_files`. */
export type FileRow = Record<string, unknown> & { id: string; manifest: string; manifest_signature: string }
export type StoredFile = { row: FileRow; fileKey: FileKey; metadata: FileMetadata }

/** A file as its author stores it, with the columns that the server adds. */
export async function storedFile(
  author: OpenVault,
  { space = author.personalSpace, metadata }: { space?: OpenSpace; metadata?: Partial<FileMetadata> } = {},
): Promise<StoredFile> {
  const fileKey = newFileKey(systemRandom)
  const file = {
    fileId: randomUuid(systemRandom),
    folderId: null,
    contentId: randomUuid(systemRandom),
    headerTag: systemRandom(32),
    segmentBytes: 262_144,
    storagePath: newStoragePath(author, new Date(TIME)),
    metadata: { name: 'plan.pdf', type: 'application/pdf', size: 1234, ...metadata },
    fileKey,
    hashes: { contentRoot: systemRandom(32), segmentHashes: null },
  }
  const stored = await newRecord(author, file, { space, now: new Date(TIME) })
  const added = {
    created_at: TIME,
    last_accessed: null,
    is_shared: false,
    is_starred: false,
    trashed_at: null,
    shared_record: null,
  }
  return { row: { ...added, ...(stored as FileRow) }, fileKey, metadata: file.metadata }
}

/** The file as an honest list of the personal space shows it. */
export const shownRow = ({ row, metadata }: Pick<StoredFile, 'row' | 'metadata'>): Shown => {
  return { id: row.id, spaceId: null, folderId: null, name: metadata.name, version: 1 }
}

/** The same row with another manifest: what an author who cheats may sign. */
export async function signedAgain(row: FileRow, author: OpenVault, claims: Partial<Manifest>): Promise<FileRow> {
  const signed = { text: row.manifest, signature: fromBase64Url(row.manifest_signature) }
  const manifest = await verifyManifest({ signed, author: author.bundle.keys, expected: { fileId: row.id } })
  const { text, signature } = await signManifest({ ...manifest, ...claims }, author.signer)
  return { ...row, manifest: text, manifest_signature: toBase64Url(signature) }
}
