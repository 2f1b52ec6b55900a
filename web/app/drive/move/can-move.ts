import type { FolderTree } from '../folders/folder-tree.ts'
import { isFolder, type Item, placeOf } from '../item.ts'

/** Why items cannot be moved into a folder (null is the top): they lie there, or one of them holds it. Null when they can. */
export function whyNotMove(tree: FolderTree, items: readonly Item[], to: string | null): 'here' | 'inside' | null {
  const above = new Set(tree.path(to).map(({ id }) => id))
  if (items.some((item) => isFolder(item) && above.has(item.id))) return 'inside'
  return items.every((item) => tree.existing(placeOf(item)) === to) ? 'here' : null
}
