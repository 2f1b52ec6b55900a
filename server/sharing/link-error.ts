import { Refusal, refusalsOf, refuseWith } from '#server/http/refusal.ts'
import { asStorageError } from '#server/storage/storage-error.ts'

/** Refuses a visitor of a link; the same for an unknown id and for a wrong secret. */
export const linkError = refusalsOf({
  link_not_found: [404, 'There is no such link, or this is not its secret'],
  link_revoked: [410, 'The link was ended by its owner'],
  link_unavailable: [409, 'The file of this link is not available at the moment'],
  link_file_missing: [404, 'The link does not open this file, or no longer'],
  link_expired: [410, 'The link has expired'],
  link_used_up: [410, 'The link was used as often as its owner allowed'],
  ticket_expired: [403, 'The download has taken too long; start it again'],
})

const UNKNOWN = new Error('no link has this address')

/** The address itself is none, whatever the password: who sends many of these tries them out. */
export const unknownLink = () => linkError('link_not_found', { cause: UNKNOWN })
export const isUnknownLink = ({ cause }: Error): boolean => cause === UNKNOWN

export const sendLinkError = refuseWith('a link failed', {
  unforeseen: (error) => {
    const { status, code, message } = asStorageError(error)
    return new Refusal(status, code, message)
  },
})
