import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const sourcesLimits = namedLimits({
  /** Lists, and facts, which an open draft asks for as its headings change. */
  sourcesByUser: { burst: 120, refillSeconds: 0.5 },
  /** Each may be a megabyte of text that is cut, and read for its meaning. */
  sourceChangeByUser: { burst: 30, refillSeconds: 10 },
})
