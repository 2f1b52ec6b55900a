import { expect, test } from 'vitest'
import type { Place } from '#contract/copilot/copilot.ts'
import { DIMENSIONS } from '../embeddings/minilm.ts'
import { perPlace, phrasesOf, rankPlaces } from './places.ts'

const place = (title: string, says: string[]): Place => ({
  address: `/${title}`,
  title,
  says,
  permission: null,
  role: null,
  isOfOperator: false,
  opensAdmin: false,
})
/** A unit vector along one of the dimensions. */
const along = (dimension: number): Float32Array =>
  Float32Array.from({ length: DIMENSIONS }, (_, at) => (at === dimension ? 1 : 0))

test('a place is found by the phrase that is nearest, whichever of its own that is', () => {
  const places = [place('Rules', ['two factors', 'links']), place('Trash', ['deleted files'])]
  expect(places.flatMap(phrasesOf)).toEqual(['Rules', 'two factors', 'links', 'Trash', 'deleted files'])
  const index = { places, vectors: perPlace(places, [0, 1, 2, 3, 4].map(along)) }
  expect(rankPlaces(index, along(2))).toMatchObject([{ address: '/Rules', likeness: 1 }])
  expect(rankPlaces(index, along(4))).toMatchObject([{ address: '/Trash' }])
  expect(rankPlaces(index, along(9))).toEqual([])
  const between = Float32Array.from(along(1), (value, at) => (at === 1 ? 0.8 : at === 4 ? 0.6 : value))
  expect(rankPlaces(index, between).map(({ address }) => address)).toEqual(['/Rules', '/Trash'])
  // Phrases stay on the server.
  expect(rankPlaces(index, along(2))[0]).not.toHaveProperty('says')
})
