import { describe, expect, test } from 'vitest'
import { memoryLog } from '../testing/memory-log.ts'
import { readEntryBundle, writeEntryBundle } from './entry-bundle.ts'
import { EMPTY_ROOT } from './hash.ts'
import { rootOfSize } from './node.ts'
import { proveConsistency, proveInclusion } from './prove.ts'
import {
  entriesPath,
  parseEntriesPath,
  parseTilePath,
  readNodesFromTiles,
  type Tile,
  type TileReader,
  tileOf,
  tilePath,
  tileWidth,
} from './tile.ts'
import { isConsistent, isIncluded } from './verify-proof.ts'

const log = memoryLog(1300)
const head = (size: number) => ({ size, root: log.rootOf(size) })

describe('the address of a tile', () => {
  test.each<[Tile, string]>([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 273, width: 112 }, 'tile/0/273.p/112'],
    [{ level: 1, index: 1_234_067, width: 256 }, 'tile/1/x001/x234/067'],
    [{ level: 63, index: 0, width: 1 }, 'tile/63/000.p/1'],
    [{ level: 0, index: Number.MAX_SAFE_INTEGER, width: 256 }, 'tile/0/x009/x007/x199/x254/x740/991'],
  ])('of %j is %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
    const { level: _, ...place } = tile
    expect(parseEntriesPath(entriesPath(tile.index, tile.width))).toEqual(place)
  })

  test.each([
    '',
    'tile/0/0',
    'tile/0/0000',
    'tile/0/x000/001',
    'tile/0/001/002',
    'tile/0/x001/x002',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/999',
    'tile/0/000.p/',
    'tile/0/000/',
    'tile/0/x009/x007/x199/x254/x740/992',
    'tile/0/x999/x999/x999/x999/x999/x999/999',
    '/tile/0/000',
    'tile/0/000\n',
    'tile/0/000.p/1\n',
  ])('%j is none', (path) => {
    expect(parseTilePath(path)).toBeUndefined()
    expect(parseEntriesPath(path.replace(/tile\/0(?=\/)/, 'tile/entries'))).toBeUndefined()
  })
})

/** The example of the specification. */
test('a tree of 70,000 has the tiles that it should have', () => {
  expect(tileWidth(0, 272, 70_000)).toBe(256)
  expect(tileWidth(0, 273, 70_000)).toBe(112)
  expect(tileWidth(0, 274, 70_000)).toBe(0)
  expect(tileWidth(1, 0, 70_000)).toBe(256)
  expect(tileWidth(1, 1, 70_000)).toBe(17)
  expect(tileWidth(2, 0, 70_000)).toBe(1)
  expect(tileWidth(3, 0, 70_000)).toBe(0)
  expect([tileWidth(0, 0, 256), tileWidth(1, 0, 256)]).toEqual([256, 1])
})

test.each(['tile/00/000', 'tile/64/000', 'tile/-1/000', 'tile/x/000'])('%s has no level', (path) => {
  expect(parseTilePath(path)).toBeUndefined()
})

describe('from its tiles alone', () => {
  test.each([1, 255, 256, 257, 511, 512, 1025, 1300])('a tree of %d has its root and proofs', async (size) => {
    const read = readNodesFromTiles(size, log.readTile)
    expect(await rootOfSize(size, read)).toEqual(log.rootOf(size))
    for (const index of [0, 1, 255, 256, 700, size - 1].filter((index) => index < size)) {
      const proof = await proveInclusion(index, size, read)
      expect(isIncluded(log.leaves[index] ?? EMPTY_ROOT, index, proof, head(size)), `${index}`).toBe(true)
    }
    for (const earlier of [1, 100, 255, 256, 257, 1024].filter((earlier) => earlier <= size)) {
      const proof = await proveConsistency(earlier, size, read)
      expect(isConsistent(head(earlier), head(size), proof), `${earlier}`).toBe(true)
    }
  })

  test('each tile is read once', async () => {
    const paths: string[] = []
    const counting: TileReader = (tile) => (paths.push(tilePath(tile)), log.readTile(tile))
    await proveConsistency(700, 1300, readNodesFromTiles(1300, counting))
    expect(paths).toEqual([...new Set(paths)])
  })

  test('a tile that could not be read is read again', async () => {
    let failures = 1
    const read = readNodesFromTiles(300, async (tile) => {
      if (failures-- > 0) throw new Error('no connection')
      return log.readTile(tile)
    })
    await expect(rootOfSize(300, read)).rejects.toThrow('no connection')
    expect(await rootOfSize(300, read)).toEqual(log.rootOf(300))
  })

  test('a tile of another length is refused', async () => {
    const short: TileReader = async (tile) => (await log.readTile(tile)).subarray(1)
    const proof = proveInclusion(3, 300, readNodesFromTiles(300, short))
    await expect(proof).rejects.toMatchObject({ code: 'malformed' })
  })

  test('a node beyond the tree is refused', async () => {
    expect(() => tileOf({ level: 0, index: 300 }, 300)).not.toThrow()
    expect(() => tileOf({ level: 0, index: 600 }, 300)).toThrow(expect.objectContaining({ code: 'malformed' }))
    await expect(readNodesFromTiles(300, log.readTile)([{ level: 0, index: 300 }])).rejects.toMatchObject({
      code: 'malformed',
    })
  })
})

describe('a bundle of entries', () => {
  const entries = log.entries.slice(0, 3)

  test('comes back as it was', () => {
    expect(readEntryBundle(writeEntryBundle(entries), 3)).toEqual(entries)
    expect(readEntryBundle(writeEntryBundle([new Uint8Array()]), 1)).toEqual([new Uint8Array()])
    expect(readEntryBundle(writeEntryBundle([new Uint8Array(65_535)]), 1)).toEqual([new Uint8Array(65_535)])
  })

  test('with another number or length of entries is refused', () => {
    const bytes = writeEntryBundle(entries)
    const malformed = expect.objectContaining({ code: 'malformed' })
    expect(() => readEntryBundle(bytes, 2)).toThrow(malformed)
    expect(() => readEntryBundle(bytes, 4)).toThrow(malformed)
    expect(() => readEntryBundle(bytes.subarray(0, -1), 3)).toThrow(malformed)
    expect(() => readEntryBundle(bytes.subarray(0, 1), 1)).toThrow(malformed)
    expect(() => readEntryBundle(new Uint8Array([...bytes, 0]), 3)).toThrow(malformed)
    expect(() => writeEntryBundle([])).toThrow(malformed)
    expect(() => writeEntryBundle(Array.from({ length: 257 }, () => new Uint8Array()))).toThrow(malformed)
    expect(() => writeEntryBundle([new Uint8Array(65_536)])).toThrow(malformed)
  })
})
