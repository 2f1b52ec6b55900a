import { z } from 'zod'
import {
  CryptoError,
  type FileKey,
  type Manifest,
  type RecordCipher,
  type SignedStatement,
  fromBase64Url,
  fromUtf8,
  manifestAuthorKeyId,
  manifestHash,
  sealSharedRecord,
  signManifest,
  systemRandom,
  toBase64Url,
  type VerifyingKeys,
  unwrapFileKey,
  utf8,
  verifyManifest,
  wrapFileKey,
} from '#crypto/index.ts'
import type { VaultApi } from './api.ts'
import { readingSpace, tablesOf, withNewestKey } from './home.ts'
import { FILE_COLUMNS, listedRow } from './list-files.ts'
import { authorInTeam } from './open-team.ts'
import type { OpenSpace, OpenVault } from './open-vault.ts'
import { teamOf } from './team-spaces.ts'
import { VaultError } from './vault-error.ts'

export type { VaultFile } from './list-files.ts'

const PROOF_COLUMNS = `${FILE_COLUMNS},storage_path,encryption_key,content_id,manifest,manifest_signature,shared_record`

const provedRow = listedRow.extend({
  space_id: z.uuid(),
  space_epoch: z.int(),
  storage_path: z.string(),
  encryption_key: z.string(),
  content_id: z.uuid(),
  manifest: z.string(),
  manifest_signature: z.string(),
  shared_record: z.string().nullable(),
})
type ProvedRow = z.infer<typeof provedRow>

export const metadataShape = z.object({
  name: z.string(),
  type: z.string(),
  size: z.int().nonnegative(),
  /** Content that came through a request: which one, and when its sender says. Nobody signed that but who accepted it. */
  received: z.object({ request_id: z.uuid(), title: z.string(), time: z.string() }).exactOptional(),
})
export type FileMetadata = z.infer<typeof metadataShape>

/** Everything about one version of a file, checked: signature, position in its history, and that all pieces belong together. */
export type ProvedFile = {
  row: ProvedRow
  manifest: Manifest
  signed: SignedStatement
  metadata: FileMetadata
  fileKey: FileKey
}

/**
 * Reads one file's record and checks it against its signed manifest.
 * @throws {VaultError} `not_found` | `file_damaged`
 */
export async function proveFile(api: VaultApi, vault: OpenVault, id: string): Promise<ProvedFile> {
  const [row] = z.array(provedRow).parse(await api.rest(`reachable_files?select=${PROOF_COLUMNS}&id=eq.${id}`))
  if (!row) throw new VaultError('not_found', 'This file is no longer here.')
  try {
    const space = await readingSpace(api, vault, row)
    const signed = { text: row.manifest, signature: fromBase64Url(row.manifest_signature) }
    const minimumVersion = Math.max(row.version, vault.seenVersions.get(id) ?? 1)
    const expected = { fileId: id, spaceId: row.space_id, minimumVersion }
    const manifest = await verifyManifest({ signed, author: await authorOf(api, vault, { row, signed }), expected })
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
    vault.seenVersions.set(id, manifest.version)
    return { row, manifest, signed, metadata, fileKey }
  } catch (cause) {
    if (cause instanceof CryptoError || cause instanceof SyntaxError || cause instanceof z.ZodError)
      throw damaged(cause)
    throw cause
  }
}

/**
 * Whose signature counts: in the personal space the own one, in a team space that of whoever could change files when the file was sealed.
 * @throws {CryptoError} `verify_failed`
 */
export async function authorOf(
  api: VaultApi,
  vault: OpenVault,
  { row, signed }: { row: { space_id: string; space_epoch: number }; signed: SignedStatement },
): Promise<VerifyingKeys> {
  if (row.space_id === vault.personalSpace.id) return vault.signer.verifyingKeys
  const team = await teamOf(api, vault, row.space_id, row.space_epoch)
  return authorInTeam(team, row.space_epoch, manifestAuthorKeyId(signed))
}

/** Gives a file another name. @throws {VaultError} */
export function renameFile(api: VaultApi, vault: OpenVault, id: string, name: string): Promise<void> {
  return reviseFile(api, vault, { id, name })
}

/** What changes about a file; what is left out stays. `folderId` null is the top of the vault. */
export type FileRevision = { id: string; name?: string; folderId?: string | null; trashedAt?: null }

