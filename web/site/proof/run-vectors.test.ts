import { expect, test } from 'vitest'
import { roundTrip } from './round-trip.ts'
import { chooseBit, runVectors, type VectorSet } from './run-vectors.ts'
import vectors from './official-vectors.json' with { type: 'json' }

test('every official answer on the site is the one that the code of the vault gives', async () => {
  const results = await runVectors()
  expect(results.map(({ set, right, count }) => [set, right, count])).toEqual(
    Object.entries(vectors).map(([set, cases]) => [set, cases.length, cases.length]),
  )
})

test.each(Object.keys(vectors) as VectorSet[])(
  'any one bit of %s that is flipped makes one answer wrong',
  async (set) => {
    for (const share of [0, 0.37, 0.9999]) {
      const changed = chooseBit(set, share)
      const results = await runVectors(changed)

      expect(changed.bit).toBeGreaterThanOrEqual(1)
      expect(changed.bit).toBeLessThanOrEqual(changed.bits)
      for (const result of results) expect(result.count - result.right).toBe(result.set === set ? 1 : 0)
    }
    expect((await runVectors()).every(({ right, count }) => right === count)).toBe(true)
  },
)

test('the round trip agrees on one secret and gets the content back', async () => {
  expect(await roundTrip()).toMatchObject({
    isSameSecret: true,
    isSameContent: true,
    publicKeyBytes: 1216,
    encBytes: 1120,
  })
})
