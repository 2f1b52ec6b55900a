import { useSyncExternalStore } from 'react'
import { createStore } from './remote/store.ts'

const MINUTE_MS = 60_000
const clock = createStore(new Date())
let readers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time, once a minute: what relative dates are counted from. All readers share one timer. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, clock.read)
}

function subscribe(listener: () => void) {
  readers += 1
  if (!timer) {
    // While nobody read it the clock stood still.
    clock.write(new Date())
    timer = setInterval(() => clock.write(new Date()), MINUTE_MS)
  }
  const unsubscribe = clock.subscribe(listener)
  return () => {
    unsubscribe()
    readers -= 1
    if (readers > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
