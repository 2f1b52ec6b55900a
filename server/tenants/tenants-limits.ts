import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const tenantLimits = namedLimits({
  /** How far an export is, which an open page asks for every two seconds. */
  tenantsByUser: { burst: 120, refillSeconds: 0.5 },
})