/**
 * Writes another version of a file's record: a new signed manifest, one version higher, pointing back at the one it
 * replaces. Name and folder are in the manifest, so neither changes without the key of its author.
 * @throws {VaultError} `not_found` | `file_damaged`
 */
export async function reviseFile(api: VaultApi, vault: OpenVault, revision: FileRevision): Promise<void> {
  const proved = await proveFile(api, vault, revision.id)
  const write = (space: OpenSpace): Promise<void> => writeRevision(api, vault, { proved, revision, space })
  await withNewestKey(api, vault, { spaceId: proved.row.space_id, write })
}

async function writeRevision(
  api: VaultApi,
  vault: OpenVault,
  { proved, revision, space }: { proved: ProvedFile; revision: FileRevision; space: OpenSpace },
): Promise<void> {
  const { row, manifest, signed, metadata: before, fileKey } = proved
  const { id } = revision
  const version = manifest.version + 1
  const folderId = revision.folderId === undefined ? manifest.folderId : revision.folderId
  const metadata = { ...before, name: revision.name ?? before.name }
  const sealed = await sealMetadata(space.records, { id, version }, metadata)
  const previous = await manifestHash(signed)
  const time = new Date().toISOString()
  const next = await signManifest(
    { ...manifest, version, folderId, previous, metadata: sealed.metadata, time },
    vault.signer,
  )
  // The old version in the filter: of two changes at once one finds no row instead of overwriting the other.
  const { files } = tablesOf(vault, space.id)
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
      ...(await keyColumns(row, { fileId: id, fileKey, space })),
      ...(revision.trashedAt === undefined ? {} : { trashed_at: revision.trashedAt }),
      ...(row.shared_record === null ? {} : await sealForPeople({ id, version }, fileKey, metadata)),
    },
  })
  if (!Array.isArray(changed) || changed.length === 0) {
    throw new VaultError('not_found', 'This file was changed somewhere else at the same moment; look again.')
  }
  vault.seenVersions.set(id, version)
}

/** The columns of a file's key, where another one, or the key of another epoch, has to be written. */
export async function keyColumns(
  row: { space_epoch: number },
  {
    fileId,
    fileKey,
    space,
    isNewKey = false,
  }: { fileId: string; fileKey: FileKey; space: OpenSpace; isNewKey?: boolean },
): Promise<{ encryption_key?: string; space_epoch?: number }> {
  if (!isNewKey && row.space_epoch === space.epoch) return {}
  const context = { fileId, spaceId: space.id, epoch: space.epoch }
  const wrapped = await wrapFileKey({ spaceKey: space.key, fileKey, context, random: systemRandom })
  return { encryption_key: toBase64Url(wrapped), space_epoch: space.epoch }
}

export async function touchFile(api: VaultApi, id: string, now: Date): Promise<void> {
  await api.rest(`file_records?id=eq.${id}`, { method: 'PATCH', body: { last_accessed: now.toISOString() } })
}

export type SealedMetadata = { name: Uint8Array; type: Uint8Array; metadata: Uint8Array }

/** The three sealed records of a version: name and type for lists, all of it for the manifest. */
export async function sealMetadata(
  records: RecordCipher,
  file: { id: string; version: number },
  metadata: FileMetadata,
): Promise<SealedMetadata> {
  const context = (field: string) => ({ kind: 'file', id: file.id, version: file.version, field })
  const [name, type, all] = await Promise.all([
    records.seal(context('name'), utf8(metadata.name)),
    records.seal(context('type'), utf8(metadata.type)),
    records.seal(context('metadata'), utf8(JSON.stringify(metadata))),
  ])
  return { name, type, metadata: all }
}

/**
 * The columns that people with a grant read: name, type and size under a key that follows from the file's own. Bound to the
 * version, so whoever writes a new manifest of a shared file writes these too.
 */
export async function sealForPeople(
  file: { id: string; version: number },
  fileKey: FileKey,
  metadata: FileMetadata,
): Promise<{ shared_record: string }> {
  // Name, type and size: through which request a file came is not for others.
  const { name, type, size } = metadata
  const plain = utf8(JSON.stringify({ name, type, size }))
  const sealed = await sealSharedRecord({
    fileId: file.id,
    version: file.version,
    fileKey,
    plain,
    random: systemRandom,
  })
  return { shared_record: toBase64Url(sealed) }
}

export function damaged(cause: unknown): VaultError {
  return new VaultError('file_damaged', 'This file was changed or damaged; nothing was saved.', { cause })
}
