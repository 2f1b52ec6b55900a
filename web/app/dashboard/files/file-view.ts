import type { VaultFile } from '#web/lib/vault-client.ts'
import type { Sort } from '#web/ui/grid-header.tsx'
import { isFolder, type Item } from '../items/item.ts'

export type SortId = 'name' | 'size' | 'used'

/** ISO 8601 of the last opening, or of the upload when nobody has opened the file. */
export function usedAt(file: VaultFile): string {
  return file.lastAccessedAt ?? file.createdAt
}

/** What has `query` in its name, ignoring case, in the wanted order: folders, then files. Equal rows keep the order of their names. */
export function arrange(items: readonly Item[], query: string, sort: Sort): Item[] {
  const wanted = query.trim().toLowerCase()
  const direction = sort.isDescending ? -1 : 1
  const compare = COMPARE[isSortId(sort.id) ? sort.id : 'used']
  return items
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(isFolder(b)) - Number(isFolder(a)) || direction * compare(a, b) || byName(a, b))
}

/** First press sorts names upwards, sizes and times downwards; the next one turns it around. */
export function nextSort(current: Sort, id: string): Sort {
  return { id, isDescending: current.id === id ? !current.isDescending : id !== 'name' }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const byName = (a: Item, b: Item) => collator.compare(a.name, b.name)

const sizeOf = (item: Item) => (isFolder(item) ? 0 : item.sizeBytes)
const timeOf = (item: Item) => Date.parse(isFolder(item) ? item.createdAt : usedAt(item))

const COMPARE: Record<SortId, (a: Item, b: Item) => number> = {
  name: byName,
  size: (a, b) => sizeOf(a) - sizeOf(b),
  used: (a, b) => timeOf(a) - timeOf(b),
}

function isSortId(id: string): id is SortId {
  return id in COMPARE
}
