import {
  type NewFolder,
  type ShownFolder,
  type VaultFolder,
  createFolder,
  listFolders,
  renameFolder,
} from '#vault/folders/folders.ts'
import { loadFolders, saveFolders } from '../../device/device-folders.ts'
import { inTurn, onDevice } from '../../device/device-turns.ts'
import { validName } from './file-calls.ts'
import { connected, stillOpen, unlocked } from '../../vault-state.ts'
import {
  type VaultTag,
  createTag,
  listFileTags,
  listTags,
  removeTag,
  tagFile,
  removeTagFromFile,
} from '#vault/folders/tags.ts'
import { withApi, withVault } from '../bind-calls.ts'

export const folderCalls = {
  /**
   * Every folder of the account, those in the trash included.
   * @param onHeld gets what this device holds of them, before the server answers.
   */
  async list(onHeld?: (folders: VaultFolder[]) => unknown): Promise<VaultFolder[]> {
    const vault = unlocked()
    const fresh = listFolders(connected(), vault)
    // Its failure is reported below.
    fresh.catch(() => undefined)
    const held = onHeld && (await onDevice(() => loadFolders(vault)))
    stillOpen(vault)
    if (held) await onHeld?.(held)
    const folders = await fresh
    stillOpen(vault)
    void inTurn(() => onDevice(() => saveFolders(vault, folders))).catch(() => undefined)
    return folders
  },
  create: (folder: NewFolder): Promise<VaultFolder> =>
    createFolder(connected(), unlocked(), { ...folder, name: validName(folder.name) }),
  rename: (shown: ShownFolder, name: string): Promise<void> =>
    renameFolder(connected(), unlocked(), shown, validName(name)),
}

export const tagCalls = {
  ...withVault({ list: listTags }),
  /** `pairs`: which tag is on which file, for the whole vault. */
  ...withApi({ pairs: listFileTags, remove: removeTag, addToFile: tagFile, removeFromFile: removeTagFromFile }),
  create: (tag: { name: string; color: string }): Promise<VaultTag> =>
    createTag(connected(), unlocked(), { ...tag, name: validName(tag.name) }),
}
