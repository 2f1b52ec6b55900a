import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const salesLimits = namedLimits({
  /** The board of deals, which an open page asks for again after each move. */
  salesByUser: { burst: 240, refillSeconds: 0.25 },
  /** Moves of deals follow each other quickly. */
  salesChangeByUser: { burst: 60, refillSeconds: 1 },
})
