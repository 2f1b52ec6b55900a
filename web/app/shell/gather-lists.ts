/** Several changes in a row, such as the files of one upload, are one reading. */
const GATHER_MS = 400
/** While changes do not end, the lists are read once in this time. */
const REST_MS = 3_000

/**
 * Turns many hints into few readings.
 *
 * @param read reads lists again; returns those that it could not begin with, for later
 * @param isHidden a window that nobody looks at reads when somebody does: call `look` then
 */
export function gatherLists(read: (lists: readonly string[]) => readonly string[], isHidden: () => boolean) {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let restsUntilMs = 0
  const flush = (): void => {
    timer = undefined
    if (isHidden()) return
    const lists = [...waiting]
    waiting.clear()
    restsUntilMs = performance.now() + REST_MS
    add(read(lists))
  }
  const look = (): void => {
    if (waiting.size > 0) timer ??= setTimeout(flush, Math.max(GATHER_MS, restsUntilMs - performance.now()))
  }
  const add = (lists: readonly string[]): void => {
    for (const list of lists) waiting.add(list)
    look()
  }
  return { add, look, stop: () => clearTimeout(timer) }
}
