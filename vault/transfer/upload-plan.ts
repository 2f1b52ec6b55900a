import { z } from 'zod'
import {
  CryptoError,
  type FileKey,
  type RecordContext,
  FLOE,
  asFileKey,
  draw,
  fromBase64Url,
  fromUtf8,
  newFileKey,
  randomUuid,
  systemRandom,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import type { ContentKeys } from './content-keys.ts'
import { type FileMetadata, metadataShape, modifiedMember } from '../files/file-columns.ts'
import { type VaultFile, proveShown } from '../files/file-records.ts'
import { hasLiveGrant } from '../sharing/grants.ts'
import { tablesForSpace, withNewestKey } from '../folders/space-scope.ts'
import { newRecord, newStoragePath } from '../files/new-record.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { insertRecord } from '../files/record-inserts.ts'
import { replaceContent } from '../files/replace-content.ts'
import { type Shown, notAsShown } from '../files/shown.ts'
import { type Within, proveTarget, proveWithin } from '../folders/prove-folders.ts'
import { withRetry } from '../session/retry.ts'
import { createContentSealer } from './seal-parts.ts'
import { type ContentHashes, hashesOf } from './segment-leaves.ts'
import { VaultError } from '../session/vault-error.ts'

/**
 * What must stay the same from the first byte of an upload to its record, also across a reload: the file's key and the
 * message IV. The IVs of segments follow from it and from the plaintext, so a part that is sealed again is the same.
 */
export type UploadPlan = {
  fileId: string
  contentId: string
  storagePath: string
  folderId: string | null
  metadata: FileMetadata
  spaceId: string
  fileKey: FileKey
  iv: Uint8Array
  /** The file that gets this content; null makes a new one, called `fileId`. */
  replaces: string | null
}

export type PlannedFile = {
  name: string
  type: string
  sizeBytes: number
  /** When it was last changed where it comes from, in milliseconds; left out where nobody knows. */
  modifiedMs?: number | undefined
  folderId: string | null
  /** The team space it goes to; null, or left out, is the personal one. */
  spaceId?: string | null
}

export function planUpload(vault: OpenVault, file: PlannedFile, now: Date): UploadPlan {
  return {
    fileId: randomUuid(systemRandom),
    contentId: randomUuid(systemRandom),
    storagePath: newStoragePath(vault, now),
    folderId: file.folderId,
    metadata: {
      name: file.name,
      type: file.type || 'application/octet-stream',
      size: file.sizeBytes,
      ...modifiedMember(file.modifiedMs),
    },
    spaceId: file.spaceId ?? vault.personalSpace.id,
    fileKey: newFileKey(systemRandom),
    iv: draw(systemRandom, FLOE.ivBytes),
    replaces: null,
  }
}

/**
 * A new file in a place that a person was shown.
 *
 * @param chosen.within the folders of that place, the outermost first; empty for the top; null where it was proved for an earlier plan.
 * @throws {VaultError} `not_as_shown` | `not_found` | `folder_refused`
 */
export async function planNewFile(
  api: VaultApi,
  vault: OpenVault,
  { file, within, now }: { file: PlannedFile; within: Within | null; now: Date },
): Promise<UploadPlan> {
  if (within) await proveTarget(api, vault, { spaceId: file.spaceId ?? null, folderId: file.folderId }, within)
  return planUpload(vault, file, now)
}

/**
 * Other content for a stored file, under a key of its own: who sent the file, had it shared or left its space knows the old one. Only
 * while somebody has a grant, which holds the file's key, does the new content keep it.
 *
 * @param replaced.shown the stored file, in the place that `file` names: the new content is sealed for that space and for no other.
 * @param replaced.within the folders of its path: under the name of one, another folder's file could be shown, which somebody has a grant of.
 * @throws {VaultError} `not_found` | `file_damaged` | `not_as_shown` | `folder_refused`
 */
export async function planReplacement(
  api: VaultApi,
  vault: OpenVault,
  { shown, within = [], file, now }: { shown: Shown; within?: Within; file: PlannedFile; now: Date },
): Promise<UploadPlan> {
  if (shown.spaceId !== (file.spaceId ?? null) || shown.folderId !== file.folderId) throw notAsShown()
  await proveWithin(api, vault, [{ shown, within }])
  const { row, metadata, fileKey } = await proveShown(api, vault, shown)
  const plan = planUpload(vault, { ...file, name: metadata.name }, now)
  const keepsKey = row.space_id === vault.personalSpace.id && (await hasLiveGrant(api, vault, { fileId: row.id, now }))
  return { ...plan, ...(keepsKey ? { fileKey } : {}), replaces: row.id }
}

export function contentKeysOf(plan: UploadPlan): ContentKeys {
  const { contentId, fileKey, iv, storagePath, metadata } = plan
  return {
    contentId,
    fileKey,
    iv,
    storagePath,
    sizeBytes: metadata.size,
    segmentBytes: FLOE.segmentBytes,
    headerTag: undefined,
    contentRoot: undefined,
    segmentHashes: undefined,
  }
}

/**
 * Makes the uploaded object a file: wraps its key, signs its manifest and inserts the record, which the server accepts
 * only while the object is durable. Repeating it after a lost answer finds the record already there.
 *
 * @param options.leaves of the segments as they were sealed: the manifest signs the root over them.
 */
export async function commitUpload(
  api: VaultApi,
  vault: OpenVault,
  plan: UploadPlan,
  { leaves, now, signal }: { leaves: Uint8Array; now: Date; signal: AbortSignal },
): Promise<VaultFile> {
  const { fileId, metadata, folderId, spaceId } = plan
  const hashes = await hashesOf({ sizeBytes: metadata.size, segmentBytes: FLOE.segmentBytes }, leaves)
  const { replaces } = plan
  if (replaces !== null) return commitReplacement(api, vault, plan, { replaces, hashes, signal })
  // The signal ends the repeating, never a request: whether a request that was cut off arrived would be unknown.
  const write = async (space: OpenSpace): Promise<void> => {
    const row = await recordOf(vault, plan, { hashes, space, now })
    await withRetry(signal, () => insertRecord(api, tablesForSpace(vault, spaceId).files, row))
  }
  await withNewestKey(api, vault, { spaceId, write })
  return {
    id: fileId,
    spaceId: listOf(vault, spaceId),
    version: 1,
    name: metadata.name,
    mimeType: metadata.type,
    sizeBytes: metadata.size,
    folderId,
    createdAt: now.toISOString(),
    lastAccessedAt: null,
    isEncrypted: true,
    isShared: false,
    isStarred: false,
    trashedAt: null,
  }
}

/** The space of a plan as lists name it: null is the personal one. */
const listOf = (vault: OpenVault, spaceId: string): string | null =>
  spaceId === vault.personalSpace.id ? null : spaceId

/** The row of a new file: its key wrapped, its manifest signed. */
async function recordOf(
  vault: OpenVault,
  plan: UploadPlan,
  { hashes, space, now }: { hashes: ContentHashes; space: OpenSpace; now: Date },
): Promise<Record<string, unknown>> {
  const { fileId, metadata, contentId, folderId, fileKey, storagePath } = plan
  const { headerTag } = await createContentSealer(plan)
  const { segmentBytes } = FLOE
  const file = { fileId, folderId, contentId, headerTag, segmentBytes, storagePath, metadata, fileKey, hashes }
  return newRecord(vault, file, { space, now })
}

async function commitReplacement(
  api: VaultApi,
  vault: OpenVault,
  plan: UploadPlan,
  { replaces, hashes, signal }: { replaces: string; hashes: ContentHashes; signal: AbortSignal },
): Promise<VaultFile> {
  const { contentId, fileKey, storagePath, metadata, spaceId } = plan
  const { headerTag } = await createContentSealer(plan)
  const { type, size: sizeBytes, modified } = metadata
  const { segmentBytes } = FLOE
  const own = modified === undefined ? {} : { modified }
  const content = { contentId, headerTag, segmentBytes, storagePath, type, sizeBytes, fileKey, hashes, ...own }
  const { row } = await withRetry(signal, () =>
    replaceContent(api, vault, { id: replaces, spaceId: listOf(vault, spaceId) }, content),
  )
  return {
    id: replaces,
    spaceId: listOf(vault, spaceId),
    version: row.version,
    name: metadata.name,
    mimeType: type,
    sizeBytes,
    folderId: row.folder_id,
    createdAt: row.created_at,
    lastAccessedAt: row.last_accessed,
    isEncrypted: row.is_encrypted,
    isShared: row.is_shared,
    isStarred: row.is_starred,
    trashedAt: row.trashed_at,
  }
}

const savedShape = z.object({
  /** Plans of an earlier release have none: their parts were sealed with IVs that nobody can repeat, so they begin again. */
  v: z.literal(2),
  contentId: z.uuid(),
  storagePath: z.string(),
  folderId: z.uuid().nullable(),
  metadata: metadataShape,
  spaceId: z.uuid(),
  fileKey: z.string(),
  iv: z.string(),
  replaces: z.uuid().nullable(),
})

/** Seals a plan under the personal space key, so that an interrupted upload can wait on this device. Base64url. */
export async function savePlan(vault: OpenVault, plan: UploadPlan): Promise<string> {
  const { fileId, fileKey, iv, ...rest } = plan
  const text = JSON.stringify({ v: 2, ...rest, fileKey: toBase64Url(fileKey), iv: toBase64Url(iv) })
  return toBase64Url(await vault.personalSpace.records.seal(planContext(fileId), utf8(text)))
}

/** @throws {VaultError} `not_found` when the plan was sealed by another vault, or by an earlier release. */
export async function restorePlan(vault: OpenVault, fileId: string, saved: string): Promise<UploadPlan> {
  try {
    const text = fromUtf8(await openUnderAnyEpoch(vault, planContext(fileId), fromBase64Url(saved)))
    const { v: _, fileKey, iv, ...rest } = savedShape.parse(JSON.parse(text))
    return { ...rest, fileId, fileKey: asFileKey(fromBase64Url(fileKey)), iv: fromBase64Url(iv) }
  } catch (cause) {
    throw new VaultError('not_found', 'This interrupted upload belongs to another vault.', { cause })
  }
}

/** A plan may have been saved before the account got a new key, and the personal space its next epoch. */
async function openUnderAnyEpoch(vault: OpenVault, context: RecordContext, sealed: Uint8Array): Promise<Uint8Array> {
  const { id } = vault.personalSpace
  const epochs = [...vault.spaces.values()].filter((space) => space.id === id).toSorted((a, b) => b.epoch - a.epoch)
  for (const { records } of epochs) {
    const plain = await records.open(context, sealed).catch(() => null)
    if (plain) return plain
  }
  throw new CryptoError('open_failed', 'upload plan')
}

const planContext = (fileId: string) => ({ kind: 'upload-plan', id: fileId, version: 1, field: 'plan' })
