import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const documentationLimits = namedLimits({
  /** Own guides and their versions, one after the other. */
  documentationByUser: { burst: 120, refillSeconds: 0.5 },
  /** A draft saves itself every few seconds while somebody writes. */
  documentationChangeByUser: { burst: 60, refillSeconds: 1 },
})
