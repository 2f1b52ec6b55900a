import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const checksLimits = namedLimits({
  /** A run with a browser takes about forty. */
  testPageByUser: { burst: 160, refillSeconds: 1 },
})
