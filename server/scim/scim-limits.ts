import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const scimLimits = namedLimits({
  /** Requests with a token of SCIM that is none, or has ended. */
  scimByAddress: { burst: 60, refillSeconds: 5 },
  /** Providers send 25 requests a second while they begin. */
  scimByToken: { burst: 600, refillSeconds: 0.04 },
  /** Events of what a token was refused. */
  scimRefusalByToken: { burst: 20, refillSeconds: 180 },
})
