import { requestsOf } from '../http/feature-requests.ts'
import { asStudioRefusal, STUDIO_REFUSALS, STUDIO_SQL_STATES } from '../ai/ai-requests.ts'

export const {
  refuse: contentError,
  sendRefusal: sendContentError,
  parse,
  idOf,
  personOf,
} = requestsOf({
  feature: 'content',
  failed: 'a request about texts failed',
  refusals: {
    ...STUDIO_REFUSALS,
    being_written: [409, 'Somebody has this text written just now. Nothing was changed.'],
    versions_full: [
      409,
      'Models wrote 190 versions of this text, and no more fit, as each keeps its signed record. Copy the text into a new draft and have it written there. No model was asked.',
    ],
    nothing_to_continue: [409, 'Nothing of this text is missing. Nothing was changed.'],
    plan_outdated: [
      409,
      'The outline was changed since this text was planned, so it cannot be continued. Nothing was changed.',
    ],
    rewriting_expired: [409, 'The passage was rewritten too long ago. Have it rewritten again. Nothing was replaced.'],
    no_rewriting: [422, 'This server did not have this passage rewritten for you. Nothing was replaced.'],
    passage_moved: [409, 'The passage is not where it was, or was changed. Nothing was replaced.'],
    text_too_long: [413, 'With this passage the text would be longer than a text may be. Nothing was replaced.'],
    no_model_text: [404, 'No model wrote this text'],
  },
  sqlStates: STUDIO_SQL_STATES,
  translate: asStudioRefusal,
})
