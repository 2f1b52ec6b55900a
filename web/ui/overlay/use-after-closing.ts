import { useRef } from 'react'

/**
 * Keeps what a menu's choice does until the menu is gone: a dialog that opened while the menu still closes would lose the
 * focus to the list behind it.
 */
export function useAfterClosing() {
  const waiting = useRef<(() => void) | null>(null)
  return {
    later: (action: () => void) => () => {
      waiting.current = action
    },
    run: () => {
      const action = waiting.current
      waiting.current = null
      action?.()
    },
  }
}
