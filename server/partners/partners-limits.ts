import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const partnersLimits = namedLimits({
  /** Lists of partners and what they registered, which an open page asks for again. */
  partnersByUser: { burst: 120, refillSeconds: 0.5 },
  partnersChangeByUser: { burst: 60, refillSeconds: 1 },
  /** Links of partners: everybody of an office, or codes that are tried. */
  partnerLinkByAddress: { burst: 120, refillSeconds: 1 },
})
