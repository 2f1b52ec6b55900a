import { storedName } from '#vault/files/file-name.ts'
import type { VaultFolder } from '#web/lib/remote/vault-client.ts'
import type { FolderTree } from './folder-tree.ts'

type Options = {
  tree: Pick<FolderTree, 'children'>
  /** Folders of the place where the paths begin, the outermost first; empty for the top of the vault. */
  into: readonly VaultFolder[]
  create: (folder: { name: string; parentId: string | null }) => Promise<VaultFolder>
}

/** The folders down to the end of a path, or why one could not be made. */
export type MadeFolder = { within: readonly VaultFolder[] } | { error: unknown }

/**
 * Finds or makes the folders of an upload. A folder of the same name is used rather than made again. One that cannot be made keeps those
 * inside from being made, and no others.
 * @returns the folders down to the end of each path, in the order of `paths`.
 */
export async function makeFolders(
  paths: readonly (readonly string[])[],
  { tree, into, create }: Options,
): Promise<MadeFolder[]> {
  const known = new Map<string, MadeFolder>()
  const make = async (name: string, within: readonly VaultFolder[]): Promise<MadeFolder> => {
    const parentId = within.at(-1)?.id ?? null
    const existing = tree.children(parentId).find((folder) => folder.name === name)
    if (existing) return { within: [...within, existing] }
    try {
      return { within: [...within, await create({ name, parentId })] }
    } catch (error) {
      return { error }
    }
  }
  const found: MadeFolder[] = []
  for (const path of paths) {
    let at: MadeFolder = { within: into }
    let key = ''
    for (const name of path.map(storedName)) {
      if ('error' in at) break
      key += `/${name}`
      const made: MadeFolder = known.get(key) ?? (await make(name, at.within))
      known.set(key, made)
      at = made
    }
    found.push(at)
  }
  return found
}
