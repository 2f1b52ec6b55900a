import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** What only a browser knows: `before` in the prerendered page and in the first render, which has to equal it; then what `read` says. */
export function useInBrowser<T>(read: () => T, before: T): T {
  return useSyncExternalStore(subscribe, read, () => before)
}
