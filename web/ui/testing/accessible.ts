import axe from 'axe-core'
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

const WCAG: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }

/** The page without the frame around it. */
export const main = page.getByRole('main')

/**
 * No violation of WCAG 2.2 AA that axe can find, once what fades in has come.
 * @param within where something changed since axe saw the whole screen: looking at all of it takes longer
 */
export async function expectAccessible(within?: Locator): Promise<void> {
  for (const animation of document.getAnimations()) {
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  }
  const { violations } = await axe.run(within?.element() ?? document.body, {
    runOnly: WCAG,
    resultTypes: ['violations'],
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([])
}
