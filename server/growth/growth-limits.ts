import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const growthLimits = namedLimits({
  /** Lists of contacts and newsletters, which an open page asks for again. */
  growthByUser: { burst: 120, refillSeconds: 0.5 },
  /** Links in newsletters: of an office, or of a mail scanner that opens those of many people. */
  growthByAddress: { burst: 600, refillSeconds: 0.2 },
  /** What a mail server hands over: after a newsletter to many, hundreds at once. */
  reportByAddress: { burst: 2_000, refillSeconds: 0.2 },
})
