import { proveFile } from '#vault/files/file-records.ts'
import type { Shown } from '#vault/files/shown.ts'
import type { Items } from '#vault/folders/items.ts'
import type { VaultPerson } from './people/vault-person.ts'

/** A file as an honest list shows it to a person. */
export async function shown({ api, vault }: Pick<VaultPerson, 'api' | 'vault'>, id: string): Promise<Shown> {
  const { manifest, metadata } = await proveFile(api, vault, id)
  const { spaceId, folderId, version } = manifest
  return { id, spaceId: spaceId === vault.personalSpace.id ? null : spaceId, folderId, name: metadata.name, version }
}

/** Files as an honest list shows them, with folders by their ids. */
export async function shownItems(
  person: Pick<VaultPerson, 'api' | 'vault'>,
  { fileIds, ...others }: Items,
): Promise<Omit<Items, 'fileIds'> & { files: Shown[] }> {
  return { ...others, files: await Promise.all(fileIds.map((id) => shown(person, id))) }
}
