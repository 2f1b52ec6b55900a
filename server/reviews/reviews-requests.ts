import type { Callers } from '../http/caller.ts'
import { requestsOf } from '../http/feature-requests.ts'
import type { RateLimits } from '../http/rate-limits.ts'

export type RequestServices = { callers: Callers; limits: RateLimits }

export const {
  refuse: reviewsError,
  sendRefusal: sendReviewsError,
  parse,
  idOf,
  personOf,
} = requestsOf({
  feature: 'reviews',
  failed: 'a request about access reviews failed',
  refusals: {
    forbidden: [403, 'This takes the permission to manage users, and only an owner may change an owner'],
    reauthentication_needed: [403, 'Say first that it is you: by password, passkey or code. Nothing was changed.'],
    reviews_not_found: [404, 'It is not there, or not any longer'],
    team_gone: [409, 'This team is gone. Nothing was changed.'],
    last_owner: [409, 'An organisation keeps at least one owner. Nothing was changed.'],
    review_closed: [409, 'This review is no longer in that state. Nothing was changed.'],
    review_not_yours: [403, 'Only the reviewers of this review decide. Nothing was changed.'],
    review_own: [403, 'Nobody decides on their own access. Nothing was changed.'],
    item_decided: [409, 'Somebody decided on this already. Nothing was changed.'],
    review_empty: [409, 'Nobody has what this review covers. Nothing was changed.'],
    space_unmanaged: [409, 'A team space would have no manager. Say that this is meant. Nothing was changed.'],
    reviews_incomplete: [422, 'People named here cannot do this. Nothing was changed.'],
    reviews_limit: [413, 'There are as many of these as there may be. Nothing was stored.'],
  },
  sqlStates: {
    '42501': 'forbidden',
    '23514': 'bad_request',
    '22P02': 'bad_request',
    QS403: 'reauthentication_needed',
    QS404: 'reviews_not_found',
    QS409: 'last_owner',
    QS416: 'team_gone',
    QS417: 'review_closed',
    QS418: 'review_not_yours',
    QS419: 'review_own',
    QS420: 'item_decided',
    QS421: 'review_empty',
    QS423: 'space_unmanaged',
    QS422: 'reviews_incomplete',
    PT413: 'reviews_limit',
  },
})
