import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/** Whole seconds until a time, counted down; 0 from then on, and when there is none. */
export function useSecondsUntil(atMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const [countedMs, setCountedMs] = useState(atMs)
  // The last tick may be long ago.
  if (atMs !== countedMs) {
    setCountedMs(atMs)
    setNowMs(Date.now())
  }
  const left = atMs === null ? 0 : Math.max(0, Math.ceil((atMs - nowMs) / SECOND_MS))
  const isOver = left === 0
  useEffect(() => {
    if (atMs === null || isOver) return undefined
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [atMs, isOver])
  return left
}
