import { storedName } from '#vault/files/file-name.ts'
import type { VaultFolder } from '#web/lib/remote/vault-client.ts'
import type { FolderTree } from './folder-tree.ts'

type Options = {
  tree: Pick<FolderTree, 'children'>
  /** Where the paths begin; null is the top of the vault. */
  into: string | null
  create: (folder: { name: string; parentId: string | null }) => Promise<VaultFolder>
}

/**
 * Finds or makes the folders of an upload. A folder of the same name is used rather than made again.
 * @returns the folder at the end of each path, in the order of `paths`.
 */
export async function makeFolders(
  paths: readonly (readonly string[])[],
  { tree, into, create }: Options,
): Promise<(string | null)[]> {
  const known = new Map<string, string | null>([['', into]])
  const found: (string | null)[] = []
  for (const path of paths) {
    let at = into
    let key = ''
    for (const name of path.map(storedName)) {
      key += `/${name}`
      let id = known.get(key)
      if (id === undefined) {
        const existing = tree.children(at).find((folder) => folder.name === name)
        id = (existing ?? (await create({ name, parentId: at }))).id
        known.set(key, id)
      }
      at = id
    }
    found.push(at)
  }
  return found
}
