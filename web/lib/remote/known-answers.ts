import { wrap } from 'comlink'
// oxlint-disable-next-line import/default -- the bundler answers `?worker&url` with an address
import workerUrl from '../../workers/known-answers.worker.ts?worker&url'
import type { KnownAnswersWorker } from '../../workers/known-answers.worker.ts'
import { startWorker } from './trusted-worker.ts'

/** Whether cryptography gives the published answers in a worker of this page. @returns algorithms that do not, and how many were tried. */
export async function tryKnownAnswers(): Promise<{ tried: number; wrong: string[] }> {
  const worker = await startWorker(workerUrl)
  try {
    return await wrap<KnownAnswersWorker>(worker).tryKnownAnswers()
  } finally {
    worker.terminate()
  }
}
