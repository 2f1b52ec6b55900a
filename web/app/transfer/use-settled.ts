import { type RefObject, useEffect, useState } from 'react'

/**
 * True once `isQuiet` has held for `afterMs`, and false again the moment it no longer does. Not under the hand of somebody: while
 * the pointer or the keyboard's focus is in the box, it waits as long again.
 */
export function useSettled(isQuiet: boolean, afterMs: number, box: RefObject<Element | null>): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!isQuiet) return undefined
    const timer = setInterval(() => {
      // Asked, not noted: a button that goes while it has the focus says nothing.
      const isHeld = box.current?.matches(':hover') || box.current?.querySelector(':focus-visible')
      if (!isHeld) setSettled(true)
    }, afterMs)
    return () => {
      clearInterval(timer)
      setSettled(false)
    }
  }, [isQuiet, afterMs, box])
  return isSettled && isQuiet
}
