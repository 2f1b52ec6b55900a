/** Of a page at 100 %, in CSS pixels. */
export type PageSize = { width: number; height: number }
/** How large pages are drawn: a factor, as wide as there is room, or that but no larger than is pleasant to read. */
export type Zoom = number | 'width' | 'auto'
/** Where pages lie one below the other, in CSS pixels from the top. */
export type Layout = { tops: readonly number[]; heights: readonly number[]; width: number; height: number }
/** A place that stays when sizes change: a page, and how far down in it, in parts of its height. */
export type Place = { page: number; share: number }

/** Between pages and around them. */
export const GAP_PX = 12
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]
const COMFORTABLE = 1.25

/** The factor for pages of this width where so many pixels are free. */
export function factorOf(zoom: Zoom, pageWidth: number, freeWidth: number): number {
  if (typeof zoom === 'number') return zoom
  const filling = clamp((freeWidth - 2 * GAP_PX) / pageWidth)
  return zoom === 'width' ? filling : Math.min(filling, COMFORTABLE)
}

/** The next larger (1) or smaller (-1) step; the same at the ends. */
export function stepFrom(factor: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? STEPS.find((step) => step > factor + 0.005) : STEPS.findLast((step) => step < factor - 0.005)
  return next ?? clamp(factor)
}

export function layOut(sizes: readonly PageSize[], factor: number): Layout {
  const tops: number[] = []
  const heights = sizes.map(({ height }) => Math.floor(height * factor))
  let top = GAP_PX
  for (const height of heights) {
    tops.push(top)
    top += height + GAP_PX
  }
  const width = Math.max(...sizes.map((size) => Math.floor(size.width * factor))) + 2 * GAP_PX
  return { tops, heights, width, height: top }
}

/** Number from 0 of the page at a height; the gap below a page is its own. */
export function pageAt({ tops }: Layout, y: number): number {
  let [low, high] = [0, tops.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

export function placeAt(layout: Layout, y: number): Place {
  const page = pageAt(layout, y)
  return { page, share: (y - (layout.tops[page] ?? 0)) / (layout.heights[page] || 1) }
}

export function heightOf(layout: Layout, { page, share }: Place): number {
  return (layout.tops[page] ?? 0) + share * (layout.heights[page] ?? 0)
}

/** Numbers of the pages to draw: what is seen, and one before and after it. */
export function shownPages(layout: Layout, from: number, to: number): number[] {
  const first = Math.max(0, pageAt(layout, from) - 1)
  const last = Math.min(layout.tops.length - 1, pageAt(layout, to) + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

function clamp(factor: number): number {
  return Math.min(STEPS.at(-1) ?? 1, Math.max(STEPS[0] ?? 1, factor))
}
