import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const trainingLimits = namedLimits({
  /** Lists of courses and of who did them; each lesson that is read. */
  trainingByUser: { burst: 120, refillSeconds: 0.5 },
  /** Certificates that somebody checks: those of a class, not codes that are tried. */
  certificateByAddress: { burst: 60, refillSeconds: 10 },
  /** Links in phishing exercises: everybody of an office, at once. */
  exerciseByAddress: { burst: 600, refillSeconds: 0.2 },
})
