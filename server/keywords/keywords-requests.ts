import { KEYWORD_LIMITS } from '#contract/keywords/keywords.ts'
import { requestsOf } from '../http/feature-requests.ts'

const most = KEYWORD_LIMITS.keywords.toLocaleString('en')

export const {
  refuse: keywordsError,
  sendRefusal: sendKeywordsError,
  parse,
  idOf,
  personOf,
} = requestsOf({
  feature: 'keywords',
  failed: 'a request about keywords failed',
  refusals: {
    forbidden: [403, 'Keywords take the permission to manage growth'],
    keywords_not_found: [404, 'It is not there, or not any longer'],
    no_seeds: [422, 'Please enter some seed keywords'],
    keyword_too_long: [
      422,
      `A keyword has at most ${KEYWORD_LIMITS.keywordCharacters} characters. Nothing was stored.`,
    ],
    too_many_keywords: [422, `A project has at most ${most} keywords: split the list. Nothing was stored.`],
    too_many_to_wait: [
      422,
      `These seeds make more than ${KEYWORD_LIMITS.keywordsWaitedFor} keywords: begin the analysis in the studio, which does it in the background. Nothing was stored.`,
    ],
    keywords_busy: [409, 'Two analyses of the organisation are running. Wait for one, or cancel it.'],
    keywords_limit: [
      413,
      `The organisation has ${KEYWORD_LIMITS.projects} keyword projects, which is as many as there may be. Delete one first.`,
    ],
    not_running: [409, 'The analysis has ended already'],
  },
  sqlStates: { PT413: 'keywords_limit', '23514': 'bad_request' },
})
