import { type Remote, wrap } from 'comlink'
import { startWorker } from '#web/lib/trusted-worker.ts'
// oxlint-disable-next-line import/default -- the bundler answers `?worker&url` with an address
import workerUrl from '../../workers/proof.worker.ts?worker&url'
import type { ProofWorker } from '../../workers/proof.worker.ts'

let worker: Remote<ProofWorker> | undefined

/** One worker for the page, started when the first check is run. */
export function proofWorker(): Remote<ProofWorker> {
  worker ??= wrap<ProofWorker>(startWorker(workerUrl))
  return worker
}
