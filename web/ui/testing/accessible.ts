import axe from 'axe-core'
import { expect } from 'vitest'

const WCAG: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }

/** No violation of WCAG 2.2 AA that axe can find, once what fades in has come. */
export async function expectAccessible(): Promise<void> {
  for (const animation of document.getAnimations()) {
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  }
  const { violations } = await axe.run(document.body, { runOnly: WCAG, resultTypes: ['violations'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([])
}
