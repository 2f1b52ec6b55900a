import { randomUuid, systemRandom, toBase64Url, utf8 } from '#crypto/index.ts'
import type { VaultFolder } from '#vault/folders/folders.ts'
import type { VaultPerson } from './people/vault-person.ts'

/** Makes a folder of one's own as programs did that sign no records. */
export async function makeUnsignedFolder(
  { api, vault }: Pick<VaultPerson, 'api' | 'vault'>,
  name: string,
  parentId: string | null = null,
): Promise<VaultFolder> {
  const id = randomUuid(systemRandom)
  const { records, id: space_id, epoch: space_epoch } = vault.personalSpace
  const sealed = await records.seal({ kind: 'folder', id, version: 1, field: 'name' }, utf8(name))
  const body = { id, parent_folder_id: parentId, name: toBase64Url(sealed), space_id, space_epoch, version: 1 }
  await api.rest('folders', { method: 'POST', body, prefer: 'return=minimal' })
  return { id, spaceId: null, name, parentId, createdAt: '', isStarred: false, trashedAt: null }
}
