import type { ByteRange } from '../blobs/blob-store.ts'

/**
 * Where the parts of an upload lie. Part 0 also holds the head (a sealed file's header), so that every part ends where a
 * segment ends; the last one may be shorter.
 */
export class PartLayout {
  readonly sizeBytes: number
  readonly count: number
  readonly #headBytes: number
  readonly #partBytes: number

  constructor(sizeBytes: number, partBytes: number, headBytes: number) {
    this.sizeBytes = sizeBytes
    this.#partBytes = partBytes
    this.#headBytes = headBytes
    this.count = Math.max(1, Math.ceil((sizeBytes - headBytes) / partBytes))
  }

  /** Undefined for an upload that is sent in sequence. */
  static of(row: { size_bytes: string; part_bytes: number | null; head_bytes: number }): PartLayout | undefined {
    return row.part_bytes === null ? undefined : new PartLayout(Number(row.size_bytes), row.part_bytes, row.head_bytes)
  }

  /** The part that starts exactly at `offset`. */
  partAt(offset: number): number | undefined {
    if (offset === 0) return 0
    const part = (offset - this.#headBytes) / this.#partBytes
    return Number.isInteger(part) && part > 0 && part < this.count ? part : undefined
  }

  /** First byte behind `part`. */
  end(part: number): number {
    return Math.min(this.sizeBytes, this.#headBytes + (part + 1) * this.#partBytes)
  }

  /** First byte of `part`. */
  start(part: number): number {
    return part === 0 ? 0 : this.end(part - 1)
  }

  rangeOf(part: number): ByteRange {
    return { start: this.start(part), end: this.end(part) }
  }

  /** Both included. */
  partsBetween(first: number, last: number): number[] {
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }

  /** The parts of a range that begins where one begins, and ends where one ends. */
  partsOf({ start, end }: ByteRange): number[] {
    const first = this.partAt(start)
    const last = first === undefined ? undefined : this.lastWithin(first, end)
    if (first === undefined || last === undefined) throw new RangeError('the range holds no whole part')
    return this.partsBetween(first, last)
  }

  /** First byte behind the last of these parts, which are in ascending order. */
  endOf(parts: number[]): number {
    const last = parts.at(-1)
    return last === undefined ? 0 : this.end(last)
  }

  /** Bytes from the start of the upload to its first gap, when these parts are there, in ascending order. */
  reach(parts: number[]): number {
    const gap = parts.findIndex((part, index) => part !== index)
    const whole = gap === -1 ? parts.length : gap
    return whole === 0 ? 0 : this.end(whole - 1)
  }

  /** The last part from `first` on that is complete when everything before `reached` has arrived. */
  lastWithin(first: number, reached: number): number | undefined {
    if (reached < this.end(first)) return undefined
    const whole = reached === this.sizeBytes ? this.count : Math.floor((reached - this.#headBytes) / this.#partBytes)
    return whole - 1
  }
}
