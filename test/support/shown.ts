import { proveFile } from '#vault/files/file-records.ts'
import type { Shown } from '#vault/files/shown.ts'
import { listFolders } from '#vault/folders/folders.ts'
import type { Items } from '#vault/folders/items.ts'
import type { ShownFolder } from '#vault/folders/prove-folders.ts'
import type { VaultPerson } from './people/vault-person.ts'

/** A file as an honest list shows it to a person. */
export async function shown({ api, vault }: Pick<VaultPerson, 'api' | 'vault'>, id: string): Promise<Shown> {
  const { manifest, metadata } = await proveFile(api, vault, id)
  const { spaceId, folderId, version } = manifest
  return { id, spaceId: spaceId === vault.personalSpace.id ? null : spaceId, folderId, name: metadata.name, version }
}

/** A folder as the list of its space shows it. */
export async function shownFolder(
  { api, vault }: Pick<VaultPerson, 'api' | 'vault'>,
  id: string,
  spaceId: string | null = null,
): Promise<ShownFolder> {
  const found = (await listFolders(api, vault, spaceId)).find((folder) => folder.id === id)
  if (!found) throw new Error('the folder is not in the list')
  return found
}

/** Files and folders as honest lists show them. */
export async function shownItems(
  person: Pick<VaultPerson, 'api' | 'vault'>,
  { fileIds, folderIds, spaceId = null }: Items,
): Promise<{ spaceId: string | null; files: Shown[]; folders: ShownFolder[] }> {
  return {
    spaceId,
    files: await Promise.all(fileIds.map((id) => shown(person, id))),
    folders: await Promise.all(folderIds.map((id) => shownFolder(person, id, spaceId))),
  }
}
