import { useCallback, useSyncExternalStore } from 'react'

/** The sidebar becomes a drawer and lists get two-line rows below this width. */
export const NARROW = '(max-width: 767.98px)'

/** Details stand beside the list from this width on. */
export const DOCKING = '(min-width: 1280px)'

/** A finger: nothing is dragged into the page. */
export const TOUCH = '(pointer: coarse)'

/** True while the media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
