import type { DifficultyReason, Intent, PageType } from '#contract/keywords/keywords.ts'
import { anglesFor } from './angles.ts'
import { averageLink, cosineDistances, cutMerges, type Distances, pairsOf } from './average-link.ts'
import { difficultyOf } from './difficulty.ts'
import { intentOf } from './intent.ts'
import { stemKey, wordsOf } from './normalise.ts'
import { pageTypeOf, subjectOf } from './page-type.ts'
import type { StageReport } from './stage-report.ts'
import type { Terms } from './terms.ts'
import { tfIdf } from './tf-idf.ts'

/** Distance up to which subjects are one topic; bench/ai tries others, on lists that we labelled. */
export const CUTS = { embeddings: 0.55, words: 0.85 } as const

export type Cluster = {
  topic: string
  page: PageType
  name: string
  intent: Intent
  /** Estimate from 1 to 100, the mean of its keywords. */
  difficulty: number
  reason: DifficultyReason
  /** Numbers of keywords, the one in the middle first. */
  members: number[]
  angles: string[]
}

/** How keywords are compared: a unit vector for each subject, or `undefined` for the words that they share. */
export type Comparison = { vectors: readonly Float32Array[] | undefined; terms: Terms; cut?: number }

/** The subject of each keyword: what is compared, and what an embedding is asked for. Equal subjects are one. */
export function subjectsOf(keywords: readonly string[], terms: Terms): { subjects: string[]; subjectOf: number[] } {
  const numbers = new Map<string, number>()
  const subjects: string[] = []
  const ofKeywords = keywords.map((keyword) => {
    const subject = subjectOf(keyword, terms)
    const key = stemKey(subject)
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, subjects.length)
    return subjects.push(subject) - 1
  })
  return { subjects, subjectOf: ofKeywords }
}

/** One cluster is one page: what is about one topic, and belongs on one kind of page. @param report hears how far each stage is */
export function clusterKeywords(
  keywords: readonly string[],
  { vectors, terms, cut }: Comparison,
  report: StageReport = () => undefined,
): Cluster[] {
  if (keywords.length === 0) return []
  const { subjects, subjectOf: ofKeywords } = subjectsOf(keywords, terms)
  const sizes = subjects.map(() => 0)
  for (const number of ofKeywords) sizes[number] = (sizes[number] ?? 0) + 1
  const compared = (done: number) => report({ stage: 'comparing', done, total: pairsOf(subjects.length) })
  const distances = vectors ? cosineDistances(vectors, compared) : wordDistances(subjects, compared)
  const joined = (done: number) => report({ stage: 'joining', done, total: subjects.length - 1 })
  const merges = averageLink(distances, sizes, joined)
  const topicOf = cutMerges(merges, subjects.length, cut ?? (vectors ? CUTS.embeddings : CUTS.words))
  const topics = Map.groupBy(subjects.keys(), (subject) => topicOf[subject] ?? 0)
  const members = Map.groupBy(keywords.keys(), (at) => topicOf[ofKeywords[at] ?? 0] ?? 0)
  return [...members].flatMap(([number, inTopic], named) => {
    report({ stage: 'naming', done: named, total: members.size })
    const topic = nameOfTopic(topics.get(number) ?? [], { subjects, sizes, vectors })
    const pages = Map.groupBy(inTopic, (at) => pageTypeOf(keywords[at] ?? '', terms))
    return [...pages].map(([page, ofPage]) => describe({ topic, page, members: ofPage, keywords, terms }))
  })
}

/** One minus the cosine of the words of each pair; only those that share a word are looked at. */
function wordDistances(subjects: readonly string[], compared: (pairs: number) => void): Distances {
  const count = subjects.length
  const values = new Float32Array(count ** 2).fill(1)
  const withWord = new Map<number, [at: number, weight: number][]>()
  for (const [at, vector] of tfIdf(subjects).entries()) {
    values[at * count + at] = 0
    for (const [word, weight] of vector) {
      const others = withWord.get(word) ?? []
      withWord.set(word, others)
      for (const [other, ofOther] of others) {
        const distance = values[at * count + other]! - weight * ofOther
        values[at * count + other] = distance
        values[other * count + at] = distance
      }
      others.push([at, weight])
    }
    compared(pairsOf(at + 1))
  }
  return { count, values }
}

type Subjects = { subjects: readonly string[]; sizes: readonly number[]; vectors: readonly Float32Array[] | undefined }

/** The subject in the middle of a topic, short ones and those of many keywords first. */
function nameOfTopic(of: readonly number[], { subjects, sizes, vectors }: Subjects): string {
  const centre = vectors && centreOf(of.map((at) => [vectors[at] ?? new Float32Array(), sizes[at] ?? 1]))
  const all = of.reduce((sum, at) => sum + (sizes[at] ?? 0), 0)
  const scored = of.map((at) => {
    const nearness = centre ? dot(centre, vectors?.[at] ?? centre) : 0
    const share = (sizes[at] ?? 0) / all
    return { at, score: nearness + share - 0.03 * wordsOf(subjects[at] ?? '').length }
  })
  const [first] = scored.sort((one, other) => other.score - one.score)
  return subjects[first?.at ?? 0] ?? ''
}

function centreOf(weighted: readonly (readonly [Float32Array, number])[]): Float32Array {
  const centre = new Float32Array(weighted[0]?.[0].length ?? 0)
  for (const [vector, weight] of weighted)
    for (const [at, value] of vector.entries()) centre[at] = (centre[at] ?? 0) + value * weight
  const length = Math.hypot(...centre) || 1
  return centre.map((value) => value / length)
}

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

type Group = { topic: string; page: PageType; members: number[]; keywords: readonly string[]; terms: Terms }

function describe({ topic, page, members, keywords, terms }: Group): Cluster {
  const votes = new Map<Intent, number>()
  const reasons = new Map<DifficultyReason, number>()
  let sum = 0
  for (const at of members) {
    const keyword = keywords[at] ?? ''
    const { intent, confidence } = intentOf(keyword, terms)
    const { difficulty, reason } = difficultyOf(keyword, intent)
    votes.set(intent, (votes.get(intent) ?? 0) + confidence)
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    sum += difficulty
  }
  const intent = mostOf(votes, 'informational')
  const sorted = members.toSorted((one, other) => lengthOf(keywords[one]) - lengthOf(keywords[other]) || one - other)
  return {
    topic,
    page,
    name: nameOf(topic, page),
    intent,
    difficulty: Math.round(sum / members.length),
    reason: mostOf(reasons, 'middle'),
    members: sorted,
    angles: anglesFor({ topic, page, intent, keywords: sorted.map((at) => keywords[at] ?? '') }),
  }
}

const lengthOf = (keyword: string | undefined): number => wordsOf(keyword ?? '').length

/** The name of a page: its topic, and its kind where that is not the main page. */
const nameOf = (topic: string, page: PageType): string => (page === 'pillar' ? topic : `${topic}: ${page}`)

function mostOf<Key>(counts: ReadonlyMap<Key, number>, fallback: Key): Key {
  const [first] = [...counts].sort(([, one], [, other]) => other - one)
  return first?.[0] ?? fallback
}
