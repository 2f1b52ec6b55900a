import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** What a finger does with rows, where a mouse would press them. */
export type Touch = {
  begin: (event: PointerEvent, onLongPress: () => void) => void
  move: (event: PointerEvent) => void
  /** The last pointer was a finger. */
  isTouch: () => boolean
  /** It was one, and did not stay long. */
  isTap: () => boolean
}

const LONG_PRESS_MS = 500
/** A finger is never quite still. */
const SLACK_PX = 10

/** Tells a tap from a long press. The browser has no event for that, and its menu comes on some systems only. */
export function useTouch(): Touch {
  const last = useRef({ type: '', x: 0, y: 0, wasLong: false, timer: 0 })
  useEffect(() => {
    const state = last.current
    const end = () => clearTimeout(state.timer)
    addEventListener('pointerup', end)
    // The page scrolls.
    addEventListener('pointercancel', end)
    return () => {
      end()
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
    }
  }, [])
  const [touch] = useState<Touch>(() => ({
    begin: ({ pointerType: type, clientX: x, clientY: y }, onLongPress) => {
      const state = last.current
      clearTimeout(state.timer)
      Object.assign(state, { type, x, y, wasLong: false })
      if (type !== 'touch') return
      state.timer = window.setTimeout(() => {
        state.wasLong = true
        onLongPress()
      }, LONG_PRESS_MS)
    },
    move: ({ clientX, clientY }) => {
      const { x, y, timer } = last.current
      if (Math.hypot(clientX - x, clientY - y) > SLACK_PX) clearTimeout(timer)
    },
    isTouch: () => last.current.type === 'touch',
    isTap: () => last.current.type === 'touch' && !last.current.wasLong,
  }))
  return touch
}
