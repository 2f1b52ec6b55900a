import { type Remote, wrap } from 'comlink'
import { startWorker } from '#web/lib/remote/trusted-worker.ts'
// oxlint-disable-next-line import/default -- the bundler answers `?worker&url` with an address
import logUrl from '../../workers/log.worker.ts?worker&url'
import type { LogWorker } from '../../workers/log.worker.ts'
// oxlint-disable-next-line import/default -- the bundler answers `?worker&url` with an address
import proofUrl from '../../workers/proof.worker.ts?worker&url'
import type { ProofWorker } from '../../workers/proof.worker.ts'

type Started<Worker> = { remote: Remote<Worker>; lost: Promise<never> }
export type Job<Worker, Result> = (worker: Remote<Worker>) => Promise<Result>

/** Runs a job in the one worker of the page. @throws when the worker does not start, which the next job tries again. */
export const inProofWorker = jobsIn<ProofWorker>(proofUrl)

/** The same in the one that reads the public log: it is not fetched where nobody asks for that. */
export const inLogWorker = jobsIn<LogWorker>(logUrl)

function jobsIn<Worker>(url: string): <Result>(job: Job<Worker, Result>) => Promise<Result> {
  let started: Promise<Started<Worker>> | undefined
  /** One job after the other: two at once would measure each other. */
  let last: Promise<unknown> = Promise.resolve()

  async function start(): Promise<Started<Worker>> {
    const worker = await startWorker(url)
    const lost = new Promise<never>((_, reject) => {
      worker.addEventListener('error', (event) => {
        started = undefined
        worker.terminate()
        reject(new Error(event.message || 'the worker did not start'))
      })
    })
    // Nobody waits for it between two jobs.
    lost.catch(() => undefined)
    return { remote: wrap<Worker>(worker), lost }
  }

  return (job) => {
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
}
