import fs from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { type Page, expect } from '@playwright/test'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

const EVERY_RULE: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
/** The small build: each page that is checked has to read it. */
const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TOASTS = '[data-type=done]'
/** What another scheme can break: it changes colours, and neither elements nor their size. */
const RULES_OF_COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** No violation of WCAG 2.2 AA that axe can find, and nothing wider than the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, EVERY_RULE)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'sideways scroll').toBe(0)
}

/**
 * The same in both schemes and at both sizes. Toasts of what was done are hidden meanwhile: half faded they have no contrast, and they lie
 * over other controls for a moment.
 */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  const before = page.viewportSize()
  const [wide, narrow] = SIZES
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, RULES_OF_COLOURS)
  // The other scheme restyles the whole page, so it changes once.
  await page.setViewportSize(narrow)
  await expectNoViolations(page, RULES_OF_COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

/** What says that something was done, while it is there; the other checks leave it out. */
export async function expectAccessibleToast(page: Page): Promise<void> {
  // Pointing at it stops its clock.
  await page.locator(TOASTS).first().hover()
  await expectNoViolations(page, EVERY_RULE, 'no-such-element')
}

async function expectNoViolations(page: Page, runOnly: axe.RunOnly, hiddenElements = TOASTS): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(
    async ([rules, selector]) => {
      // An observer reports at the end of a painted frame. `requestAnimationFrame` does not where a test has set the page's clock.
      const nextFrame = () =>
        new Promise<void>((resolve) => {
          const observer = new IntersectionObserver(() => {
            observer.disconnect()
            resolve()
          })
          observer.observe(document.documentElement)
        })
      const moving = () =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          )
      // A scheme that changed is seen by the page with the next frame; halfway through a transition no colour is the one that people read.
      await nextFrame()
      do {
        for (const animation of moving()) animation.finish()
        await nextFrame()
      } while (moving().length)

      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const hidden = [...document.querySelectorAll<HTMLElement>(selector)]
      for (const element of hidden) element.style.visibility = 'hidden'
      // Only violations are described in full: the thousands of elements that pass took most of the time.
      const found = await inPage.run({ runOnly: rules, resultTypes: ['violations'], iframes: false })
      for (const element of hidden) element.style.visibility = ''
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
    },
    [runOnly, hiddenElements] as const,
  )
  expect(violations).toEqual([])
}

/** Dismisses what says that something was done: it lies over other controls for a few seconds. The focus stays where it is. */
export async function dismissToasts(page: Page): Promise<void> {
  await expect(async () => {
    await page.locator(`${TOASTS} button[aria-label]`).evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click()
    })
    await expect(page.locator(TOASTS)).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 15_000 })
}
