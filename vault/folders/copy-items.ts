import { FILES_BUCKET } from '#contract/limits.ts'
import { randomUuid, systemRandom } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { contentHashesOf } from '../transfer/content-hashes.ts'
import { proveShown } from '../files/file-records.ts'
import { type Shown, notAsShown } from '../files/shown.ts'
import { createFolder } from './folders.ts'
import { type ShownFolder, proveFolders } from './prove-folders.ts'
import { tablesForSpace, withNewestKey } from './space-scope.ts'
import { type Items, forEachItem } from './items.ts'
import { newRecord, newStoragePath } from '../files/new-record.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { insertRecord } from '../files/record-inserts.ts'
import { deleteForever, trashItems } from './trash.ts'
import { isProofNeeded, VaultError } from '../session/vault-error.ts'

/** What is copied, and where to. Folders come before what lies in them. */
export type Copy = {
  /** `spaceId` null is the personal space, `folderId` null the top. */
  to: { spaceId: string | null; folderId: string | null }
  /** `parentId` is the present id of one of these, or null for what goes straight into the target. */
  folders: readonly CopiedFolder[]
  files: readonly CopiedFile[]
}
/** `shown`: what is copied, as a list showed it. */
export type CopiedFolder = CopiedItem & { shown: ShownFolder }
export type CopiedFile = CopiedItem & { shown: Shown }
/** What it is called there. */
type CopiedItem = { name: string; parentId: string | null }

/**
 * Makes new files with the content of stored ones, within a space or from one to another. No content travels: the server copies the
 * object, and the new record names the same content and carries the same file key, wrapped for the space it goes to.
 *
 * All or nothing: folders are proved before anything is made, and what was made is taken back when something fails.
 * @returns what lies directly in the target now, in the order in which it was given.
 * @throws {VaultError} `not_found` | `file_damaged` | `not_as_shown` | `folder_refused` | `not_allowed` | `quota_reached` | `offline`
 */
export async function copyItems(api: VaultApi, vault: OpenVault, { to, folders, files }: Copy): Promise<Items> {
  const { spaceId } = to
  const madeFolders = new Map<string, string>()
  /** By the place in `files`; they are ready in any order. */
  const madeFiles = new Map<number, { id: string; isDirect: boolean }>()
  const placeOf = (parentId: string | null): string | null =>
    parentId === null ? to.folderId : (madeFolders.get(parentId) ?? to.folderId)
  const isDirect = ({ parentId }: CopiedItem): boolean => parentId === null
  const made = (which: (item: { isDirect: boolean }) => boolean): Items => ({
    fileIds: files
      .flatMap((_, at) => madeFiles.get(at) ?? [])
      .filter(which)
      .map(({ id }) => id),
    folderIds: folders
      .filter((folder) => which({ isDirect: isDirect(folder) }))
      .flatMap(({ shown }) => madeFolders.get(shown.id) ?? []),
    spaceId,
  })
  requireTree({ folders, files })
  await proveFolders(
    api,
    vault,
    folders.map(({ shown }) => shown),
  )
  try {
    for (const { shown, name, parentId } of folders) {
      const folder = await createFolder(api, vault, { name, parentId: placeOf(parentId), spaceId })
      madeFolders.set(shown.id, folder.id)
    }
    let isFailed = false
    await forEachItem([...files.entries()], async ([at, file]) => {
      if (isFailed) return
      try {
        const { shown, name, parentId } = file
        const copied = await copyFile(api, vault, { shown, name, spaceId, folderId: placeOf(parentId) })
        madeFiles.set(at, { id: copied, isDirect: isDirect(file) })
      } catch (error) {
        isFailed = true
        throw error
      }
    })
  } catch (error) {
    // What failed is reported; what cannot be undone either is in the list, where it can be deleted.
    await Promise.allSettled([
      takeBack(
        api,
        vault,
        made(() => true),
      ),
    ])
    throw error
  }
  return made((item) => item.isDirect)
}

