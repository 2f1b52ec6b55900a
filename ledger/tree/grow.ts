import { concat } from '#crypto/bytes.ts'
import { LedgerError } from '../errors.ts'
import { CompactRange } from './compact-range.ts'
import { type Hash, HASH_BYTES } from './hash.ts'
import { TILE_WIDTH, type Tile, tilePath, tileWidth } from './tile.ts'

/** A tile with the hashes that it holds so far. */
export type FilledTile = Tile & { readonly bytes: Uint8Array }

/** The tiles at the right edge of a tree of some size, one a level: what changes when it grows. A tile that is full is not among them. */
export function edgeTiles(size: number): Tile[] {
  const tiles: Tile[] = []
  for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / TILE_WIDTH)) {
    const index = Math.floor(hashes / TILE_WIDTH)
    const width = tileWidth(level, index, size)
    if (width > 0) tiles.push({ level, index, width })
  }
  return tiles
}

/** Grows the tiles of a log, leaf by leaf, from what its edge holds. */
export class TileWriter {
  readonly #edge: Hash[][] = []
  readonly #index: number[] = []
  readonly #changed = new Map<string, FilledTile>()

  /** @throws {LedgerError} `malformed` unless `edge` holds the tiles of `edgeTiles(size)`. */
  constructor(size: number, edge: readonly FilledTile[]) {
    for (const tile of edgeTiles(size)) {
      const stored = edge.find(({ level, index }) => level === tile.level && index === tile.index)
      if (stored?.bytes.length !== tile.width * HASH_BYTES) {
        throw new LedgerError('malformed', `${tilePath(tile)} is not what a tree of ${size} has`)
      }
      this.#edge[tile.level] = hashesIn(stored.bytes)
    }
    for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / TILE_WIDTH)) {
      this.#index[level] = Math.floor(hashes / TILE_WIDTH)
    }
  }

  append(leaf: Hash): void {
    this.#push(0, leaf)
  }

  /** Every tile that is other than at the start. */
  changed(): FilledTile[] {
    this.#edge.forEach((hashes, level) => {
      if (hashes.length > 0) this.#keep(level, hashes)
    })
    return [...this.#changed.values()]
  }

  #push(level: number, hash: Hash): void {
    const hashes = (this.#edge[level] ??= [])
    hashes.push(hash)
    if (hashes.length < TILE_WIDTH) return

    this.#keep(level, hashes)
    this.#edge[level] = []
    this.#index[level] = (this.#index[level] ?? 0) + 1
    const range = new CompactRange()
    for (const full of hashes) range.append(full)
    this.#push(level + 1, range.root())
  }

  #keep(level: number, hashes: readonly Hash[]): void {
    const tile = { level, index: this.#index[level] ?? 0, width: hashes.length, bytes: concat(...hashes) }
    this.#changed.set(`${tile.level}/${tile.index}`, tile)
  }
}

function hashesIn(bytes: Uint8Array): Hash[] {
  return Array.from(
    { length: bytes.length / HASH_BYTES },
    (_, i) => new Uint8Array(bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES)),
  )
}
