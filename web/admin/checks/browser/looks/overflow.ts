import { isShown, nameOf } from './shown.ts'

/** MOB-02: how far a page can be scrolled sideways, and the parts that stick out. Undefined where it cannot. */
export function sidewaysOverflow(page: Document): string | undefined {
  const { scrollWidth, clientWidth } = page.documentElement
  const overPx = scrollWidth - clientWidth
  if (overPx <= 0) return undefined
  const sticking = [...page.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1 && isShown(element),
  )
  const deepest = sticking.find((element) => !sticking.some((other) => other !== element && element.contains(other)))
  return `${overPx} pixels${deepest ? ` by ${nameOf(deepest)}` : ''}`
}
