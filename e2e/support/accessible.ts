import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type axe from 'axe-core'
import { type Page, expect, test } from '@playwright/test'
import { isWhole, TIER } from '../../scripts/tiers.ts'

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
const SCHEMES = ['light', 'dark'] as const

const EVERY_RULE: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
/** The small build: each page that is checked has to read it. */
const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TOASTS = '[data-type=done]'
const JOURNEYS = path.resolve(import.meta.dirname, '..')
const SCREENS = 'screens.spec.ts'

/**
 * Measures how far the page scrolls sideways, in CSS pixels, once it was painted at its present size. React swaps the layout in the frame in which the
 * media query changes; a measurement before that frame finds the old layout in the new width, which is never painted.
 */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // An observer reports at the end of a painted frame.
    await new Promise<void>((resolve) => {
      const observer = new IntersectionObserver(() => {
        observer.disconnect()
        resolve()
      })
      observer.observe(document.documentElement)
    })
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
}

/** No violation of WCAG 2.2 AA that axe can find, and nothing wider than the page. In `npm test`, axe is for screens and for rooms that were touched. */
export async function expectAccessible(page: Page): Promise<void> {
  if (asksAxe()) await expectNoViolations(page)
  await expectNoSidewaysScroll(page)
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await sidewaysScroll(page), 'sideways scroll').toBe(0)
}

/**
 * The same at both sizes. In `npm test` the rules of axe, where they run, do so at the wide size in the light scheme, and the narrow one is looked
 * at for sideways scroll. In the full tier they run at both sizes, one scheme at each: every other test has the dark one at the wide size, so that
 * the suite sees all four. Toasts about finished actions are hidden meanwhile: half faded they have no contrast, and they lie over other controls for a
 * moment.
 */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  const isReversed = isFullTier() && isDarkWhenWide()
  const [ofWide, ofNarrow] = isReversed ? (['dark', 'light'] as const) : SCHEMES
  if (asksAxe()) await inLook(page, WIDE, ofWide, () => expectAccessible(page))
  await inLook(page, NARROW, ofNarrow, () => (isFullTier() ? expectAccessible(page) : expectNoSidewaysScroll(page)))
}

/** The same in the full tier in all four combinations of size and scheme, for the table of screens. */
export async function expectAccessibleInEveryLook(page: Page): Promise<void> {
  if (!isFullTier()) return expectAccessibleEverywhere(page)
  for (const size of [WIDE, NARROW])
    for (const scheme of SCHEMES) await inLook(page, size, scheme, () => expectAccessible(page))
}

/** Runs `look` at a size and in a scheme, and puts the page back as it was. */
async function inLook(
  page: Page,
  size: { width: number; height: number },
  colorScheme: (typeof SCHEMES)[number],
  look: () => Promise<void>,
): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme })
  await look()
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

/** True in the full tier, for a room that was touched, and for the table of screens, which shows axe each screen once. */
function asksAxe(): boolean {
  const [room = ''] = path.relative(JOURNEYS, test.info().file).split(path.sep)
  return room === SCREENS || isWhole(room)
}

function isFullTier(): boolean {
  return process.env[TIER] !== 'fast'
}

/** By the name of the test, so that it is the same each time. */
function isDarkWhenWide(): boolean {
  const { titlePath } = test.info()
  return createHash('sha1').update(titlePath.join('/')).digest().readUInt8() % 2 === 1
}

/** What says that something was done, while it is there; the other checks leave it out. */
export async function expectAccessibleToast(page: Page): Promise<void> {
  // Pointing at it stops its clock.
  await page.locator(TOASTS).first().hover()
  await expectNoViolations(page, 'no-such-element')
}

async function expectNoViolations(page: Page, hiddenElements = TOASTS): Promise<void> {
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
    [EVERY_RULE, hiddenElements] as const,
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
