import { useEffect, useEffectEvent } from 'react'

/** Calls `onKey` for every key press on the page; the handler may be a new function each render. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void) {
  const handle = useEffectEvent(onKey)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** The key that commands go with on this computer. */
export function commandKey(): 'Ctrl' | '⌘' {
  return /^Mac|^iP/.test(navigator.platform) ? '⌘' : 'Ctrl'
}

/** True when the person is typing, so that single-letter shortcuts must stay out of the way. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select')
}
