import { DatabaseError } from 'pg'
import { requestsOf } from '../http/feature-requests.ts'
import type { Refusal } from '../http/refusal.ts'

export const {
  refuse: guideError,
  sendRefusal: sendGuideError,
  parse,
  idOf,
  personOf,
} = requestsOf({
  feature: 'documentation',
  failed: 'a request about own guides failed',
  refusals: {
    forbidden: [403, 'This is for people of the organisation that runs the server who manage growth'],
    guide_not_found: [404, 'There is no such guide'],
    guide_changed: [409, 'Somebody else saved this guide meanwhile'],
    slug_taken: [409, 'Another guide has this address'],
    slug_fixed: [409, 'The address of a guide stays once it was published'],
    bad_slug: [400, 'An address has small letters, digits and single hyphens'],
    slug_of_built_guide: [409, 'A guide of the software has this address: replace that one, or choose another address'],
    no_built_guide: [400, 'The software has no such guide'],
    body_too_long: [413, 'A guide has at most 200 KB'],
    guide_incomplete: [409, 'A guide needs a title, a description and a text before it is published'],
    guide_replaced: [409, 'Another published guide replaces this one of the software already'],
    guide_published: [409, 'Readers see this guide: unpublish it first'],
    guide_not_published: [409, 'Readers do not see this guide'],
    guides_full: [409, 'There are as many guides as there may be'],
    versions_full: [409, 'The guide has as many versions as there may be'],
  },
  translate: (error): Refusal | undefined => (isSlugTaken(error) ? slugTaken(error) : undefined),
})

function slugTaken(cause: Error): Refusal {
  return guideError('slug_taken', { cause })
}

const isSlugTaken = (error: unknown): boolean =>
  error instanceof DatabaseError && error.constraint === 'guides_slug_unique'
