import { asStudioRefusal, STUDIO_REFUSALS, STUDIO_SQL_STATES } from '../ai/ai-requests.ts'
import { requestsOf } from '../http/feature-requests.ts'

export const {
  refuse: socialError,
  sendRefusal: sendSocialError,
  parse,
  idOf,
  personOf,
} = requestsOf({
  feature: 'social',
  failed: 'a request about calendars failed',
  refusals: {
    ...STUDIO_REFUSALS,
    post_too_long: [422, 'The post is longer than its platform takes. Nothing was stored.'],
    calendars_full: [409, 'There are 500 calendars, and no more fit. Delete one and try again. No model was asked.'],
    being_written: [409, 'Somebody has this calendar written just now. Nothing was changed.'],
    nothing_to_continue: [409, 'Every post of this calendar is written. Nothing was changed.'],
    no_model_text: [404, 'No model wrote this calendar'],
  },
  sqlStates: STUDIO_SQL_STATES,
  translate: asStudioRefusal,
})
