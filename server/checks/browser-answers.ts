import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { BROWSER_ANSWER_LIMITS, BROWSER_CHECKS, type BrowserCheckId, CHECK_LIMITS } from '#contract/checks/checks.ts'
import type { Database } from '../db/database.ts'
import { withoutSecrets } from '../process/without-secrets.ts'
import { readAnswer } from './browser-answers.sql.ts'
import { type Check, type CheckContext, failed, type Outcome, passed, skipped } from './check.ts'
import { publicPages } from './pages.ts'

const LOOK_MS = 250

const { errorLetters, textLetters, figures, texts } = BROWSER_ANSWER_LIMITS
const text = z.string().max(textLetters)
const evidence = z
  .record(z.string().regex(/^[a-z0-9_]{1,40}$/), z.union([text, z.number(), z.boolean(), z.array(text).max(texts)]))
  .refine((all) => Object.keys(all).length <= figures)
const of = { id: z.enum(BROWSER_CHECKS), evidence }

/** What a browser sends: for each of its checks at most one answer. */
export const sentAnswers = z.strictObject({
  results: z
    .array(
      z.discriminatedUnion('status', [
        z.strictObject({ ...of, status: z.literal('passed') }),
        z.strictObject({ ...of, status: z.literal('failed'), error: z.string().min(1).max(errorLetters) }),
      ]),
    )
    .min(1)
    .max(BROWSER_CHECKS.length)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
})

/** What the browser of one run finds. */
export class BrowserAnswers {
  readonly #database: Database
  readonly #run: string
  readonly #until: number

  constructor(database: Database, { run, patience }: { run: string; patience: number }) {
    this.#database = database
    this.#run = run
    this.#until = performance.now() + CHECK_LIMITS.browserMs * patience
  }

  /** @returns undefined where nothing came until the browser's time was over. */
  async wait(id: BrowserCheckId, signal: AbortSignal): Promise<Outcome | undefined> {
    for (;;) {
      const answer = await readAnswer(this.#database, this.#run, id)
      if (answer?.status === 'passed') return passed(answer.evidence)
      if (answer) return failed(withoutSecrets(answer.error ?? 'The browser found something'), answer.evidence)
      const leftMs = this.#until - performance.now()
      if (signal.aborted || leftMs <= 0) return undefined
      await sleep(Math.min(LOOK_MS, leftMs), undefined, { signal }).catch(() => undefined)
    }
  }
}

/** What the browser adds to a check that the server makes as well: its answer, undefined where none took part. */
export const browserPart = (
  context: Pick<CheckContext, 'askBrowser'>,
  id: BrowserCheckId,
): Promise<Outcome | undefined> => context.askBrowser(id)

/** A check that a browser makes alone. @param judge looks at the figures of what passed there. */
export function fromBrowser(
  id: BrowserCheckId,
  judge: (outcome: Outcome, context: CheckContext) => Outcome = (outcome) => outcome,
): Check {
  return async (context) => {
    if (publicPages().length === 0) return skipped('not_built')
    const outcome = await browserPart(context, id)
    return outcome ? judge(outcome, context) : skipped('no_browser')
  }
}
