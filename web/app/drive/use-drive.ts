import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { ListReading, VaultClient, VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { filesQuery, foldersQuery } from './files.queries.ts'
import { createFolderTree, type FolderTree } from './folders/folder-tree.ts'
import type { Item } from './item.ts'

/** What is in the vault, with the trash set apart. */
export type Drive = {
  tree: FolderTree
  /** Not in the trash, neither themselves nor with a folder above them. */
  files: readonly VaultFile[]
  folders: readonly VaultFolder[]
  /** Every folder and file. The same array each time, as with `contents`. */
  everything: readonly Item[]
  /** What lies directly in a folder: its folders, then its files. */
  contents: (folderId: string | null) => readonly Item[]
  /** How many files and folders lie directly in it. */
  count: (folderId: string | null) => number
  /** Marked themselves; what lies in a folder that is in the trash is not listed apart. */
  trashedFiles: readonly VaultFile[]
  trashedFolders: readonly VaultFolder[]
}

/** One sorting out for all that show the same lists; forgotten with them. */
const sorted = new WeakMap<readonly VaultFile[], { folders: readonly VaultFolder[]; drive: Drive }>()
const NONE: readonly never[] = []

export function useFolderTree(): FolderTree {
  const { folders } = useVault()
  const { data = NONE } = useQuery(foldersQuery(folders))
  return useMemo(() => createFolderTree(data), [data])
}

/** How far the list of files is from being whole; null when it is. */
export function useReading(): ListReading | null {
  const { reading } = useVault().files
  return useSyncExternalStore(reading.subscribe, reading.read)
}

/** The whole vault in one answer; `drive` is undefined until both lists are there. */
export function useDrive() {
  return useDriveOf(useVault())
}

/** The same of another place than this page's. */
export function useDriveOf({ files, folders }: Pick<VaultClient, 'files' | 'folders'>) {
  const fileList = useQuery(filesQuery(files))
  const folderList = useQuery(foldersQuery(folders))
  const drive = useMemo(
    () => fileList.data && folderList.data && sortOut(fileList.data, folderList.data),
    [fileList.data, folderList.data],
  )
  return {
    drive,
    error: fileList.error ?? folderList.error,
    failed: fileList.error ? m.files.failed : m.items.fetchFailed,
    isFetching: fileList.isFetching || folderList.isFetching,
    retry: () => Promise.all([fileList.refetch(), folderList.refetch()]),
  }
}

/** Sets the trash of one place apart, once for the same lists. */
export function sortOut(files: readonly VaultFile[], folders: readonly VaultFolder[]): Drive {
  const known = sorted.get(files)
  if (known?.folders === folders) return known.drive
  const drive = createDrive(files, folders)
  sorted.set(files, { folders, drive })
  return drive
}

function createDrive(files: readonly VaultFile[], folders: readonly VaultFolder[]): Drive {
  const tree = createFolderTree(folders)
  const live = files.filter((file) => file.trashedAt === null && !tree.isTrashed(file.folderId))
  const byFolder = Map.groupBy(live, ({ folderId }) => tree.existing(folderId))
  const liveFolders = folders.filter((folder) => !tree.isTrashed(folder.id))
  const listed = new Map<string | null, readonly Item[]>()
  const contents = (id: string | null): readonly Item[] => {
    const list = listed.get(id) ?? [...tree.children(id), ...(byFolder.get(id) ?? [])]
    listed.set(id, list)
    return list
  }
  return {
    tree,
    files: live,
    // Without folders it is what lies at the top, and whatever was worked out for that holds.
    everything: liveFolders.length === 0 ? contents(null) : [...liveFolders, ...live],
    contents,
    count: (id) => tree.children(id).length + (byFolder.get(id)?.length ?? 0),
    folders: liveFolders,
    trashedFiles: files.filter((file) => file.trashedAt !== null),
    trashedFolders: folders.filter((folder) => folder.trashedAt !== null),
  }
}
