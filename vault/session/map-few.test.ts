import { expect, test } from 'vitest'
import { mapFew } from './map-few.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('keeps the order of the items and works on four at once', async () => {
  let running = 0
  let most = 0
  const results = await mapFew([5, 4, 3, 2, 1, 0], async (turns) => {
    most = Math.max(most, ++running)
    for (let at = 0; at < turns; at++) await turn()
    running--
    return turns * 2
  })
  expect(results).toEqual([10, 8, 6, 4, 2, 0])
  expect(most).toBe(4)
  expect(await mapFew([], async () => 1)).toEqual([])
})

test('begins nothing more after a failure, which it throws', async () => {
  const begun: number[] = []
  const items = Array.from({ length: 20 }, (_, index) => index)
  const work = mapFew(items, async (item) => {
    begun.push(item)
    await turn()
    if (item === 2) throw new Error('third')
    await turn()
  })
  await expect(work).rejects.toThrow('third')
  for (let at = 0; at < 20; at++) await turn()
  expect(begun.length).toBeLessThan(9)
})
