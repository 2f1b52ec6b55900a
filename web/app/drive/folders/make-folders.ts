import { storedName } from '#vault/files/file-name.ts'
import type { VaultFolder } from '#web/lib/remote/vault-client.ts'
import type { FolderTree } from './folder-tree.ts'

type Options = {
  tree: Pick<FolderTree, 'children'>
  /** Where the paths begin; null is the top of the vault. */
  into: string | null
  create: (folder: { name: string; parentId: string | null }) => Promise<VaultFolder>
}

/** The folder at the end of a path, or why it could not be made. */
export type MadeFolder = { id: string | null } | { error: unknown }

/**
 * Finds or makes the folders of an upload. A folder of the same name is used rather than made again. One that cannot be made keeps those
 * inside from being made, and no others.
 * @returns the folder at the end of each path, in the order of `paths`.
 */
export async function makeFolders(
  paths: readonly (readonly string[])[],
  { tree, into, create }: Options,
): Promise<MadeFolder[]> {
  const known = new Map<string, MadeFolder>()
  const make = async (name: string, parentId: string | null): Promise<MadeFolder> => {
    const existing = tree.children(parentId).find((folder) => folder.name === name)
    if (existing) return { id: existing.id }
    try {
      return { id: (await create({ name, parentId })).id }
    } catch (error) {
      return { error }
    }
  }
  const found: MadeFolder[] = []
  for (const path of paths) {
    let at: MadeFolder = { id: into }
    let key = ''
    for (const name of path.map(storedName)) {
      if ('error' in at) break
      key += `/${name}`
      const made: MadeFolder = known.get(key) ?? (await make(name, at.id))
      known.set(key, made)
      at = made
    }
    found.push(at)
  }
  return found
}
