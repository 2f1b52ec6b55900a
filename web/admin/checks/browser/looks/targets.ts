import { isShown, nameOf } from './shown.ts'

/** WCAG 2.5.8, in CSS pixels. */
const LEAST_PX = 24
/** What fingers find comfortable; what is smaller is counted, not refused. */
const COMFORTABLE_PX = 44
/** Layout rounds. */
const ROUNDING_PX = 0.5

const TARGETS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=checkbox], [role=menuitem], [role=option]'

export type Targets = { all: number; below44: number; tooSmall: string[] }

/** MOB-03: what is too small for a finger, by the rule of WCAG 2.5.8 with its exceptions for text and for room around. */
export function smallTargets(page: Document): Targets {
  const areas = [...page.querySelectorAll(TARGETS)].filter(isUsed).map((element) => ({ element, box: areaOf(element) }))
  const isBelow = (px: number) => (box: DOMRect) => Math.min(box.width, box.height) < px - ROUNDING_PX
  const small = areas.filter(({ box }) => isBelow(LEAST_PX)(box))
  const tooSmall = small.filter(({ element, box }) => {
    if (isInText(element)) return false
    return areas.some((other) => other.element !== element && !isApart(box, other.box, isBelow(LEAST_PX)(other.box)))
  })
  return {
    all: areas.length,
    below44: areas.filter(({ box }) => isBelow(COMFORTABLE_PX)(box)).length,
    tooSmall: tooSmall.map(
      ({ element, box }) => `${nameOf(element)} of ${Math.round(box.width)} × ${Math.round(box.height)}`,
    ),
  }
}

const isUsed = (element: Element): boolean => isShown(element) && !element.matches(':disabled, [aria-disabled=true]')

/** A control with its label, which is pressed as well. */
function areaOf(element: Element): DOMRect {
  const own = element.getBoundingClientRect()
  const label = element.closest('label') ?? element.querySelector(':scope > label')
  return label ? label.getBoundingClientRect() : own
}

/** Links within a sentence are as high as its lines. */
function isInText(element: Element): boolean {
  const { display } = getComputedStyle(element)
  if (!display.startsWith('inline') || display === 'inline-flex') return false
  return [...(element.parentElement?.childNodes ?? [])].some(
    (node) => node !== element && node.nodeType === node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
  )
}

/** Whether a circle of the least size around the middle of `box` meets neither the other target nor, if that is small, its circle. */
function isApart(box: DOMRect, other: DOMRect, isOtherSmall: boolean): boolean {
  const [x, y] = middleOf(box)
  const [otherX, otherY] = middleOf(other)
  if (isOtherSmall && Math.hypot(x - otherX, y - otherY) < LEAST_PX) return false
  const toEdge = Math.hypot(Math.max(other.left - x, 0, x - other.right), Math.max(other.top - y, 0, y - other.bottom))
  return toEdge >= LEAST_PX / 2
}

const middleOf = ({ left, right, top, bottom }: DOMRect): [number, number] => [(left + right) / 2, (top + bottom) / 2]
