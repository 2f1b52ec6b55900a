import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const operationsLimits = namedLimits({
  /** Facts of the whole installation, which an open page asks for every ten seconds. */
  operationsByUser: { burst: 30, refillSeconds: 4 },
})
