import { setImmediate } from 'node:timers/promises'
import type { FoundBy } from '#contract/sources/sources.ts'
import { significantWords } from '#contract/sources/significant-words.ts'
import { stem } from '../keywords/pipeline/normalise.ts'

/** A part of a text, and what the text is about. */
export type Section = { heading: string; subject: string }
export type Candidate = { text: string; vector: Float32Array | null }
export type Match<Of> = { candidate: Of; found_by: FoundBy; similarity: number }

/** Likeness below which a sentence says nothing about a section; `test/sources/fact-quality.test.ts` shows what that finds and what it leaves out. */
const MIN_LIKENESS = 0.28
/** Share of the words of a section that a sentence has at least, rare ones counting more. */
const MIN_SHARE = 0.5
/** A section of more words is not found by one of them. */
const MIN_WORDS = 2
/** Sentences that are looked at before other requests have their turn. */
const TURN = 250

/** Question for a section: its heading, with what the text is about where the heading does not say it. */
export const questionOf = ({ heading, subject }: Section): string =>
  heading.toLowerCase().includes(subject.toLowerCase()) ? heading : `${heading}: ${subject}`

/** Words that a section is found by: those of its heading, with what the text is about where they are too few. */
function stemsAsked({ heading, subject }: Section): Set<string> {
  const own = stemsOf(heading)
  return own.size < MIN_WORDS ? new Set([...own, ...stemsOf(subject)]) : own
}

/**
 * Each sentence at the section that it fits best, the best first; none that fits no section.
 * @param meanings of the questions of the sections; undefined: everything is found by words
 */
export async function matchFacts<Of extends Candidate>(
  sections: readonly Section[],
  candidates: readonly Of[],
  { meanings, most }: { meanings: readonly Float32Array[] | undefined; most: number },
): Promise<Match<Of>[][]> {
  const isByMeaning = ({ vector }: Candidate): boolean => vector !== null && meanings !== undefined
  const byWords = await wordScores(
    sections,
    candidates.filter((one) => !isByMeaning(one)),
  )
  const found: Match<Of>[][] = sections.map(() => [])
  for (const [at, candidate] of candidates.entries()) {
    if (at % TURN === TURN - 1) await setImmediate()
    const { vector } = candidate
    const scores = sections.map((_, no) => (vector && meanings ? dot(vector, meanings[no]) : byWords(candidate, no)))
    const best = scores.indexOf(Math.max(...scores))
    const similarity = scores[best] ?? 0
    if (similarity < (isByMeaning(candidate) ? MIN_LIKENESS : MIN_SHARE)) continue
    found[best]?.push({
      candidate,
      found_by: isByMeaning(candidate) ? 'meaning' : 'words',
      similarity: Math.min(1, similarity),
    })
  }
  return found.map((all) => all.toSorted(byFit).slice(0, most))
}

/** Cosines and shares of words are different scales: what was found by meaning comes first. */
const byFit = (a: Match<unknown>, b: Match<unknown>): number =>
  Number(a.found_by === 'words') - Number(b.found_by === 'words') || b.similarity - a.similarity

/** Share of the words of a section that a sentence has, each weighted by how rare it is among the sentences. */
async function wordScores(
  sections: readonly Section[],
  candidates: readonly Candidate[],
): Promise<(candidate: Candidate, section: number) => number> {
  const asked = sections.map(stemsAsked)
  const wanted = new Set(asked.flatMap((stems) => [...stems]))
  const known = new Map<Candidate, Set<string>>()
  const counts = new Map<string, number>()
  for (const [at, candidate] of candidates.entries()) {
    if (at % TURN === TURN - 1) await setImmediate()
    const stems = new Set([...stemsOf(candidate.text)].filter((one) => wanted.has(one)))
    known.set(candidate, stems)
    for (const one of stems) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  const weightOf = (one: string): number => Math.log(1 + candidates.length / (1 + (counts.get(one) ?? 0)))
  return (candidate, section) => {
    const stems = asked[section] ?? new Set()
    const shared = [...stems].filter((one) => known.get(candidate)?.has(one))
    if (shared.length < Math.min(MIN_WORDS, stems.size) || shared.length === 0) return 0
    return sum(shared.map(weightOf)) / sum([...stems].map(weightOf))
  }
}

const stemsOf = (text: string): Set<string> => new Set(significantWords(text).map(stem))

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** The whole work of a search: with a default for each number, ten thousand sentences took three times as long. */
function dot(a: Float32Array, b: Float32Array | undefined): number {
  if (b?.length !== a.length) return 0
  let all = 0
  for (let at = 0; at < a.length; at += 1) all += a[at]! * b[at]!
  return all
}
