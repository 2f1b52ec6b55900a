import { LedgerError } from '../errors.ts'
import { EMPTY_ROOT, type Hash, HASH_BYTES, MAX_SIZE, nodeHash } from './hash.ts'

/**
 * What a log has to remember to grow: the roots of its perfect subtrees, largest first, one for each bit of its size. Adding an
 * entry takes two hashes on average and never reads an earlier entry.
 */
export class CompactRange {
  #size: number
  readonly #roots: Hash[]

  /** @throws {LedgerError} `malformed` unless there are as many roots as the size has bits. */
  constructor(size = 0, roots: readonly Hash[] = []) {
    if (!Number.isSafeInteger(size) || size < 0) throw new LedgerError('malformed', 'size of a tree')
    if (roots.length !== bitsSet(size) || roots.some((root) => root.length !== HASH_BYTES)) {
      throw new LedgerError('malformed', `a tree of ${size} has other roots`)
    }
    this.#size = size
    this.#roots = [...roots]
  }

  get size(): number {
    return this.#size
  }

  /** For the next `new CompactRange(size, roots)`. */
  get roots(): readonly Hash[] {
    return [...this.#roots]
  }

  /** @throws {LedgerError} `malformed` when the tree is as large as it can be. */
  append(leaf: Hash): void {
    if (this.#size === MAX_SIZE) throw new LedgerError('malformed', 'the tree is full')
    let hash = leaf
    for (let size = this.#size; size % 2 === 1; size = (size - 1) / 2) {
      hash = nodeHash(this.#roots.pop() ?? EMPTY_ROOT, hash)
    }
    this.#roots.push(hash)
    this.#size++
  }

  root(): Hash {
    return joinRoots(this.#roots)
  }
}

/** The root over neighbouring subtrees, of which each is at least as large as the next. */
export function joinRoots(roots: readonly Hash[]): Hash {
  let root = roots.at(-1)
  for (let i = roots.length - 2; i >= 0; i--) root = nodeHash(roots[i] ?? EMPTY_ROOT, root ?? EMPTY_ROOT)
  return root ?? EMPTY_ROOT
}

function bitsSet(size: number): number {
  let bits = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2
  return bits
}