/** What goes along with a folder was shown in it. @throws {VaultError} `not_as_shown` */
function requireTree({ folders, files }: Pick<Copy, 'folders' | 'files'>): void {
  const ids = new Set(folders.map(({ shown }) => shown.id))
  const places = [
    ...folders.map(({ shown, parentId }) => ({ parentId, place: shown.parentId })),
    ...files.map(({ shown, parentId }) => ({ parentId, place: shown.folderId })),
  ]
  const isTree = places.every(({ parentId, place }) => parentId === null || (parentId === place && ids.has(parentId)))
  if (!isTree) throw notAsShown()
}

/** Folders are in the order they were made, so the last one is the deepest. One that somebody put something into meanwhile stays. */
async function takeBack(api: VaultApi, vault: OpenVault, { fileIds, folderIds, spaceId = null }: Items): Promise<void> {
  await takeAway(api, { fileIds, folderIds: [], spaceId })
  const { files, folders } = tablesForSpace(vault, spaceId)
  for (const id of folderIds.toReversed()) {
    const found = await Promise.all([
      api.rest(`${files}?select=id&folder_id=eq.${id}&limit=1`),
      api.rest(`${folders}?select=id&parent_folder_id=eq.${id}&limit=1`),
    ])
    const isEmpty = found.every((rows) => Array.isArray(rows) && rows.length === 0)
    if (isEmpty) await takeAway(api, { fileIds: [], folderIds: [id], spaceId })
  }
}

/** A sign-in that is old deletes nothing for good, and nobody is asked about what was not finished: it goes to the trash. */
async function takeAway(api: VaultApi, items: Items): Promise<void> {
  try {
    await deleteForever(api, items)
  } catch (error) {
    if (!isProofNeeded(error)) throw error
    await trashItems(api, items)
  }
}

type FileCopy = { shown: Shown; name: string; spaceId: string | null; folderId: string | null }

/** @returns the id of the new file. */
async function copyFile(
  api: VaultApi,
  vault: OpenVault,
  { shown, name, spaceId, folderId }: FileCopy,
): Promise<string> {
  const proved = await proveShown(api, vault, shown)
  const { row, manifest, metadata, fileKey } = proved
  const hashes = await contentHashesOf(api, proved)
  const now = new Date()
  const { contentId, headerTag, segmentBytes } = manifest
  const fileId = randomUuid(systemRandom)
  const storagePath = newStoragePath(vault, now)
  // Through which request the content came is not for everybody who gets the copy.
  const { type, size, modified } = metadata
  const known = { name, type, size, ...(modified === undefined ? {} : { modified }) }
  const file = { fileId, folderId, contentId, headerTag, segmentBytes, storagePath, metadata: known, fileKey, hashes }
  await copyObject(api, row.storage_path, storagePath)
  const write = async (space: OpenSpace): Promise<void> =>
    insertRecord(api, tablesForSpace(vault, space.id).files, await newRecord(vault, file, { space, now }))
  try {
    await withNewestKey(api, vault, { spaceId, write })
  } catch (error) {
    // Refused while a record points at it: then the answer was lost, and the file is there.
    await Promise.allSettled([removeObject(api, storagePath)])
    throw error
  }
  return fileId
}

/** The row of the object is durable when this resolves; the bytes behind it are those of the first one. */
async function copyObject(api: VaultApi, from: string, to: string): Promise<void> {
  const body = { bucketId: FILES_BUCKET, sourceKey: from, destinationKey: to }
  const send = (): Promise<unknown> =>
    api.fetch('/storage/v1/object/copy', {
      method: 'POST',
      // A second try after a lost answer writes the same row again; nobody else knows the path.
      headers: { 'content-type': 'application/json', 'x-upsert': 'true' },
      body: JSON.stringify(body),
    })
  try {
    await send()
  } catch (error) {
    if (!(error instanceof VaultError && error.code === 'offline')) throw error
    await send()
  }
}

async function removeObject(api: VaultApi, path: string): Promise<void> {
  await api.fetch(`/storage/v1/object/${FILES_BUCKET}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: [path] }),
  })
}
