const listeners = new Set<() => void>()

/** What a press on the field in the header does. */
export function openPalette(): void {
  for (const listener of listeners) listener()
}

/** @returns what ends it. */
export function onOpenPalette(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
