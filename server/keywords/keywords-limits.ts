import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const keywordLimits = namedLimits({
  /** Lists and projects that an open page asks for again. */
  keywordsByUser: { burst: 120, refillSeconds: 0.5 },
  /** Each may keep a processor busy for minutes. */
  keywordRunsByUser: { burst: 10, refillSeconds: 15 },
})
