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
    nothing_to_continue: [409, 'Nothing of this text is missing. Nothing was changed.'],
    plan_outdated: [
      409,
      'The outline was changed since this text was planned, so it cannot be continued. Nothing was changed.',
    ],
    no_model_text: [404, 'No model wrote this text'],
  },
  sqlStates: STUDIO_SQL_STATES,
  translate: asStudioRefusal,
})
