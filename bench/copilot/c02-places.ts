import { perPlace, phrasesOf, rankPlaces } from '#server/copilot/places.ts'
import { EmbeddingQueue } from '#server/embeddings/embedding-queue.ts'
import { ENGINE_FOLDER } from '#server/embeddings/minilm.ts'
import { places as readPlaces } from '#web/build/write-passages.ts'
import type { Entry, Section } from '../lib/entry.ts'
import { PLACE_QUESTIONS, UNSEEN_PLACE_QUESTIONS } from './place-questions.ts'
import { ELSEWHERE } from './questions.ts'

const FIRST = [1, 3] as const

/** Whether the page that has a setting is among the first that the copilot names, whatever the setting is called. */
export const places: Entry = {
  name: 'c02-places',
  title: 'pages and settings found by what they mean',
  holdsBack: 'our own questions, and phrases by which each page is found, which were written by us as well.',
  run,
}

async function run(): Promise<Section> {
  const embeddings = new EmbeddingQueue({ folder: ENGINE_FOLDER, onDamage: () => {} })
  try {
    const embed = (texts: readonly string[]) => embeddings.embed([...texts], 0, undefined)
    const all = readPlaces()
    const index = { places: all, vectors: perPlace(all, await embed(all.flatMap(phrasesOf))) }
    const ask = async (questions: typeof PLACE_QUESTIONS) => {
      const asked = await embed(questions.map(([question]) => question))
      const found = asked.map((vector) => rankPlaces(index, vector).map(({ address }) => address))
      const isAmong = (at: number, most: number) =>
        found[at]?.slice(0, most).some((one) => questions[at]?.[1].includes(one)) === true
      return {
        shares: FIRST.map((most) => questions.filter((_, at) => isAmong(at, most)).length / questions.length),
        missed: questions.filter((_, at) => !isAmong(at, 3)).map(([question]) => question),
      }
    }
    const seen = await ask(PLACE_QUESTIONS)
    const unseen = await ask(UNSEEN_PLACE_QUESTIONS)
    const elsewhere = await embed(ELSEWHERE)
    const named = elsewhere.filter((vector) => rankPlaces(index, vector).length > 0).length
    return {
      tables: [],
      aims: [
        { what: 'named first, of 1', got: unseen.shares[0], reachable: 0.7, ambitious: 0.85 },
        { what: 'named within the first three, of 1', got: unseen.shares[1], reachable: 0.85, ambitious: 0.95 },
        {
          what: 'questions about something else that got a page, of 1',
          got: named / ELSEWHERE.length,
          reachable: 0.1,
          ambitious: 0,
          isUpperBound: true,
        },
      ],
      notes: [
        `${UNSEEN_PLACE_QUESTIONS.length} questions that no phrase was chosen by, ${all.length} pages and settings, everything shown as to somebody with every right. Of ${PLACE_QUESTIONS.length} others, by which some phrases were chosen, ${percent(seen.shares[0])} are named first and ${percent(seen.shares[1])} within the first three.`,
        `Not within the first three: ${[...unseen.missed, ...seen.missed].join('; ') || 'none'}.`,
      ],
    }
  } finally {
    await embeddings.stop()
  }
}

const percent = (part = 0): string => `${Math.round(part * 100)} %`
