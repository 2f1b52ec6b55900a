/**
 * The parts of the app that are loaded when they are first needed, and could not be: without a connection, or because a newer build replaced
 * them. The loader of the build announces each failure before it throws it.
 */
const notLoaded = new WeakSet<object>()
const renewals = new Set<() => void>()

/** Notes failures from now on. */
export function watchForLostParts(): void {
  addEventListener('vite:preloadError', (event) => {
    const error: unknown = event.payload
    if (typeof error === 'object' && error !== null) notLoaded.add(error)
  })
}

/** Whether an error says that a part of the app did not arrive, and not that something in it broke. */
export function wasNotLoaded(error: unknown): boolean {
  return typeof error === 'object' && error !== null && notLoaded.has(error)
}

/** Calls `renew` with the next `renewLostParts`: for what remembers that loading failed. */
export function renewLater(renew: () => void): void {
  renewals.add(renew)
}

/** Before something is loaded again. */
export function renewLostParts(): void {
  for (const renew of renewals) renew()
  renewals.clear()
}
