const REPORT_EVERY_MS = 100

/**
 * Adds up small counts and reports the sum a few times a second; the last one is never left out. A message to the page for each
 * piece of a large file would keep the page busy for nothing.
 */
export function collectProgress(report: (doneBytes: number) => void): (plainBytes: number) => void {
  let doneBytes = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return (plainBytes) => {
    doneBytes += plainBytes
    timer ??= setTimeout(() => {
      timer = undefined
      report(doneBytes)
    }, REPORT_EVERY_MS)
  }
}
