import { GRAMMAR_ENGINE, GRAMMAR_LIMITS } from '#contract/grammar/grammar.ts'
import { requestsOf } from '../http/feature-requests.ts'

export const {
  refuse: grammarError,
  sendRefusal: sendGrammarError,
  parse,
  idOf,
  personOf,
  translate,
} = requestsOf({
  feature: 'grammar',
  failed: 'a request about the grammar of texts failed',
  refusals: {
    forbidden: [403, 'The dictionary of the studio takes the permission to manage growth'],
    word_not_found: [404, 'The word is not there, or not any longer'],
    words_limit: [
      413,
      `The dictionary of an organisation has at most ${GRAMMAR_LIMITS.words.toLocaleString('en')} words. Remove one first. Nothing was stored.`,
    ],
    engine_missing: [404, `Texts cannot be checked: \`${GRAMMAR_ENGINE.command}\` was not run on this server`],
  },
  sqlStates: { PT413: 'words_limit', '23514': 'bad_request' },
})
