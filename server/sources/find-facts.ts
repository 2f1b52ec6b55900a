import { type Fact, placeOf, type SectionFacts, SOURCE_LIMITS } from '#contract/sources/sources.ts'
import type { Caller, Database } from '../db/database.ts'
import { digestOf, noteEmbedded } from '../embeddings/embedding-log.sql.ts'
import { EmbeddingsUnavailableError, embeddingsOf } from '../embeddings/embeddings.ts'
import { MODEL } from '../embeddings/minilm.ts'
import { matchFacts, type Match, questionOf, type Section } from './match-facts.ts'
import { sourcesError } from './sources-requests.ts'
import { findSentences, listSentences, type Reader, type SentenceRow } from './sources.sql.ts'

/** A sentence that somebody chose for a text. */
export type ChosenFact = Pick<Fact, 'source' | 'no' | 'name' | 'place' | 'text'>
export type { Section } from './match-facts.ts'

type Sentence = Omit<SentenceRow, 'vector'> & { vector: Float32Array | null }

/** Facts for the sections of a text, from the sources of the caller's organisation. Without the permission there are none. */
export async function findFacts(
  database: Database,
  caller: Caller,
  sections: readonly Section[],
): Promise<SectionFacts[]> {
  const rows = sections.length === 0 ? [] : await listSentences({ database, caller }, MODEL)
  const found = await match({ database, caller }, rows.map(withVector), sections)
  return sections.map(({ heading }, at) => ({ heading, facts: (found[at] ?? []).map(factOf) }))
}

/**
 * Sentences that somebody chose, as they are stored.
 * @throws {Refusal} `facts_not_found` where one of them is gone
 */
export async function readChosen(
  database: Database,
  caller: Caller,
  chosen: readonly { source: string; no: number }[],
): Promise<ChosenFact[]> {
  if (chosen.length === 0) return []
  const rows = await findSentences({ database, caller }, chosen)
  if (rows.length < chosen.length) throw sourcesError('facts_not_found')
  return rows.map(({ format, line, ...row }) => ({ ...row, place: placeOf(format, line) }))
}

/** Which of the chosen facts each section is given; one that fits none goes to the first. */
export async function shareOut<Of extends { text: string }>(
  as: Reader,
  sections: readonly Section[],
  facts: readonly Of[],
): Promise<Of[][]> {
  const shares: Of[][] = sections.map(() => [])
  const candidates = facts.map((fact) => ({ ...fact, fact, vector: null as Float32Array | null }))
  const vectors =
    candidates.length === 0
      ? undefined
      : await meaningsOf(
          as,
          facts.map(({ text }) => text),
        )
  for (const [at, candidate] of candidates.entries()) candidate.vector = vectors?.[at] ?? null
  const found = await match(as, candidates, sections, facts.length)
  const placed = new Set<Of>()
  for (const [at, matches] of found.entries()) {
    for (const { candidate } of matches) {
      shares[at]?.push(candidate.fact)
      placed.add(candidate.fact)
    }
  }
  shares[0]?.unshift(...facts.filter((fact) => !placed.has(fact)))
  return shares
}

async function match<Of extends { text: string; vector: Float32Array | null }>(
  as: Reader,
  candidates: readonly Of[],
  sections: readonly Section[],
  most: number = SOURCE_LIMITS.facts,
): Promise<Match<Of>[][]> {
  const isRead = candidates.some(({ vector }) => vector !== null)
  const meanings = isRead ? await meaningsOf(as, sections.map(questionOf)) : undefined
  return matchFacts(sections, candidates, { meanings, most })
}

/** Undefined where this server has no embeddings. */
async function meaningsOf({ database, caller }: Reader, texts: readonly string[]): Promise<Float32Array[] | undefined> {
  const embeddings = embeddingsOf(database)
  if (embeddings.state() !== 'ready') return undefined
  const { rows } = await database.oneAsCaller<{ tenant: string }>(caller, { text: 'select studio.managed() as tenant' })
  const [home] = rows
  if (!home) return undefined
  const user = String(caller.claims['sub'])
  const work = { ...home, user, endpoint: 'content.facts', digest: digestOf(texts) } as const
  try {
    return await noteEmbedded(database, work, () => embeddings.embed(texts))
  } catch (error) {
    if (error instanceof EmbeddingsUnavailableError) return undefined
    throw error
  }
}

const withVector = ({ vector, ...row }: SentenceRow): Sentence => ({
  ...row,
  vector: vector === null ? null : new Float32Array(new Uint8Array(vector).buffer),
})

function factOf({ candidate, found_by, similarity }: Match<Sentence>): Fact {
  const { source, no, name, format, line, text } = candidate
  return {
    source,
    no,
    name,
    place: placeOf(format, line),
    text,
    found_by,
    similarity: Math.round(similarity * 100) / 100,
  }
}
