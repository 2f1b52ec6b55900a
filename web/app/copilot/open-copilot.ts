type Listener = (typed: string) => void
const listeners = new Set<Listener>()

/** Whether something on the page answers questions now. */
export const canAskCopilot = (): boolean => listeners.size > 0

/** Opens the panel with a text in its field. It may be the name of a file: it is sent when the person presses Ask. */
export function openCopilot(typed: string): void {
  for (const listener of listeners) listener(typed)
}

/** @returns what ends it. */
export function onOpenCopilot(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
