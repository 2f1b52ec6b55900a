import { type RefObject, useLayoutEffect } from 'react'

/** How much of the window's lower edge a panel takes; styles read it as `var(--lower-edge, 0px)`. */
const TAKEN = '--lower-edge'

/** Says how much the panel takes while it is there, so that what floats stays above it. */
export function useLowerEdge(panel: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => style.setProperty(TAKEN, `${element.offsetHeight}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(TAKEN)
    }
  }, [panel])
}

export function readLowerEdge(): number {
  return Number.parseFloat(document.documentElement.style.getPropertyValue(TAKEN)) || 0
}
