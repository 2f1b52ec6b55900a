/** MOB-06: how much the scripts of a page weighed on their way, and when its largest part was painted, where the browser says so. */
export async function firstPage({
  performance,
  PerformanceObserver,
}: Pick<typeof globalThis, 'performance' | 'PerformanceObserver'>): Promise<{
  script_kib: number
  scripts: number
  largest_paint_ms?: number
}> {
  const scripts = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => 'encodedBodySize' in entry)
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  const bytes = new Map(scripts.map(({ name, encodedBodySize }) => [name, encodedBodySize]))
  const sum = [...bytes.values()].reduce((all, one) => all + one, 0)
  const painted = await largestPaint(PerformanceObserver)
  return {
    script_kib: Math.round(sum / 102.4) / 10,
    scripts: bytes.size,
    ...(painted !== undefined && { largest_paint_ms: Math.round(painted) }),
  }
}

const PAINT = 'largest-contentful-paint'
const WAIT_MS = 1000

function largestPaint(Observer: typeof PerformanceObserver): Promise<number | undefined> {
  if (!Observer.supportedEntryTypes.includes(PAINT)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const observer = new Observer((list) => finish(list.getEntries().at(-1)?.startTime))
    const timer = setTimeout(() => finish(undefined), WAIT_MS)
    const finish = (at: number | undefined): void => {
      clearTimeout(timer)
      observer.disconnect()
      resolve(at)
    }
    observer.observe({ type: PAINT, buffered: true })
  })
}
