import { useLayoutEffect, useState, type RefObject } from 'react'
import { heightOf, type Layout, placeAt } from './pdf-layout.ts'

/**
 * Follows how far pages are scrolled, once for each picture that the browser draws, and keeps the same words at the top while pages get
 * another size: zoomed, or known at last.
 */
export function useKeptPlace(ref: RefObject<HTMLElement | null>, layout: Layout): number {
  const [seen, setSeen] = useState({ layout, top: 0 })
  // At the very top, what is above the first page stays in sight.
  const top = seen.layout === layout || seen.top === 0 ? seen.top : heightOf(layout, placeAt(seen.layout, seen.top))
  if (seen.layout !== layout) setSeen({ layout, top })
  useLayoutEffect(() => {
    const element = ref.current
    if (element && Math.abs(element.scrollTop - top) >= 1) element.scrollTop = top
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- where it is scrolled by the person is no reason to scroll
  }, [ref, layout])
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    let frame = 0
    const follow = () => {
      frame = 0
      setSeen((before) => ({ ...before, top: element.scrollTop }))
    }
    const soon = () => (frame ||= requestAnimationFrame(follow))
    element.addEventListener('scroll', soon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', soon)
    }
  }, [ref])
  return top
}
