import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const invoicingLimits = namedLimits({
  /** What is agreed and invoiced, which an open page asks for again. */
  billingByUser: { burst: 120, refillSeconds: 0.5 },
  billingChangeByUser: { burst: 40, refillSeconds: 3 },
})
