import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type Cluster, clusterKeywords, type Comparison } from './pipeline/cluster-keywords.ts'

const NAME = 'quantumshield-clusters'
type Work = { name: string; keywords: readonly string[]; comparison: Comparison }

/**
 * Clusters in a thread of its own, which ends with it: 10,000 keywords take about a minute and 400 MB.
 * @throws the reason of `signal`
 */
export function clusterInThread(
  keywords: readonly string[],
  comparison: Comparison,
  signal: AbortSignal,
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
    thread.once('message', resolve)
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

if (!isMainThread && isWork(workerData))
  parentPort?.postMessage(clusterKeywords(workerData.keywords, workerData.comparison))
