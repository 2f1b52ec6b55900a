import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

export const SCHEMES = ['light', 'dark'] as const
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

/** No violation of WCAG 2.2 AA that axe can find, and nothing wider than the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // A scheme that changed is seen by the page with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  // Halfway through a transition no colour is the one that people will read.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'sideways scroll').toBe(0)
}

/** The same in both schemes and at both sizes. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  // One that fades away has, for a moment, colours that nobody reads.
  await expectNoToasts(page)
  const before = page.viewportSize()
  for (const size of SIZES) {
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

/** Waits until every toast that says what was done has gone: half faded it has no contrast, and it lies over other controls. */
export async function expectNoToasts(page: Page): Promise<void> {
  await expect(page.locator('[data-type=done]')).toHaveCount(0, { timeout: 15_000 })
}
