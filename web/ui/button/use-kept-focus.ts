import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a list whose rows change places: a row that is moved in the document loses it, by the browser's rule. The control
 * gets it back at its new place; where it is gone, the list itself does, which must take the focus.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const last = useRef<HTMLElement | null>(null)
  // After each change of the list, before anything is painted.
  useLayoutEffect(() => {
    const control = last.current
    if (!control || document.activeElement !== document.body) return
    const target = control.isConnected && !control.matches(':disabled') ? control : list.current
    target?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      last.current = target
    },
    onBlur: ({ relatedTarget, target }: FocusEvent<HTMLElement>) => {
      // Into nothing while the control stays where it is: the person pressed beside everything. A moved one has the focus again by then.
      queueMicrotask(() => {
        const isAway = relatedTarget !== null || (target.isConnected && document.activeElement !== target)
        if (isAway && last.current === target) last.current = null
      })
    },
  }
}
