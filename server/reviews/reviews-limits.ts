import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const reviewLimits = namedLimits({
  /** Lists of reviews, items and offboardings. */
  reviewsByUser: { burst: 120, refillSeconds: 0.5 },
  /** Decisions, one for each grant: somebody works through hundreds of them. */
  decisionsByUser: { burst: 300, refillSeconds: 0.5 },
})
