import type { FolderTree } from '../drive/folders/folder-tree.ts'

/** Every folder outside the trash with its path, in the order of the tree. */
export function folderChoices(tree: Pick<FolderTree, 'children'>): [id: string, path: string][] {
  const choices: [string, string][] = []
  const add = (parentId: string | null, above: string): void => {
    for (const { id, name } of tree.children(parentId)) {
      const path = above === '' ? name : `${above} / ${name}`
      choices.push([id, path])
      add(id, path)
    }
  }
  add(null, '')
  return choices
}
