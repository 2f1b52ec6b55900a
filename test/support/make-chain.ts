import { type VaultFolder, createFolder } from '#vault/folders/folders.ts'
import type { VaultPerson } from './people/vault-person.ts'

/** Makes folders of these names, each in the one before; the first in `top`. */
export async function makeChain(
  { api, vault }: Pick<VaultPerson, 'api' | 'vault'>,
  names: readonly string[],
  top?: VaultFolder,
): Promise<VaultFolder[]> {
  const made: VaultFolder[] = []
  for (const name of names)
    made.push(await createFolder(api, vault, { name, parentId: (made.at(-1) ?? top)?.id ?? null }))
  return made
}
