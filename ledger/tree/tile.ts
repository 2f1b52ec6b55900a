import { LedgerError } from '../errors.ts'
import { type Hash, HASH_BYTES, nodeHash } from './hash.ts'
import type { NodeReader, TreeNode } from './node.ts'

/** How many hashes a full tile holds, and how many levels of the tree that spans. */
export const TILE_WIDTH = 256
const TILE_LEVELS = 8
const MAX_TILE_LEVEL = 63

/** A row of hashes as a log serves them. `level` counts in tiles: 0 holds leaves, 1 the roots of full tiles of 0. */
export type Tile = { readonly level: number; readonly index: number; readonly width: number }

/** Reads the bytes of a tile: 32 for each hash. */
export type TileReader = (tile: Tile) => Promise<Uint8Array>

/** Where a tile is served, below the address of its log. @see c2sp.org/tlog-tiles */
export const tilePath = ({ level, index, width }: Tile): string => `tile/${level}/${pathOf(index, width)}`

/** Where a bundle of entries is served. @see c2sp.org/tlog-tiles */
export const entriesPath = (index: number, width: number): string => `tile/entries/${pathOf(index, width)}`

/** Reads what `tilePath` writes; undefined for any other spelling, so that each tile has one address. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level = '', rest = ''] = /^tile\/(\d{1,2})\/(.+)$/.exec(path) ?? []
  const place = parsePath(rest)
  const tile = place && Number(level) <= MAX_TILE_LEVEL ? { level: Number(level), ...place } : undefined
  return tile && tilePath(tile) === path ? tile : undefined
}

/** Reads what `entriesPath` writes. */
export function parseEntriesPath(path: string): Omit<Tile, 'level'> | undefined {
  const place = parsePath(/^tile\/entries\/(.+)$/.exec(path)?.[1] ?? '')
  return place && entriesPath(place.index, place.width) === path ? place : undefined
}

function parsePath(path: string): Omit<Tile, 'level'> | undefined {
  const [, number, width] = /^((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? []
  const index = Number(number?.replaceAll(/[x/]/g, ''))
  return Number.isSafeInteger(index) ? { index, width: Number(width ?? TILE_WIDTH) } : undefined
}

function pathOf(index: number, width: number): string {
  const groups = []
  let rest = index
  do {
    groups.unshift(String(rest % 1000).padStart(3, '0'))
    rest = Math.floor(rest / 1000)
  } while (rest > 0)
  const last = groups.pop() ?? ''
  const suffix = width < TILE_WIDTH ? `.p/${width}` : ''
  return [...groups.map((group) => `x${group}`), last].join('/') + suffix
}

/** How many hashes a tile has in a tree of some size; 0 where it has none yet. */
export function tileWidth(level: number, index: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level)
  return Math.min(TILE_WIDTH, Math.max(0, hashes - index * TILE_WIDTH))
}

/** The nodes of a tree of `size`, out of the tiles that a log serves. What they are worth shows where a proof from them meets a root. */
export function readNodesFromTiles(size: number, readTile: TileReader): NodeReader {
  const tiles = new Map<string, Promise<Uint8Array>>()
  const readOnce = (tile: Tile): Promise<Uint8Array> => {
    const path = tilePath(tile)
    const known = tiles.get(path)
    if (known) return known
    const reading = readTile(tile)
    tiles.set(path, reading)
    // One that failed may be read again.
    reading.catch(() => tiles.delete(path))
    return reading
  }
  return (nodes) =>
    Promise.all(
      nodes.map(async (node) => {
        const tile = tileOf(node, size)
        return nodeInTile(node, tile, await readOnce(tile))
      }),
    )
}

/** The tile from which a node can be read. @throws {LedgerError} `malformed` for a node that the tree does not have. */
export function tileOf({ level, index }: TreeNode, size: number): Tile {
  const tileLevel = Math.floor(level / TILE_LEVELS)
  const tileIndex = Math.floor((index * 2 ** (level % TILE_LEVELS)) / TILE_WIDTH)
  const width = tileWidth(tileLevel, tileIndex, size)
  if (width === 0) throw new LedgerError('malformed', `a tree of ${size} has no node ${level}, ${index}`)
  return { level: tileLevel, index: tileIndex, width }
}

function nodeInTile({ level, index }: TreeNode, tile: Tile, bytes: Uint8Array): Hash {
  if (bytes.length !== tile.width * HASH_BYTES)
    throw new LedgerError('malformed', `${tilePath(tile)} has another length`)
  const count = 2 ** (level % TILE_LEVELS)
  const first = index * count - tile.index * TILE_WIDTH
  if (first + count > tile.width) throw new LedgerError('malformed', `${tilePath(tile)} does not reach this node`)

  let hashes: Hash[] = Array.from(
    { length: count },
    (_, i) => new Uint8Array(bytes.subarray((first + i) * HASH_BYTES, (first + i + 1) * HASH_BYTES)),
  )
  while (hashes.length > 1)
    hashes = hashes.flatMap((left, i) => (i % 2 === 0 ? [nodeHash(left, hashes[i + 1] ?? left)] : []))
  const [hash] = hashes
  if (!hash) throw new LedgerError('malformed', tilePath(tile))
  return hash
}
