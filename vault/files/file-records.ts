import { z } from 'zod'
import {
  CryptoError,
  type FileKey,
  type Manifest,
  type SignedStatement,
  fromBase64Url,
  equalBytes,
  fromUtf8,
  manifestAuthorKeyId,
  manifestHash,
  signManifest,
  toBase64Url,
  type VerifyingKeys,
  unwrapFileKey,
  verifyManifest,
} from '#crypto/index.ts'
import type { ReadPurpose } from '#contract/audit/read-purpose.ts'
import type { VaultApi } from '../session/api.ts'
import { purposeHeaders } from '../transfer/content-keys.ts'
import { contentHashesOf } from '../transfer/content-hashes.ts'
import { damaged, VaultError } from '../session/vault-error.ts'
import { noteVersion } from '../session/version-memory.ts'
import { type FileMetadata, keyColumns, metadataShape, sealForPeople, sealMetadata } from './file-columns.ts'
import { readingSpace, tablesForSpace, withNewestKey } from '../folders/space-scope.ts'
import { FILE_COLUMNS, listedRow } from './list-files.ts'
import { authorInTeam } from '../spaces/open-team.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type ContentHashes, hashesOf } from '../transfer/segment-leaves.ts'
import { type InSpace, type Shown, requireShown } from './shown.ts'
import type { TeamPerson } from '../session/team.ts'
import { teamOf } from '../spaces/team-spaces.ts'

export type { VaultFile } from './list-files.ts'

/** What a proof of a file is made from. */
export const PROOF_COLUMNS = `${FILE_COLUMNS},storage_path,encryption_key,content_id,manifest,manifest_signature,shared_record,segment_hashes`

export const provedRow = listedRow.extend({
  space_id: z.uuid(),
  space_epoch: z.int(),
  storage_path: z.string(),
  encryption_key: z.string(),
  content_id: z.uuid(),
  manifest: z.string(),
  manifest_signature: z.string(),
  shared_record: z.string().nullable(),
  segment_hashes: z.string().nullable(),
})
export type ProvedRow = z.infer<typeof provedRow>

/** Everything about one version of a file, checked: signature, position in its history, and that all pieces belong together. */
export type ProvedFile = {
  row: ProvedRow
  manifest: Manifest
  signed: SignedStatement
  metadata: FileMetadata
  fileKey: FileKey
  author: Author
}

/** Whose signature stands under a manifest; `person` is null in the personal space, where it is one's own. */
export type Author = { userId: string; keys: VerifyingKeys; person: TeamPerson | null }

/**
 * Reads one file's record, checks it against its signed manifest, and that against what a person was shown.
 * @throws {VaultError} `not_found` | `file_damaged` | `not_as_shown`
 */
export async function proveShown(api: VaultApi, vault: OpenVault, shown: Shown | InSpace): Promise<ProvedFile> {
  const proved = await proveFile(api, vault, shown.id)
  requireShown(vault, shown, proved)
  return proved
}

/**
 * Reads one file's record and checks it against its signed manifest. It says what the file is, not that it is the one a person chose:
 * acts use `proveShown`.
 * @throws {VaultError} `not_found` | `file_damaged`
 */
export async function proveFile(api: VaultApi, vault: OpenVault, id: string): Promise<ProvedFile> {
  const [row] = z.array(provedRow).parse(await api.rest(`reachable_files?select=${PROOF_COLUMNS}&id=eq.${id}`))
  if (!row) throw new VaultError('not_found', 'This file is no longer here.')
  const minimumVersion = Math.max(row.version, vault.seenVersions.get(id) ?? 1)
  const proved = await proveRow(api, vault, { row, id, minimumVersion })
  noteVersion(vault, id, proved.manifest.version)
  return proved
}

/**
 * Checks a row of a file, as it is or as it was, against the manifest that it holds.
 * @param wanted.minimumVersion a manifest below it is refused, whoever signed it.
 * @throws {VaultError} `file_damaged`
 */
