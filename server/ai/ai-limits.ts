import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const aiLimits = namedLimits({
  /** Lists and figures, which an open page asks for again. */
  studioByUser: { burst: 120, refillSeconds: 0.5 },
  /** Each opens a connection to where an administrator points. */
  modelLookByUser: { burst: 10, refillSeconds: 12 },
  /** Pieces of a model that is uploaded: 8 GiB have a thousand, and ten a second are more than most lines bring. */
  modelPieceByUser: { burst: 400, refillSeconds: 0.1 },
  /** What a model is asked to write. Budgets of the organisation are apart. */
  writingByUser: { burst: 20, refillSeconds: 15 },
})
