import { SOURCE_LIMITS } from '#contract/sources/sources.ts'
import { requestsOf } from '../http/feature-requests.ts'

const count = (number: number): string => number.toLocaleString('en')

export const {
  refuse: sourcesError,
  sendRefusal: sendSourcesError,
  parse,
  idOf,
  personOf,
  translate,
} = requestsOf({
  feature: 'sources',
  failed: 'a request about sources of texts failed',
  refusals: {
    forbidden: [403, 'Sources of texts take the permission to manage growth'],
    sources_not_found: [404, 'It is not there, or not any longer'],
    source_too_large: [413, 'A source has at most 1 MB of text. Nothing was stored.'],
    source_no_text: [422, 'This is no text that can be read. Nothing was stored.'],
    source_empty: [
      422,
      `There is no sentence to quote in it: of ${SOURCE_LIMITS.quoteWords} words at least, and ${SOURCE_LIMITS.quoteCharacters} characters at most. Nothing was stored.`,
    ],
    source_too_many_sentences: [
      422,
      `A source has at most ${count(SOURCE_LIMITS.sentences)} sentences: split it. Nothing was stored.`,
    ],
    source_known: [409, 'This text is a source already. Nothing was stored.'],
    sources_limit: [
      413,
      `An organisation has at most ${SOURCE_LIMITS.sources} sources with ${count(SOURCE_LIMITS.allSentences)} sentences together. Delete one first. Nothing was stored.`,
    ],
    facts_not_found: [404, 'The source of a chosen fact is not there any longer. Choose again.'],
  },
  sqlStates: { PT413: 'sources_limit', '23505': 'source_known', '23514': 'bad_request' },
})