export async function proveRow(
  api: VaultApi,
  vault: OpenVault,
  { row, id, minimumVersion }: { row: ProvedRow; id: string; minimumVersion: number },
): Promise<ProvedFile> {
  try {
    if (row.id !== id) throw new CryptoError('verify_failed', 'record')
    const space = await readingSpace(api, vault, row)
    const signed = { text: row.manifest, signature: fromBase64Url(row.manifest_signature) }
    const expected = { fileId: id, spaceId: row.space_id, minimumVersion }
    const author = await authorOf(api, vault, { row, signed })
    const manifest = await verifyManifest({ signed, author: author.keys, expected })
    requireRoster(space, manifest)
    const context = { kind: 'file', id, version: manifest.version, field: 'metadata' }
    const metadata = metadataShape.parse(JSON.parse(fromUtf8(await space.records.open(context, manifest.metadata))))
    const isSame =
      manifest.contentId === row.content_id &&
      manifest.folderId === row.folder_id &&
      manifest.version === row.version &&
      metadata.size === row.file_size
    if (!isSame) throw new CryptoError('verify_failed', 'record')
    const wrapped = fromBase64Url(row.encryption_key)
    const fileKey = await unwrapFileKey({
      spaceKey: space.key,
      wrapped,
      context: { fileId: id, spaceId: space.id, epoch: space.epoch },
    })
    return { row, manifest, signed, metadata, fileKey, author }
  } catch (cause) {
    if (cause instanceof CryptoError || cause instanceof SyntaxError || cause instanceof z.ZodError)
      throw damaged(cause)
    throw cause
  }
}

/**
 * Whose signature counts: in the personal space the own one, in a team space that of the members who could change files when the file was sealed.
 * @throws {CryptoError} `verify_failed`
 */
export async function authorOf(
  api: VaultApi,
  vault: OpenVault,
  { row, signed }: { row: { space_id: string; space_epoch: number }; signed: SignedStatement },
): Promise<Author> {
  return authorByKeyId(api, vault, row, manifestAuthorKeyId(signed))
}

/** The same for the key id that a manifest, or the record of a folder, claims. @throws {CryptoError} `verify_failed` */
export async function authorByKeyId(
  api: VaultApi,
  vault: OpenVault,
  row: { space_id: string; space_epoch: number },
  keyId: Uint8Array,
): Promise<Author> {
  if (row.space_id === vault.personalSpace.id) {
    return { userId: vault.userId, keys: vault.signer.verifyingKeys, person: null }
  }
  const team = await teamOf(api, vault, row.space_id, row.space_epoch)
  const person = await authorInTeam(team, row.space_epoch, keyId)
  return { userId: person.userId, keys: person.bundle.keys, person }
}

/**
 * The author wrote under the list of members that this vault checked for the epoch: an author who was shown another one is noticed by the
 * others with the first file they store.
 * @throws {VaultError} `members_differ`
 */
export function requireRoster(space: Pick<OpenSpace, 'rosterHash'>, manifest: Manifest): void {
  if (manifest.contentRoot !== null) requireSameRoster(space, manifest.roster)
}

/** @throws {VaultError} `members_differ` */
export function requireSameRoster(space: Pick<OpenSpace, 'rosterHash'>, roster: Uint8Array | null): void {
  const isSame =
    space.rosterHash === null || roster === null ? roster === space.rosterHash : equalBytes(roster, space.rosterHash)
  if (!isSame) throw new VaultError('members_differ', 'This was signed under another list of members.')
}

/** As `proveShown`, of content that is signed with its root: where it is not yet, it is read to its end and signed first. */
export async function proveWithRoot(
  api: VaultApi,
  vault: OpenVault,
  shown: Shown,
): Promise<ProvedFile & { manifest: { contentRoot: Uint8Array } }> {
  const proved = await proveShown(api, vault, shown)
  if (!proved.manifest.contentRoot) await reviseFile(api, vault, shown, {})
  const { manifest, ...rest } = proved.manifest.contentRoot ? proved : await proveShown(api, vault, shown)
  const { contentRoot } = manifest
  if (!contentRoot)
    throw new VaultError('not_found', 'This file was changed somewhere else at the same moment; look again.')
  return { ...rest, manifest: { ...manifest, contentRoot } }
}

/** Gives a file another name. @throws {VaultError} */
export function renameFile(api: VaultApi, vault: OpenVault, shown: Shown, name: string): Promise<void> {
  return reviseFile(api, vault, shown, { name })
}

/** What changes about a file; what is left out stays. `folderId` null is the top of the vault. */
export type FileRevision = { name?: string; folderId?: string | null; trashedAt?: null }

