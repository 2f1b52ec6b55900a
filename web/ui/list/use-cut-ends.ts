import { type RefObject, useEffect, useState } from 'react'

/** At which ends a strip that scrolls sideways is cut off. */
export function useCutEnds(strip: RefObject<HTMLElement | null>): 'none' | 'start' | 'end' | 'both' {
  const [cut, setCut] = useState<'none' | 'start' | 'end' | 'both'>('none')
  useEffect(() => {
    const element = strip.current
    if (!element) return undefined
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      // Positions are fractions of a pixel on some screens.
      const [start, end] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1]
      setCut(start && end ? 'both' : start ? 'start' : end ? 'end' : 'none')
    }
    const size = new ResizeObserver(measure)
    size.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    measure()
    return () => {
      size.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [strip])
  return cut
}
