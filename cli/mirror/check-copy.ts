import { equalBytes } from '#crypto/bytes.ts'
import { LedgerError } from '#ledger/errors.ts'
import { CompactRange } from '#ledger/tree/compact-range.ts'
import { type Hash, HASH_BYTES, leafHash } from '#ledger/tree/hash.ts'
import { TILE_WIDTH, tilePath } from '#ledger/tree/tile.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { LogCopy } from './log-copy.ts'

/**
 * Hashes all that a mirror keeps up to a checkpoint that it signed, and compares each tile with that: a disk that lost something is noticed before
 * anything more is signed.
 *
 * @throws {LedgerError} `malformed` or `bad_proof`, naming the place.
 */
export function checkCopy(copy: LogCopy, { size, root }: TreeHead): void {
  const whole = new CompactRange()
  const tiles = new TileChecker(copy)
  for (let bundle = 0; bundle * TILE_WIDTH < size; bundle++) {
    const width = Math.min(TILE_WIDTH, size - bundle * TILE_WIDTH)
    const entries = copy.entries(bundle)
    if (entries.length < width) throw new LedgerError('malformed', `entry ${bundle * TILE_WIDTH + entries.length}`)
    for (const entry of entries.slice(0, width)) {
      const hash = leafHash(entry)
      whole.append(hash)
      tiles.append(0, hash)
    }
  }
  tiles.end()
  if (!equalBytes(whole.root(), root)) throw new LedgerError('bad_proof', 'the entries have another root')
}

/** Holds one row of hashes a level, of the tile that is not full yet. */
class TileChecker {
  readonly #copy: LogCopy
  readonly #rows: Hash[][] = []
  readonly #index: number[] = []

  constructor(copy: LogCopy) {
    this.#copy = copy
  }

  append(level: number, hash: Hash): void {
    const row = (this.#rows[level] ??= [])
    row.push(hash)
    if (row.length < TILE_WIDTH) return
    this.#compare(level, row)
    this.#rows[level] = []
    this.#index[level] = (this.#index[level] ?? 0) + 1
    const range = new CompactRange()
    for (const one of row) range.append(one)
    this.append(level + 1, range.root())
  }

  end(): void {
    for (const [level, row] of this.#rows.entries()) if (row.length > 0) this.#compare(level, row)
  }

  #compare(level: number, row: readonly Hash[]): void {
    const tile = { level, index: this.#index[level] ?? 0, width: row.length }
    const bytes = this.#copy.tile(tile)
    for (const [at, hash] of row.entries()) {
      if (equalBytes(bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES), hash)) continue
      throw new LedgerError('bad_proof', `${tilePath(tile)} says something else than the entries`)
    }
  }
}