/**
 * Writes another version of a file's record: a new signed manifest, one version higher, pointing back at the one it
 * replaces. Name and folder are in the manifest, so neither changes without the key of its author.
 * @throws {VaultError} `not_found` | `file_damaged` | `not_as_shown`
 */
export async function reviseFile(api: VaultApi, vault: OpenVault, shown: Shown, revision: FileRevision): Promise<void> {
  await reviseProved(api, vault, await proveShown(api, vault, shown), revision)
}

/** As `reviseFile`, from what was proved already. @throws {VaultError} `not_found` | `file_damaged` */
export async function reviseProved(
  api: VaultApi,
  vault: OpenVault,
  proved: ProvedFile,
  revision: FileRevision,
): Promise<void> {
  const hashes = await contentHashesOf(api, proved)
  const write = (space: OpenSpace): Promise<void> => writeRevision(api, vault, { proved, hashes, revision, space })
  await withNewestKey(api, vault, { spaceId: proved.row.space_id, write })
}

/**
 * Signs the content of a file that has no root yet, as it was just read to its end; that of others is left to them.
 * @param read the content that was read, and the leaves of its segments.
 */
export async function signContent(
  api: VaultApi,
  vault: OpenVault,
  id: string,
  read: { contentId: string; leaves: Uint8Array },
): Promise<void> {
  const proved = await proveFile(api, vault, id)
  const { manifest, metadata, author } = proved
  if (manifest.contentRoot || manifest.contentId !== read.contentId || author.userId !== vault.userId) return
  const hashes = await hashesOf({ sizeBytes: metadata.size, segmentBytes: manifest.segmentBytes }, read.leaves)
  const write = (space: OpenSpace): Promise<void> => writeRevision(api, vault, { proved, hashes, revision: {}, space })
  await withNewestKey(api, vault, { spaceId: proved.row.space_id, write })
}

async function writeRevision(
  api: VaultApi,
  vault: OpenVault,
  {
    proved,
    hashes,
    revision,
    space,
  }: { proved: ProvedFile; hashes: ContentHashes; revision: FileRevision; space: OpenSpace },
): Promise<void> {
  const { row, manifest, signed, metadata: before, fileKey } = proved
  const { id } = row
  const version = manifest.version + 1
  const folderId = revision.folderId === undefined ? manifest.folderId : revision.folderId
  const metadata = { ...before, name: revision.name ?? before.name }
  const sealed = await sealMetadata(space.records, { id, version }, metadata)
  const previous = await manifestHash(signed)
  const time = new Date().toISOString()
  const next = await signManifest(
    {
      ...manifest,
      version,
      folderId,
      previous,
      metadata: sealed.metadata,
      time,
      contentRoot: hashes.contentRoot,
      roster: space.rosterHash,
    },
    vault.signer,
  )
  // The old version in the filter: of two changes at once one finds no row instead of overwriting the other.
  const { files } = tablesForSpace(vault, space.id)
  const changed = await api.rest(`${files}?id=eq.${id}&version=eq.${manifest.version}&select=id`, {
    method: 'PATCH',
    prefer: 'return=representation',
    body: {
      folder_id: folderId,
      original_name: toBase64Url(sealed.name),
      mime_type: toBase64Url(sealed.type),
      version,
      manifest: next.text,
      manifest_signature: toBase64Url(next.signature),
      updated_at: time,
      ...(manifest.contentRoot ? {} : { segment_hashes: hashes.segmentHashes }),
      ...(await keyColumns(row, { fileId: id, fileKey, space })),
      ...(revision.trashedAt === undefined ? {} : { trashed_at: revision.trashedAt }),
      ...(row.shared_record === null ? {} : await sealForPeople({ id, version }, fileKey, metadata)),
    },
  })
  if (!Array.isArray(changed) || changed.length === 0) {
    throw new VaultError('not_found', 'This file was changed somewhere else at the same moment; look again.')
  }
  noteVersion(vault, id, version)
}

/** Notes that an own file was used, and for what. */
export async function touchFile(api: VaultApi, id: string, purpose: ReadPurpose, now: Date): Promise<void> {
  const body = { last_accessed: now.toISOString() }
  await api.rest(`file_records?id=eq.${id}`, { method: 'PATCH', body, headers: purposeHeaders(purpose) })
}
