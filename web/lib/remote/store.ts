import { useSyncExternalStore } from 'react'

/** A value that changes: read it with `useSyncExternalStore(store.subscribe, store.read)`; the snapshot is stable until it changes. */
export type Store<T> = { read: () => T; subscribe: (listener: () => void) => () => void }

/** Reads a store and renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.read)
}

/** Reads one primitive out of a store and renders again only when that changes. */
export function useStoreValue<T, V extends string | number | boolean | null>(
  store: Store<T>,
  pick: (value: T) => V,
): V {
  return useSyncExternalStore(store.subscribe, () => pick(store.read()))
}

/** A store that code outside React can write. */
export function createStore<T>(initial: T): Store<T> & { write: (value: T) => void } {
  const listeners = new Set<() => void>()
  let current = initial
  return {
    read: () => current,
    write: (value) => {
      current = value
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
