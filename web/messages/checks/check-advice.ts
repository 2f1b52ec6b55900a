import { CHECK_ADVICE, type CheckAdvice } from '#contract/checks/check-advice.ts'

/** English advice is in the contract, because the command line says it as well. */
export const checkAdvice: Record<CheckAdvice, string> = CHECK_ADVICE
