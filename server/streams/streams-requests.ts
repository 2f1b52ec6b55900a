import { requestsOf } from '#server/http/feature-requests.ts'
import { Refusal } from '#server/http/refusal.ts'
import { OutboundError } from '#server/outbound/outbound-error.ts'

export const {
  refuse: streamError,
  sendRefusal: sendStreamError,
  parse,
  personOf,
} = requestsOf({
  feature: 'streams',
  failed: 'a request about event streams failed',
  refusals: {
    stream_not_found: [404, 'There is no such event stream'],
    stream_event_not_aside: [404, 'This event is not put aside'],
    stream_bad_address: [422, 'The address does not fit this kind of stream'],
    stream_bad_format: [422, 'This kind of stream does not know this format'],
    stream_bad_ca: [422, 'The authority is no certificate in PEM'],
    stream_needs_secret: [422, 'This takes the token of the receiver'],
    stream_limit: [413, 'An organisation has 20 event streams at most'],
    reauthentication_needed: [400, 'Send the current password, or sign in again'],
    forbidden: [403, 'Event streams take the permission to manage security'],
  },
  sqlStates: {
    '42501': 'forbidden',
    QS403: 'reauthentication_needed',
    QS404: 'stream_not_found',
    PT413: 'stream_limit',
    '23514': 'bad_request',
  },
  translate: (error) => (error instanceof OutboundError ? new Refusal(422, error.code, error.message) : undefined),
})
