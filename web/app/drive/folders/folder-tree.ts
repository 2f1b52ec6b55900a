import { pathToRoot } from '#vault/folders/path-to-root.ts'
import type { VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'
import { filesOf, isFolder, type Item, placeOf } from '../item.ts'

/** All folders of the vault, ready to be asked about. A folder whose parent is missing counts as being at the top. */
export type FolderTree = {
  get: (id: string | null) => VaultFolder | undefined
  /** Direct subfolders that are not in the trash, by name. */
  children: (parentId: string | null) => readonly VaultFolder[]
  /** From the top down to the folder itself; empty for the top and for what is not there. */
  path: (id: string | null) => readonly VaultFolder[]
  /** In the trash itself, or below a folder that is. */
  isTrashed: (id: string | null) => boolean
  /** The folder, or null where it does not exist: files there are shown at the top. */
  existing: (id: string | null) => string | null
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export function createFolderTree(folders: readonly VaultFolder[]): FolderTree {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const existing = (id: string | null) => (id !== null && byId.has(id) ? id : null)
  const below = Map.groupBy(
    folders.toSorted((a, b) => collator.compare(a.name, b.name)).filter(({ trashedAt }) => trashedAt === null),
    ({ parentId }) => existing(parentId),
  )

  const path = (id: string | null) => pathToRoot(byId, id).toReversed()
  const trashed = new Map<string | null, boolean>([[null, false]])
  const isTrashed = (id: string | null): boolean => {
    const known = trashed.get(id)
    if (known !== undefined) return known
    const answer = path(id).some(({ trashedAt }) => trashedAt !== null)
    trashed.set(id, answer)
    return answer
  }
  return { get: (id) => byId.get(id ?? ''), children: (id) => below.get(id) ?? [], path, isTrashed, existing }
}

/** Files among the items, or in one of the folders among them, that somebody else can open. */
export function sharedFilesIn(tree: FolderTree, items: readonly Item[], files: readonly VaultFile[]): VaultFile[] {
  const folderIds = new Set(items.filter(isFolder).map(({ id }) => id))
  const isBelow = ({ folderId }: VaultFile) => tree.path(folderId).some(({ id }) => folderIds.has(id))
  const own = filesOf(items).filter((file) => file.isShared)
  return folderIds.size === 0 ? own : [...own, ...files.filter((file) => file.isShared && isBelow(file))]
}

/** Why items cannot be moved into a folder (null is the top): they lie there, or one of them holds it. Null when they can. */
export function whyNotMove(tree: FolderTree, items: readonly Item[], to: string | null): 'here' | 'inside' | null {
  const above = new Set(tree.path(to).map(({ id }) => id))
  if (items.some((item) => isFolder(item) && above.has(item.id))) return 'inside'
  return items.every((item) => tree.existing(placeOf(item)) === to) ? 'here' : null
}
