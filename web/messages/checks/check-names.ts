import { CHECK_IDS, CHECKS, type CheckId } from '#contract/checks/checks.ts'

/** English names of checks are in the contract, because the server writes them into results. */
export const checkNames = Object.fromEntries(CHECK_IDS.map((id) => [id, CHECKS[id].name])) as Record<CheckId, string>
