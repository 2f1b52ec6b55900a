import { expect, test } from 'vitest'
import { roundTrip } from './round-trip.ts'
import { runVectors } from './run-vectors.ts'
import vectors from './official-vectors.json' with { type: 'json' }

test('every official answer on the site is the one that the code of the vault gives', async () => {
  const results = await runVectors()
  expect(results.map(({ set, right, count }) => [set, right, count])).toEqual(
    Object.entries(vectors).map(([set, cases]) => [set, cases.length, cases.length]),
  )
})

test('a changed answer is counted as wrong', async () => {
  const [first] = vectors.aesGcm256
  const kept = first!.tag
  first!.tag = `00${kept.slice(2)}`
  const changed = (await runVectors()).find(({ set }) => set === 'aesGcm256')
  first!.tag = kept
  expect(changed).toMatchObject({ right: vectors.aesGcm256.length - 1 })
})

test('the round trip agrees on one secret and gets the content back', async () => {
  expect(await roundTrip()).toMatchObject({
    isSameSecret: true,
    isSameContent: true,
    publicKeyBytes: 1216,
    encBytes: 1120,
  })
})
