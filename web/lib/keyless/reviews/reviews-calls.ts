import { countOffboarding, exportOffboarding, listOffboardings, offboard, resumeOffboarding } from './offboarding.ts'
import { exportAccess, readAccess } from './access-on-day.ts'
import {
  closeReview,
  decideItem,
  discardReview,
  exportReview,
  listReviewItems,
  listReviews,
  makeReview,
  openReview,
  readReview,
} from './reviews.ts'

/** Access reviews and offboarding, for people who manage users. The server refuses others. */
export const reviewCalls = {
  list: listReviews,
  read: readReview,
  items: listReviewItems,
  make: makeReview,
  open: openReview,
  close: closeReview,
  discard: discardReview,
  decide: decideItem,
  export: exportReview,
  facts: countOffboarding,
  offboardings: listOffboardings,
  offboard,
  resume: resumeOffboarding,
  report: exportOffboarding,
  access: readAccess,
  exportAccess,
}
