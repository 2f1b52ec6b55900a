import { type Move, type NewFolder, type VaultFolder, createFolder, moveItems, renameFolder } from '#vault/folders.ts'
import { type CopiedItem, type Copy, copyItems } from '#vault/copy-items.ts'
import type { Items } from '#vault/items.ts'
import {
  type FileTag,
  type VaultTag,
  createTag,
  listFileTags,
  listTags,
  removeTag,
  tagFile,
  untagFile,
} from '#vault/tags.ts'
import { deleteForever, restoreItems, setStarred, trashItems } from '#vault/trash.ts'
import { validName } from './file-calls.ts'
import { connected, unlocked } from './vault-state.ts'

/** Folders, the trash, stars and tags: how somebody keeps order. */
export const folderCalls = {
  createFolder: (folder: NewFolder): Promise<VaultFolder> =>
    createFolder(connected(), unlocked(), { ...folder, name: validName(folder.name) }),
  renameFolder: (id: string, name: string): Promise<void> => renameFolder(connected(), unlocked(), id, validName(name)),
  moveItems: ({ names = {}, ...move }: Move): Promise<void> => {
    const valid = Object.entries(names).map(([id, name]) => [id, validName(name)] as const)
    return moveItems(connected(), unlocked(), { ...move, names: Object.fromEntries(valid) })
  },

  copyItems: ({ to, folders, files }: Copy): Promise<Items> => {
    const named = (item: CopiedItem): CopiedItem => ({ ...item, name: validName(item.name) })
    const copy = { to, folders: folders.map(named), files: files.map(named) }
    return copyItems(connected(), unlocked(), copy)
  },

  trashItems: (items: Items): Promise<void> => trashItems(connected(), items),
  restoreItems: (items: Items): Promise<number> => restoreItems(connected(), unlocked(), items),
  deleteForever: (items: Items): Promise<void> => deleteForever(connected(), items),
  setStarred: (items: Items, isStarred: boolean): Promise<void> => setStarred(connected(), items, isStarred),

  listTags: (): Promise<VaultTag[]> => listTags(connected(), unlocked()),
  listFileTags: (): Promise<FileTag[]> => listFileTags(connected()),
  createTag: (tag: { name: string; color: string }): Promise<VaultTag> =>
    createTag(connected(), unlocked(), { ...tag, name: validName(tag.name) }),
  removeTag: (id: string): Promise<void> => removeTag(connected(), id),
  tagFile: (pair: FileTag): Promise<void> => tagFile(connected(), pair),
  untagFile: (pair: FileTag): Promise<void> => untagFile(connected(), pair),
}
