import type { Items, VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'

/** What a row of the list stands for. */
export type Item = VaultFile | VaultFolder

export function isFolder(item: Item): item is VaultFolder {
  return 'parentId' in item
}

export function filesOf(list: readonly Item[]): VaultFile[] {
  return list.flatMap((item) => (isFolder(item) ? [] : item))
}

/** The folder that an item lies in; null at the top. */
export function placeOf(item: Item): string | null {
  return isFolder(item) ? item.parentId : item.folderId
}

/** Some items as they were shown, with what the vault compares with their signed manifests and records. */
export function shownOf(list: readonly Item[]): { files: VaultFile[]; folders: VaultFolder[] } {
  return { files: filesOf(list), folders: list.filter(isFolder) }
}

/** The same items by their ids, as the vault wants them. */
export function idsOf(list: readonly Item[]): Items {
  return {
    fileIds: filesOf(list).map(({ id }) => id),
    folderIds: list.filter(isFolder).map(({ id }) => id),
  }
}
