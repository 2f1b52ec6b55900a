import { m } from '#web/messages/app.ts'
import type { Sort } from '#web/ui/grid/grid-header.tsx'
import type { FolderTree } from '../folders/folder-tree.ts'
import { type Item, placeOf } from '../item.ts'

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const byName = (a: Item, b: Item) => collator.compare(a.name, b.name)
const byTime = (a: Item, b: Item) => Date.parse(a.trashedAt ?? '') - Date.parse(b.trashedAt ?? '')

/** What has `query` in its name, ignoring case, in the wanted order. */
export function arrangeTrash(items: readonly Item[], query: string, sort: Sort): Item[] {
  const wanted = query.trim().toLowerCase()
  const direction = sort.isDescending ? -1 : 1
  const compare = sort.id === 'name' ? byName : byTime
  return items
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((a, b) => direction * compare(a, b) || byName(a, b))
}

/** How the trash can be sorted; it begins with what was deleted last. */
export const TRASH_SORT_WORDS = ['-trashed', 'trashed', 'name', '-name'] as const

/** Names go upwards first, times downwards. */
export function nextTrashSort(current: Sort, id: string): Sort {
  return { id, isDescending: current.id === id ? !current.isDescending : id !== 'name' }
}

/** Where the item was, from the top down; folders that are gone are left out. */
export function originOf(tree: FolderTree, item: Item, top: string = m.shell.myFiles): string {
  return [top, ...tree.path(placeOf(item)).map(({ name }) => name)].join(' / ')
}
