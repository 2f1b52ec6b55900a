import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const seoLimits = namedLimits({
  /** Lists that an open page asks for again. */
  seoByUser: { burst: 120, refillSeconds: 0.5 },
})
