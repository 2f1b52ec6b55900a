import type { FoundPlace, Place } from '#contract/copilot/copilot.ts'
import { dot } from './passages.ts'

/** Likeness below which a place is not what was asked for, chosen on the questions of `bench/copilot`. */
const MIN_LIKENESS = 0.35

export type PlaceIndex = { places: readonly Place[]; vectors: readonly (readonly Float32Array[])[] }

/** All that a place is looked for by, as it is read for its meaning. */
export const phrasesOf = ({ title, says }: Place): string[] => [title, ...says]

/** The vectors of all phrases in their order, sorted by place. */
export function perPlace(places: readonly Place[], all: readonly Float32Array[]): Float32Array[][] {
  let from = 0
  return places.map((place) => all.slice(from, (from += phrasesOf(place).length)))
}

/** Best first; only those of which one phrase is near to the question. */
export function rankPlaces({ places, vectors }: PlaceIndex, asked: Float32Array): FoundPlace[] {
  return places
    .map(({ says: _says, ...place }, at) => {
      const likeness = Math.max(0, ...(vectors[at] ?? []).map((phrase) => dot(asked, phrase)))
      return { ...place, likeness }
    })
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .toSorted((a, b) => b.likeness - a.likeness)
}
