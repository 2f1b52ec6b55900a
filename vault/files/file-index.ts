import type { VaultFile } from './file-records.ts'

/** A file of the list, with what the server says about its row. */
export type IndexedFile = {
  file: VaultFile
  version: number
  /** Number of the transaction that wrote the row last; see decision 22. */
  changed: number
  /** Its name or type did not open; it is requested again. */
  isDamaged: boolean
}

/** What a space should hold after its changes were applied: how many files, and the sum of their `changed`. */
export type SpaceTotals = { count: number; sum: number }

/** Sums stay below this on both sides, so that a double holds them. */
const SUM_MODULUS = 2 ** 52

/**
 * The files of one space, in pages that are sealed and stored one by one. A change takes a file out of its page and puts it at the
 * end, so that few pages have to be written and the newest files are in the last ones.
 */
export class FileIndex {
  /** Rows per page; the last one may hold fewer. */
  readonly #pageRows: number
  readonly #files = new Map<string, { entry: IndexedFile; page: number }>()
  readonly #pages = new Map<number, Set<string>>()
  readonly #unsaved = new Set<number>()
  #highestPage = -1

  constructor(pageRows: number) {
    this.#pageRows = pageRows
  }

  get size(): number {
    return this.#files.size
  }

  get(id: string): IndexedFile | undefined {
    return this.#files.get(id)?.entry
  }

  *entries(): Generator<IndexedFile> {
    for (const { entry } of this.#files.values()) yield entry
  }

  /** Takes over a page as it was stored. */
  load(page: number, entries: readonly IndexedFile[]): void {
    this.#highestPage = Math.max(this.#highestPage, page)
    this.#pages.set(page, new Set(entries.map(({ file }) => file.id)))
    for (const entry of entries) this.#files.set(entry.file.id, { entry, page })
  }

  put(entry: IndexedFile): void {
    this.remove(entry.file.id)
    const page = this.#lastPage()
    this.#files.set(entry.file.id, { entry, page })
    this.#pages.get(page)?.add(entry.file.id)
    this.#unsaved.add(page)
  }

  /** @returns whether it was there. */
  remove(id: string): boolean {
    const known = this.#files.get(id)
    if (!known) return false
    this.#files.delete(id)
    this.#pages.get(known.page)?.delete(id)
    this.#unsaved.add(known.page)
    return true
  }

  /** Whether it holds exactly what the server says the space holds. */
  matches({ count, sum }: SpaceTotals): boolean {
    if (this.size !== count) return false
    let own = 0
    for (const { changed } of this.entries()) own = (own + changed) % SUM_MODULUS
    return own === sum
  }

  /** Pages that differ from what was stored, with their entries; an empty one is to be deleted. */
  unsavedPages(): { page: number; entries: IndexedFile[] }[] {
    return [...this.#unsaved].map((page) => ({
      page,
      entries: [...(this.#pages.get(page) ?? [])].flatMap((id) => this.get(id) ?? []),
    }))
  }

  wasSaved(): void {
    this.#unsaved.clear()
    for (const [page, ids] of this.#pages) if (ids.size === 0) this.#pages.delete(page)
  }

  /** Whether it spread over far more pages than it needs. */
  get isSparse(): boolean {
    return this.#pages.size > 16 + 2 * Math.ceil(this.size / this.#pageRows)
  }

  /** The same files in as few pages as they need, none of them saved. */
  compacted(): FileIndex {
    const index = new FileIndex(this.#pageRows)
    const places = [...this.#files.values()].toSorted((a, b) => a.page - b.page)
    for (const { entry } of places) index.put(entry)
    return index
  }

  #lastPage(): number {
    const last = this.#highestPage
    if ((this.#pages.get(last)?.size ?? this.#pageRows) < this.#pageRows) return last
    this.#highestPage = last + 1
    this.#pages.set(this.#highestPage, new Set())
    return this.#highestPage
  }
}
