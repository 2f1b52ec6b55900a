import { expect, test } from 'vitest'
import { HalfSpaceTrees } from './half-space-trees.ts'
import { seeded } from './statistics.ts'

/** A cloud around the middle. */
function taught(seed: number, points = 1000): HalfSpaceTrees {
  const trees = new HalfSpaceTrees(3, seed)
  const random = seeded(9)
  for (let n = 0; n < points; n += 1) trees.learn([0.4 + 0.2 * random(), 0.4 + 0.2 * random(), 0.4 + 0.2 * random()])
  return trees
}

test('a point of the cloud is more usual than one far from it, whatever the seed', () => {
  for (const seed of [1, 2, 3, 4]) {
    const trees = taught(seed)
    expect(trees.score([0.5, 0.5, 0.5])).toBeGreaterThan(5 * trees.score([0.95, 0.05, 0.95]))
  }
})

test('the same seed gives the same scores, another one others', () => {
  const point = [0.45, 0.55, 0.5]
  expect(taught(7).score(point)).toBe(taught(7).score(point))
  expect(taught(7).score(point)).not.toBe(taught(8).score(point))
})

test('what was usual before the last window is not so any more', () => {
  const trees = taught(5)
  const before = trees.score([0.5, 0.5, 0.5])
  for (let n = 0; n < 250; n += 1) trees.learn([0.9, 0.9, 0.9])
  expect(trees.score([0.5, 0.5, 0.5])).toBeLessThan(before / 5)
  expect(trees.score([0.9, 0.9, 0.9])).toBeGreaterThan(trees.score([0.5, 0.5, 0.5]))
})

test('before the first window is full everything is as unusual', () => {
  const trees = taught(5, 249)
  expect(trees.score([0.5, 0.5, 0.5])).toBe(0)
})
