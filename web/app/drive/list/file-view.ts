import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import type { Sort } from '#web/ui/grid/grid-header.tsx'
import { isFolder, type Item } from '../item.ts'
import type { TagsOf } from '../tags/use-tags.ts'

type SortId = 'name' | 'size' | 'used'

/** ISO 8601 of the last opening, or of the upload when nobody has opened the file. */
export function usedAt(file: VaultFile): string {
  return file.lastAccessedAt ?? file.createdAt
}

/** The items in the wanted order: folders, then files. Equal rows keep the order of their names. */
export function arrange(items: readonly Item[], sort: Sort, times: SeenTimes = new SeenTimes()): Item[] {
  const direction = sort.isDescending ? -1 : 1
  const keyOf = keyFor(isSortId(sort.id) ? sort.id : 'name', times)
  // Each key is worked out once, not at every comparison: a list may hold a hundred thousand.
  const keyed = items.map((item) => ({ item, key: keyOf(item), place: isFolder(item) ? 0 : 1 }))
  const compare =
    sort.id === 'name'
      ? (a: Keyed, b: Keyed) => a.place - b.place || direction * byName(a.item, b.item)
      : (a: Keyed, b: Keyed) => a.place - b.place || direction * (a.key - b.key) || byName(a.item, b.item)
  return keyed.toSorted(compare).map(({ item }) => item)
}

/**
 * Finds what has a text in its name, or in the name of one of its tags, ignoring case, among items in the order that they have. A letter more looks only through what
 * was found before.
 */
export function createFinder(items: readonly Item[], tagsOf: TagsOf = () => []): (query: string) => readonly Item[] {
  let lowered: readonly string[] | undefined
  let last: { wanted: string; at: readonly number[]; found: readonly Item[] } | undefined
  return (query) => {
    const wanted = query.trim().toLowerCase()
    if (wanted === '') return items
    const names = (lowered ??= items.map((item) => searched(item, tagsOf)))
    const before = last && wanted.includes(last.wanted) ? last : undefined
    const at = (before?.at ?? [...names.keys()]).filter((index) => names[index]?.includes(wanted))
    const wasAll = at.length === (before?.at ?? items).length
    // The same array where nothing fell out: whatever was worked out for it holds.
    const found = wasAll ? (before?.found ?? items) : at.flatMap((index) => items[index] ?? [])
    last = { wanted, at, found }
    return found
  }
}

/** First press sorts names upwards, sizes and times downwards; the next one turns it around. */
export function nextSort(current: Sort, id: string): Sort {
  return { id, isDescending: current.id === id ? !current.isDescending : id !== 'name' }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const byName = (a: Item, b: Item) => collator.compare(a.name, b.name)

const sizeOf = (item: Item) => (isFolder(item) ? 0 : item.sizeBytes)
const timeOf = (item: Item) => Date.parse(isFolder(item) ? item.createdAt : usedAt(item))

type Keyed = { item: Item; key: number; place: number }

/** No text that is typed has a line break. */
function searched(item: Item, tagsOf: TagsOf): string {
  const tags = tagsOf(item)
  const names = tags.length === 0 ? item.name : [item.name, ...tags.map(({ name }) => name)].join('\n')
  return names.toLowerCase()
}

function keyFor(id: SortId, times: SeenTimes): (item: Item) => number {
  return { name: () => 0, size: sizeOf, used: times.of }[id]
}

function isSortId(id: string): id is SortId {
  return ['name', 'size', 'used'].includes(id)
}

/**
 * When items were used, as it was known when a list was opened. Opening a file makes it the last used one; its row stays where it is as long as
 * somebody looks at it.
 */
export class SeenTimes {
  readonly #times = new Map<string, number>()

  readonly of = (item: Item): number => this.#times.get(item.id) ?? timeOf(item)

  /** Holds on to what the list shows now, once it is shown; the first time counts. */
  note(items: readonly Item[]): void {
    for (const item of items) if (!this.#times.has(item.id)) this.#times.set(item.id, timeOf(item))
  }
}

/** How a list of files can be sorted. */
export const SORT_WORDS = ['name', '-name', 'size', '-size', 'used', '-used'] as const
