import { CryptoError, LEAF_BYTES, contentRoot, fromBase64Url, segmentCount, toBase64Url } from '#crypto/index.ts'
import { SEGMENTS_PER_PART } from '#contract/content-layout.ts'
import type { Run } from './part-runs.ts'
import { VaultError } from '../session/vault-error.ts'

/** Leaves of consecutive segments, 32 bytes each, from segment `first` on. */
export type SegmentLeaves = { first: number; leaves: Uint8Array }

/** What a record says of content: the root that is signed, and the leaves it follows from, when there is more than one. */
export type ContentHashes = { contentRoot: Uint8Array; segmentHashes: string | null }

/** Gathers the leaves of a run of parts, in whatever order its segments are sealed; a segment may be sealed again. */
export class LeafList {
  readonly #first: number
  readonly #leaves: Uint8Array
  readonly #isThere: boolean[]

  constructor(sizeBytes: number, run: Run) {
    this.#first = run.first * SEGMENTS_PER_PART
    const count = Math.min(segmentCount(sizeBytes), (run.last + 1) * SEGMENTS_PER_PART) - this.#first
    this.#leaves = new Uint8Array(count * LEAF_BYTES)
    this.#isThere = Array.from({ length: count }, () => false)
  }

  put(index: number, leaf: Uint8Array): void {
    this.#leaves.set(leaf, (index - this.#first) * LEAF_BYTES)
    this.#isThere[index - this.#first] = true
  }

  /** The leaves of one part, all of whose segments were put. */
  ofPart(part: number): Uint8Array {
    const from = (part * SEGMENTS_PER_PART - this.#first) * LEAF_BYTES
    return this.#leaves.subarray(from, from + SEGMENTS_PER_PART * LEAF_BYTES)
  }

  /** Parts of which some segment was not sealed here: the server had them already. */
  missingParts(): number[] {
    const parts = this.#isThere.flatMap((isThere, at) =>
      isThere ? [] : [Math.floor((this.#first + at) / SEGMENTS_PER_PART)],
    )
    return [...new Set(parts)]
  }

  read(): SegmentLeaves {
    return { first: this.#first, leaves: this.#leaves }
  }
}

/** The leaves of a whole file from those of its runs. @throws {VaultError} `unexpected` when some are missing. */
export function joinLeaves(sizeBytes: number, runs: readonly SegmentLeaves[]): Uint8Array {
  const whole = new Uint8Array(segmentCount(sizeBytes) * LEAF_BYTES)
  let end = 0
  for (const { first, leaves } of runs.toSorted((a, b) => a.first - b.first)) {
    if (first * LEAF_BYTES !== end) break
    whole.set(leaves, end)
    end += leaves.length
  }
  if (end !== whole.length) throw new VaultError('unexpected', 'Hashes of some segments are missing.')
  return whole
}

/** @param leaves of all segments. @throws {VaultError} `unexpected` when they are not those of a file of this size. */
export async function hashesOf(
  { sizeBytes, segmentBytes }: { sizeBytes: number; segmentBytes: number },
  leaves: Uint8Array,
): Promise<ContentHashes> {
  const count = segmentCount(sizeBytes, segmentBytes)
  if (leaves.length !== count * LEAF_BYTES) throw new VaultError('unexpected', 'Hashes of some segments are missing.')
  return { contentRoot: await contentRoot(leaves), segmentHashes: count === 1 ? null : toBase64Url(leaves) }
}

/** The leaves out of a record's column. A text that holds none gives an empty list, which no root is over. */
export function parseSegmentHashes(text: string | null): Uint8Array | undefined {
  if (text === null) return undefined
  try {
    return fromBase64Url(text)
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
    return new Uint8Array()
  }
}
