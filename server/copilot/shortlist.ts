import type { Passage, Place } from '#contract/copilot/copilot.ts'
import { significantWords } from '#contract/sources/significant-words.ts'
import { phrasesOf } from './places.ts'

/** How much is read for one question while the rest is still being read. */
const MAX_PASSAGES = 24
const MAX_PLACES = 12
/** Letters in which two forms of a word agree: "deleted" and "delete", "sharing" and "share". */
const STEM_CHARACTERS = 5
/** Weight of a word in the title or heading against one in the text. */
const NAME_WEIGHT = 2

type Shortlist = { passages: Set<Passage>; places: Set<Place> }

/** Finds texts that share words with a question; rare words count more. Those that mean the same in other words are found once all are read. */
export function shortlist(
  question: string,
  { passages, places }: { passages: readonly Passage[]; places: readonly Place[] },
): Shortlist {
  const asked = stemsOf(question)
  const best = <One>(
    all: readonly One[],
    most: number,
    weigh: (one: One) => readonly (readonly [string, number])[],
  ) => {
    const stems = all.map((one) => weigh(one).map(([text, weight]) => [new Set(stemsOf(text)), weight] as const))
    const rarity = new Map(
      asked.map((stem) => [
        stem,
        Math.log(1 + all.length / (1 + stems.filter((of) => of.some(([set]) => set.has(stem))).length)),
      ]),
    )
    const scores = stems.map((of) =>
      of.reduce(
        (sum, [set, weight]) =>
          sum + weight * total(asked.filter((stem) => set.has(stem)).map((stem) => rarity.get(stem) ?? 0)),
        0,
      ),
    )
    const order = all.map((one, at) => ({ one, score: scores[at] ?? 0 })).filter(({ score }) => score > 0)
    return new Set(
      order
        .toSorted((a, b) => b.score - a.score)
        .slice(0, most)
        .map(({ one }) => one),
    )
  }
  return {
    passages: best(passages, MAX_PASSAGES, ({ title, heading, text }) => [
      [`${title} ${heading}`, NAME_WEIGHT],
      [text, 1],
    ]),
    places: best(places, MAX_PLACES, (place) => [[phrasesOf(place).join(' '), 1]]),
  }
}

const stemsOf = (text: string): string[] => [
  ...new Set(significantWords(text).map((word) => word.slice(0, STEM_CHARACTERS))),
]
const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
