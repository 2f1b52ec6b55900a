import { transfer, wrap } from 'comlink'
// oxlint-disable-next-line import/default -- the bundler answers `?worker&url` with an address
import workerUrl from '../../workers/grammar.worker.ts?worker&url'
import type { EngineFile } from '#contract/grammar/grammar.ts'
import type { Finding, Setting } from '../../workers/grammar/check-english.ts'
import type { GrammarWorker } from '../../workers/grammar.worker.ts'
import { asPreface } from './grammar-preface.ts'
import { startWorkerAfter } from './trusted-worker.ts'

export type { Finding, Setting } from '../../workers/grammar/check-english.ts'

/** Checks texts in this browser. */
export type GrammarEngine = {
  configure: (setting: Setting) => Promise<void>
  check: (text: string) => Promise<Finding[]>
  looksEnglish: (text: string) => Promise<boolean>
  stop: () => void
}
export type GrammarChecker = {
  /** @param read a file of the engine, which was compared. @throws {VaultError}, {TypeError} */
  start: (read: (file: EngineFile) => Promise<ArrayBuffer>, setting: Setting) => Promise<GrammarEngine>
}

/** Reads the engine, which a browser keeps, and starts it in a worker. After that, nothing is asked of the server. */
export const start: GrammarChecker['start'] = async (read, setting) => {
  const [glue, program] = await Promise.all([read('glue'), read('program')])
  const worker = await startWorkerAfter(asPreface(new TextDecoder().decode(glue)), workerUrl)
  const checker = wrap<GrammarWorker>(worker)
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new TypeError('the engine did not start')))
  })
  try {
    await Promise.race([checker.start(transfer(program, [program]), setting), failed])
  } catch (error) {
    worker.terminate()
    throw error
  }
  return {
    configure: (next) => checker.configure(next),
    check: (text) => checker.check(text),
    looksEnglish: (text) => checker.looksEnglish(text),
    stop: () => worker.terminate(),
  }
}
