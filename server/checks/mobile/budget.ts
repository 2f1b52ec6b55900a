import { type CheckContext, failed, type Outcome } from '../check.ts'

const SCRIPT_KIB = 200
const LARGEST_PAINT_MS = 2500

/** MOB-06: what the browser measured of the first page. Not every browser says when the largest part of a page was painted. */
export function withinBudget(outcome: Outcome, { patience }: Pick<CheckContext, 'patience'>): Outcome {
  if (outcome.status !== 'passed') return outcome
  const { evidence = {} } = outcome
  const { script_kib: scripts, largest_paint_ms: painted } = evidence
  if (typeof scripts !== 'number' || scripts <= 0)
    return failed('The browser did not say how much the scripts weigh', evidence)
  if (scripts > SCRIPT_KIB * patience)
    return failed(`Scripts of the first page weigh ${Math.round(scripts)} KiB, of at most ${SCRIPT_KIB}`, evidence)
  if (typeof painted === 'number' && painted > LARGEST_PAINT_MS * patience)
    return failed(`The first page is there after ${Math.round(painted)} ms, of at most ${LARGEST_PAINT_MS}`, evidence)
  return outcome
}
