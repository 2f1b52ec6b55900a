import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { embeddingsOf } from '#server/embeddings/embeddings.ts'
import { isInstalled } from '#server/embeddings/minilm.ts'
import { matchFacts, questionOf } from '#server/sources/match-facts.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { isWhole } from '../../scripts/tiers.ts'
import { FOREIGN_HEADINGS, HEADINGS, LABELLED, SUBJECT } from './labelled-facts.ts'

/** The model reads for seconds; what its vectors are used for is tested without it. */
const installed = isWhole('sources')
  ? needs(isInstalled(), 'the embeddings: npm run studio')
  : needs(false, 'npm run test:full')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const sections = [
  ...HEADINGS.map((heading) => ({ heading, subject: SUBJECT })),
  ...FOREIGN_HEADINGS.map((heading) => ({ heading, subject: heading })),
]

test('facts that are shown belong to their section, by meaning', installed, async () => {
  const embeddings = embeddingsOf(server.database)
  const vectors = await embeddings.embed(LABELLED.map(({ text }) => text))
  const meanings = await embeddings.embed(sections.map(questionOf))
  const candidates = LABELLED.map((one, at) => ({ ...one, vector: vectors[at] ?? null }))
  const found = await matchFacts(sections, candidates, { meanings, most: 3 })
  const shown = found.flatMap((matches, at) => matches.map((match) => [sections[at]?.heading, match] as const))
  expect(shown.filter(([heading, { candidate }]) => candidate.heading !== heading)).toEqual([])
  // 8 of 15: what says least about its section is left out with what says nothing.
  expect(shown.length).toBeGreaterThanOrEqual(8)
  expect(shown.every(([, { found_by: by }]) => by === 'meaning')).toBe(true)
})

test('without vectors they are found by the words that they share', async () => {
  const candidates = LABELLED.map((one) => ({ ...one, vector: null }))
  const own = [...HEADINGS, 'What patients said of the link']
  const asked = own.map((heading) => ({ heading, subject: SUBJECT }))
  const found = await matchFacts(asked, candidates, { meanings: undefined, most: 3 })
  const shown = found.flatMap((matches, at) => matches.map((match) => [own[at], match] as const))
  expect(shown.map(([heading, { candidate }]) => [heading, candidate.text])).toEqual([
    ['What patients said of the link', 'Eight of ten patients said that they would use the link again.'],
  ])
  expect(shown.every(([, { found_by: by }]) => by === 'words')).toBe(true)
})
