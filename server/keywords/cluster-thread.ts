import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type Cluster, clusterKeywords, type Comparison } from './pipeline/cluster-keywords.ts'
import type { StageProgress, StageReport } from './pipeline/stage-report.ts'

const NAME = 'quantumshield-clusters'
/** Between two reports of one stage: more often than they are written down, and rarely enough to cost nothing. */
const REPORT_MS = 200
type Work = { name: string; keywords: readonly string[]; comparison: Comparison }
type Told = { clusters: Cluster[] } | { progress: StageProgress }

/**
 * Clusters in a thread of its own, which ends with it: 10,000 keywords take about a minute and 400 MB.
 * @param signal ends the thread in the middle of whatever it does
 * @throws the reason of `signal`
 */
export function clusterInThread(
  keywords: readonly string[],
  comparison: Comparison,
  { signal, report }: { signal: AbortSignal; report: StageReport },
): Promise<Cluster[]> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), {
      name: NAME,
      workerData: { name: NAME, keywords, comparison } satisfies Work,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const cancel = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'))
      void thread.terminate()
    }
    signal.addEventListener('abort', cancel, { once: true })
    thread.on('message', (told: Told) => ('progress' in told ? report(told.progress) : resolve(told.clusters)))
    thread.once('error', reject)
    thread.once('exit', (code) => {
      signal.removeEventListener('abort', cancel)
      reject(new Error(`the thread of clusters ended with ${code}`))
    })
  })
}

function isWork(data: unknown): data is Work {
  return typeof data === 'object' && data !== null && 'name' in data && data.name === NAME
}

/** Passes on the first report of a stage, and then one in a while. */
function seldom(tell: StageReport): StageReport {
  let last: { stage: string; atMs: number } | undefined
  return (progress) => {
    const atMs = performance.now()
    if (last?.stage === progress.stage && atMs - last.atMs < REPORT_MS) return
    last = { stage: progress.stage, atMs }
    tell(progress)
  }
}

if (!isMainThread && isWork(workerData)) {
  const tell = (told: Told): void => parentPort?.postMessage(told)
  const report = seldom((progress) => tell({ progress }))
  tell({ clusters: clusterKeywords(workerData.keywords, workerData.comparison, report) })
}
