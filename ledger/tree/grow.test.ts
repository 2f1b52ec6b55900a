import { describe, expect, test } from 'vitest'
import { memoryLog } from '../testing/memory-log.ts'
import { edgeTiles, type FilledTile, TileWriter } from './grow.ts'
import { TILE_WIDTH, tileWidth } from './tile.ts'

const MOST = 66_000
const log = memoryLog(MOST)

describe('tiles that grow', () => {
  // Around each border of a tile, and of a tile of tiles; in steps of other sizes, so that the edge is read back.
  test.each([[1], [7], [255], [256], [257], [40_000]])('are those of the tree, in steps of %i', async (step) => {
    const most = step < 200 ? 1_100 : MOST
    const stored = new Map<string, FilledTile>()
    for (let size = 0; size < most; size += step) {
      const edge = edgeTiles(size).map(({ level, index }) => stored.get(`${level}/${index}`))
      const writer = new TileWriter(
        size,
        edge.filter((tile) => tile !== undefined),
      )
      for (let i = size; i < Math.min(size + step, most); i++) writer.append(log.leaves[i] ?? new Uint8Array(32))
      for (const tile of writer.changed()) stored.set(`${tile.level}/${tile.index}`, tile)
    }
    const expected = [0, 1, 2].flatMap((level) =>
      Array.from({ length: Math.ceil(Math.floor(most / TILE_WIDTH ** level) / TILE_WIDTH) }, (_, index) => ({
        level,
        index,
        width: tileWidth(level, index, most),
      })),
    )
    expect([...stored.keys()].sort()).toEqual(expected.map(({ level, index }) => `${level}/${index}`).sort())
    // One of each level in full: the independent root is slow.
    for (const tile of [expected[0], expected.at(-1), expected.findLast(({ level }) => level === 1)]) {
      if (!tile) continue
      const { bytes } = stored.get(`${tile.level}/${tile.index}`) ?? {}
      expect(bytes).toEqual(await log.readTile(tile))
    }
  })

  test('an edge that is not the one of the size is refused', () => {
    const [tile] = edgeTiles(3)
    if (!tile) throw new Error('a tree of 3 has an edge')
    const edge = { ...tile, bytes: new Uint8Array(3 * 32) }
    expect(() => new TileWriter(3, [edge])).not.toThrow()
    expect(() => new TileWriter(3, [])).toThrow('not what a tree of 3 has')
    expect(() => new TileWriter(3, [{ ...edge, bytes: new Uint8Array(2 * 32) }])).toThrow('not what a tree of 3 has')
    expect(() => new TileWriter(4, [edge])).toThrow('not what a tree of 4 has')
  })
})
