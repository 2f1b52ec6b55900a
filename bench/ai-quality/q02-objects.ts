import { z } from 'zod'
import { plannedSections, planPrompt } from '#server/content/write-article.ts'
import { metricsOf } from '../ai/once.ts'
import type { Entry, Section } from '../lib/entry.ts'
import { BAITED_BRIEFS, BRIEFS } from './cases.ts'
import { EvalModels, type EvalTarget, namedTarget, NOBODY, skipsWithoutModel } from './eval-models.ts'

const ROUNDS = 4
const plan = z.object({ sections: plannedSections })

/** Whether a model answers in the form that it is asked for, at once or after being told what was wrong. */
export const objects: Entry = {
  name: 'q02-objects',
  title: 'answers of a real language model in the form that was asked for',
  holdsBack: 'one form, the plan of a text, which is the one that everything else waits for.',
  skips: skipsWithoutModel,
  run: () => runObjects(namedTarget()),
}

export async function runObjects(target: EvalTarget, rounds = ROUNDS): Promise<Section> {
  const models = new EvalModels(target)
  const { signal } = new AbortController()
  const requests = Array.from({ length: rounds }, () => [...BRIEFS, ...BAITED_BRIEFS]).flat()
  let whole = 0
  let wholeAtOnce = 0
  for (const request of requests) {
    const asked = { caller: NOBODY, endpoint: 'quality', ...planPrompt(request), schema: plan, signal }
    const before = models.repairs
    const isWhole = await models.makeObject(asked).then(
      () => true,
      () => false,
    )
    if (isWhole) whole += 1
    // A request that failed was not asked for again either.
    if (isWhole && models.repairs === before) wholeAtOnce += 1
  }
  return {
    tables: [
      {
        caption: `${target.model}: plans`,
        measured: [
          { name: 'plans', metrics: metricsOf({ asked: requests.length, 'asked again': models.repairs, whole }) },
        ],
        ratioTo: [],
      },
    ],
    aims: [
      { what: 'in their form at once, of 1', got: wholeAtOnce / requests.length, reachable: 0.8, ambitious: 0.95 },
      { what: 'in their form in the end, of 1', got: whole / requests.length, reachable: 0.95, ambitious: 1 },
    ],
    notes: [],
  }
}
