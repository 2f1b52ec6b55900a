import MiniSearch from 'minisearch'
import { inPairs, nameOf, rankPassages, textOf } from '#server/copilot/passages.ts'
import { shortlist } from '#server/copilot/shortlist.ts'
import { EmbeddingQueue } from '#server/embeddings/embedding-queue.ts'
import { ENGINE_FOLDER } from '#server/embeddings/minilm.ts'
import { passages as readPassages } from '#web/build/write-passages.ts'
import type { Entry, Section } from '../lib/entry.ts'
import { ELSEWHERE, QUESTIONS } from './questions.ts'

const FIRST = [1, 3, 5] as const

/** Whether the page that answers a question is among the first that the copilot names, next to a search by words. */
export const answers: Entry = {
  name: 'c01-answers',
  title: 'questions about the product whose page is among the first answers',
  holdsBack: 'our own questions, written next to the documentation, and an embedding of short English texts.',
  run,
}

async function run(): Promise<Section> {
  const embeddings = new EmbeddingQueue({ folder: ENGINE_FOLDER, onDamage: () => {} })
  try {
    const embed = (texts: readonly string[]) => embeddings.embed([...texts], 0, undefined)
    const passages = readPassages()
    const all = await embed(passages.flatMap((passage) => [textOf(passage), nameOf(passage)]))
    const index = { passages, vectors: inPairs(all) }
    const asked = await embed(QUESTIONS.map(([question]) => question))
    const elsewhere = await embed(ELSEWHERE)
    const byWords = searchByWords(passages)
    const meaning = asked.map((vector) => rankPassages(index, vector).map(({ address }) => address))
    const words = QUESTIONS.map(([question]) => byWords(question))
    const early = asked.map((vector, at) => {
      const few = shortlist(QUESTIONS[at]?.[0] ?? '', { passages, places: [] }).passages
      const places = [...passages.keys()].filter((place) => few.has(passages[place]!))
      const those = {
        passages: places.map((place) => passages[place]!),
        vectors: places.map((place) => index.vectors[place]!),
      }
      return rankPassages(those, vector).map(({ address }) => address)
    })
    const shares = FIRST.map((most) => ({
      most,
      meaning: share(meaning, most),
      early: share(early, most),
      words: share(words, most),
    }))
    const [, , five] = shares
    const answered = elsewhere.filter((vector) => rankPassages(index, vector).length > 0).length
    return {
      tables: [],
      aims: [
        { what: 'answered within the first five, of 1', got: five?.meaning, reachable: 0.85, ambitious: 0.95 },
        {
          what: 'the same against a search by words',
          got: five && five.meaning / five.words,
          reachable: 1.2,
          ambitious: 1.4,
        },
        {
          what: 'questions about something else that got passages, of 1',
          got: answered / ELSEWHERE.length,
          reachable: 0.1,
          ambitious: 0,
          isUpperBound: true,
        },
      ],
      notes: [
        `| ${QUESTIONS.length} questions, page among the first | by meaning | while the rest is being read | by words |\n|---|---|---|---|\n${shares
          .map(
            ({ most, meaning: ours, early: few, words: theirs }) =>
              `| ${most} | ${percent(ours)} | ${percent(few)} | ${percent(theirs)} |`,
          )
          .join('\n')}`,
      ],
    }
  } finally {
    await embeddings.stop()
  }
}

const percent = (part: number): string => `${Math.round(part * 100)} %`

/** Part of the questions whose page is among the first `most`. */
function share(found: readonly string[][], most: number): number {
  const hits = found.filter((addresses, at) => addresses.slice(0, most).some((one) => isAnswer(at, one)))
  return hits.length / found.length
}

function isAnswer(question: number, address: string): boolean {
  const accepted = QUESTIONS[question]?.[1] ?? []
  return accepted.some((one) => one === address || (!one.includes('#') && address.split('#')[0] === one))
}

/** What a site without embeddings would do: full text with prefixes and typing errors. */
function searchByWords(passages: ReturnType<typeof readPassages>): (question: string) => string[] {
  const index = new MiniSearch({ fields: ['title', 'heading', 'text'], storeFields: ['address'] })
  index.addAll(passages.map((passage, id) => ({ id, ...passage })))
  return (question) => {
    const found = index.search(question, { prefix: true, fuzzy: 0.2, boost: { title: 2, heading: 2 } })
    return [...new Set(found.map(({ address }) => String(address)))]
  }
}
