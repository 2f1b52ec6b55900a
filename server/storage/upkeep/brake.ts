/** So many in a row are more than a disk loses by itself. */
const IN_A_ROW = 20
/** Where so many are gone, they must not be more than this share of what was read. */
const MANY = 20
const MOST_PERCENT = 5

/** What is gone says more about the store, or the way to it, than about the content. */
export class StoreDoubtedError extends Error {
  override readonly name = 'StoreDoubtedError'

  constructor(why: string, options?: ErrorOptions) {
    super(
      `${why}. This looks like the store and not like its content, so nothing more was recorded. Check that the disk is mounted, that DATA_DIR or S3_* are those of the server, and that its user may read what lies there.`,
      options,
    )
  }
}

/** Ends a reading that would call a whole store lost: an unmounted disk, another bucket, a user without rights. */
export class Brake {
  #read: number
  #gone: number
  #inARow = 0

  /** @param before what this reading of all content had read, and found lost, when it was continued. */
  constructor(before = { blobs: 0, lost: 0 }) {
    this.#read = before.blobs
    this.#gone = before.lost
  }

  /** Takes a blob into account that is not known to be lost. @throws {StoreDoubtedError} */
  count(isGone: boolean): void {
    this.#read++
    this.#inARow = isGone ? this.#inARow + 1 : 0
    if (!isGone) return
    this.#gone++
    if (this.#inARow >= IN_A_ROW)
      throw new StoreDoubtedError(`${this.#inARow} files in a row are missing or cannot be read`)
    if (this.#gone >= MANY && this.#gone * 100 > this.#read * MOST_PERCENT)
      throw new StoreDoubtedError(`${this.#gone} of ${this.#read} files are missing, damaged or cannot be read`)
  }
}
