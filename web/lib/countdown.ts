import { useCallback, useSyncExternalStore } from 'react'

const SECOND_MS = 1000

/** Whole seconds until a time, counted down; 0 from then on, and when there is none. */
export function useSecondsUntil(atMs: number | null): number {
  const secondsLeft = () => (atMs === null ? 0 : Math.max(0, Math.ceil((atMs - Date.now()) / SECOND_MS)))
  const subscribe = useCallback(
    (tick: () => void) => {
      if (atMs === null || atMs <= Date.now()) return () => undefined
      const timer = setInterval(() => {
        if (atMs <= Date.now()) clearInterval(timer)
        tick()
      }, SECOND_MS)
      return () => clearInterval(timer)
    },
    [atMs],
  )
  return useSyncExternalStore(subscribe, secondsLeft, () => 0)
}
