import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const grammarLimits = namedLimits({
  grammarByUser: { burst: 120, refillSeconds: 0.5 },
  /** Words are added one by one while somebody goes through a text. */
  grammarChangeByUser: { burst: 120, refillSeconds: 1 },
  /** A browser keeps both files for a year; one of them has 16 MB. */
  grammarEngineByUser: { burst: 12, refillSeconds: 60 },
})
