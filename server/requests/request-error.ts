import { Refusal, refusalsOf, refuseWith } from '#server/http/refusal.ts'
import { asStorageError } from '#server/storage/storage-error.ts'

/** Refuses somebody who follows the address of a request; the same for an unknown id and for a wrong secret. */
export const requestError = refusalsOf({
  request_not_found: [404, 'There is no such request, or this is not its secret'],
  request_ended: [410, 'The request was ended by who made it'],
  request_expired: [410, 'The request has expired'],
  request_full: [409, 'The request takes no more files'],
  request_no_room: [409, 'The request takes fewer bytes than this file has'],
  request_ticket_expired: [403, 'Open the address of the request again'],
  delivery_not_found: [404, 'This file was not announced, or its upload is no longer there'],
  delivery_incomplete: [409, 'Not every byte of this file has arrived'],
  delivery_conflict: [409, 'A file of this id was announced before'],
  bad_request: [400, 'The request cannot be read'],
})

export const sendRequestError = refuseWith('a request for files failed', {
  unforeseen: (error) => {
    const { status, code, message } = asStorageError(error)
    return new Refusal(status, code, message)
  },
})
