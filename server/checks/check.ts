import type { BrowserCheckId, CheckId, SkipReason } from '#contract/checks/checks.ts'
import type { Services } from '../services.ts'
import type { ProbePeople } from './probe-people.ts'
import type { Site } from './site.ts'

/** Figures and short texts that show what a check saw. Never a secret, nothing of a person. */
export type Evidence = Record<string, string | number | boolean | readonly string[] | null>

export type Outcome =
  | { status: 'passed'; evidence?: Evidence }
  | { status: 'failed'; error: string; evidence?: Evidence }
  | { status: 'skipped'; reason: SkipReason; evidence?: Evidence }

export type CheckServices = Omit<Services, 'onCreated' | 'isStopping'>

/** What a check works with. */
export type CheckContext = {
  services: CheckServices
  /** The server as people reach it. Each check has one with an address of its own, so no limit of another counts. */
  site: Site
  /** Accounts of this run, in three organisations that are nobody's. */
  people: ProbePeople
  /** Aborted when the check has taken too long, or the run was cancelled. */
  signal: AbortSignal
  /** What the browser that takes part in the run found; undefined where none does, or nothing came in time. */
  askBrowser: (id: BrowserCheckId) => Promise<Outcome | undefined>
  /** Multiplies each time that a check allows something: 1, and more in tests, whose machine has other work. */
  patience: number
}

/** Looks at one thing of the running server. Changes nothing that is anybody's. Throwing an error is failing with its text. */
export type Check = (context: CheckContext) => Promise<Outcome>
/** Checks of one category, by their ids. */
export type Checks = Partial<Record<CheckId, Check>>

export const passed = (evidence: Evidence = {}): Outcome => ({ status: 'passed', evidence })
export const failed = (error: string, evidence: Evidence = {}): Outcome => ({ status: 'failed', error, evidence })
export const skipped = (reason: SkipReason, evidence: Evidence = {}): Outcome => ({
  status: 'skipped',
  reason,
  evidence,
})

/** What a check found wrong; its text is shown. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure'
  readonly evidence: Evidence

  constructor(message: string, evidence: Evidence = {}) {
    super(message)
    this.evidence = evidence
  }
}

/** @throws {CheckFailure} unless `claim` holds */
export function expectThat(claim: boolean, otherwise: string, evidence: Evidence = {}): asserts claim {
  if (!claim) throw new CheckFailure(otherwise, evidence)
}

/** Passed where nothing was found; failed with the first findings otherwise, and with more of them as evidence where the sentence has no room. */
export function noneOf(found: readonly string[], wrong: string, evidence: Evidence = {}): Outcome {
  if (found.length === 0) return passed(evidence)
  const rest = found.length - SHOWN
  const shown = found.slice(0, SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  return failed(`${wrong}: ${shown}`, { ...evidence, ...(rest > 0 && { found: found.slice(0, MOST_FOUND) }) })
}

const SHOWN = 3
const MOST_FOUND = 20
