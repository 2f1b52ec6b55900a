import { namedLimits } from '../http/rate-limits.ts'

/** Starting values, as those of `server/http/rate-limits.ts`. */
export const copilotLimits = namedLimits({
  /** Each question is some hundredths of a second of a processor. */
  questionByUser: { burst: 30, refillSeconds: 2 },
  /** Answers that a model is asked to write. Budgets of the organisation are apart. */
  answerByUser: { burst: 10, refillSeconds: 15 },
  /** Asked once by each page that is opened. */
  copilotByUser: { burst: 60, refillSeconds: 1 },
})
