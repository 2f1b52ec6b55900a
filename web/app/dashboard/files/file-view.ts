import type { VaultFile } from '#web/lib/vault-client.ts'
import type { Sort } from '#web/ui/grid-header.tsx'

export type SortId = 'name' | 'size' | 'used'

/** ISO 8601 of the last opening, or of the upload when nobody has opened the file. */
export function usedAt(file: VaultFile): string {
  return file.lastAccessedAt ?? file.createdAt
}

/** Files whose name contains `query`, ignoring case, in the wanted order. Equal rows keep the order of their names. */
export function arrange(files: readonly VaultFile[], query: string, sort: Sort): VaultFile[] {
  const wanted = query.trim().toLowerCase()
  const direction = sort.isDescending ? -1 : 1
  const compare = COMPARE[isSortId(sort.id) ? sort.id : 'used']
  return files
    .filter((file) => file.name.toLowerCase().includes(wanted))
    .toSorted((a, b) => direction * compare(a, b) || byName(a, b))
}

/** First press sorts names upwards, sizes and times downwards; the next one turns it around. */
export function nextSort(current: Sort, id: string): Sort {
  return { id, isDescending: current.id === id ? !current.isDescending : id !== 'name' }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const byName = (a: VaultFile, b: VaultFile) => collator.compare(a.name, b.name)

const COMPARE: Record<SortId, (a: VaultFile, b: VaultFile) => number> = {
  name: byName,
  size: (a, b) => a.sizeBytes - b.sizeBytes,
  used: (a, b) => Date.parse(usedAt(a)) - Date.parse(usedAt(b)),
}

function isSortId(id: string): id is SortId {
  return id in COMPARE
}
