import { type Remote, wrap } from 'comlink'
import { startWorker } from '#web/lib/remote/trusted-worker.ts'
// oxlint-disable-next-line import/default -- the bundler answers `?worker&url` with an address
import workerUrl from '../../workers/proof.worker.ts?worker&url'
import type { ProofWorker } from '../../workers/proof.worker.ts'

type Started = { remote: Remote<ProofWorker>; lost: Promise<never> }

let started: Promise<Started> | undefined
/** One job after the other: two at once would measure each other. */
let last: Promise<unknown> = Promise.resolve()

/** Runs a job in the one worker of the page. @throws when the worker does not start, which the next job tries again. */
export function inProofWorker<T>(job: (worker: Remote<ProofWorker>) => Promise<T>): Promise<T> {
  const result = last.then(async () => {
    started ??= start()
    const { remote, lost } = await started.catch((error: unknown) => {
      started = undefined
      throw error
    })
    return Promise.race([job(remote), lost])
  })
  last = result.catch(() => undefined)
  return result
}

async function start(): Promise<Started> {
  const worker = await startWorker(workerUrl)
  const lost = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      started = undefined
      worker.terminate()
      reject(new Error(event.message || 'the worker did not start'))
    })
  })
  // Nobody waits for it between two jobs.
  lost.catch(() => undefined)
  return { remote: wrap<ProofWorker>(worker), lost }
}
