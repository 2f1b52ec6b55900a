import type { VaultFile } from '#vault/files/file-records.ts'
import type { ListNews } from '../../workers/device/file-lists.ts'
import type { ListReading } from './files-types.ts'

/** What the page does after it heard news: how far the reading is, and whether to show what there is. */
type Heard = { reading: ListReading | null; isShown: boolean }

/** The page's copy of a list: the worker tells what is new in it, so that a hundred thousand files travel once. */
export class ListCopy {
  readonly #byId = new Map<string, VaultFile>()
  #sorted: VaultFile[] | undefined
  #reading: ListReading | null = null
  /** Shown while it was incomplete, with so many files. */
  #shownAt = 0
  #isSynced = false
  #isFirst = true

  /** Everything that the worker knew at the end of the last reading is here. */
  get isSynced(): boolean {
    return this.#isSynced
  }

  /** A reading begins: of everything the first time and after a failure, else of what is new. */
  begin(): void {
    this.#isFirst = !this.#isSynced
    this.#reading = null
    this.#shownAt = 0
    if (!this.#isFirst) return
    this.#byId.clear()
    this.#sorted = undefined
  }

  hear({ changed = [], removed = [], isHeld, progress }: ListNews): Heard {
    for (const file of changed) this.#byId.set(file.id, file)
    for (const id of removed) this.#byId.delete(id)
    if (changed.length > 0 || removed.length > 0) this.#sorted = undefined
    if (!this.#isFirst) return { reading: null, isShown: false }

    if (progress) this.#reading = { kind: 'whole', ...progress }
    else if (!this.#reading && changed.length > 0) this.#reading = { kind: 'from-device' }
    const size = this.#byId.size
    // What the device holds comes within a moment: its first page, and then all of it. What is read from the server is sorted for each
    // showing: at first, and then when there is four times as much.
    const isMore = this.#reading?.kind === 'whole' ? size > 4 * this.#shownAt : this.#shownAt === 0
    const isShown = size > 0 && (isHeld === true || isMore)
    if (isShown) this.#shownAt = size
    return { reading: this.#reading, isShown }
  }

  synced(): void {
    this.#isSynced = true
  }

  /** News may be missing: the next reading is of everything. */
  failed(): void {
    this.#isSynced = false
  }

  /** Newest first; the same array as long as nothing changed. */
  files(): VaultFile[] {
    this.#sorted ??= [...this.#byId.values()].toSorted(newestFirst)
    return this.#sorted
  }
}

function newestFirst(a: VaultFile, b: VaultFile): number {
  if (a.createdAt === b.createdAt) return 0
  return a.createdAt < b.createdAt ? 1 : -1
}
