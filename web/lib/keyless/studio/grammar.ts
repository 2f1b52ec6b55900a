import { transfer, wrap } from 'comlink'
// oxlint-disable-next-line import/default -- the bundler answers `?worker&url` with an address
import workerUrl from '../../../workers/grammar.worker.ts?worker&url'
import { type Dialect, type EngineFile, GRAMMAR_ENGINE } from '#contract/grammar/grammar.ts'
import {
  addWord as addRoute,
  chooseDialect as dialectRoute,
  readDictionary as readRoute,
  readGlue as glueRoute,
  readProgram as programRoute,
  removeWord as removeRoute,
} from '#contract/grammar/grammar-wire.ts'
import type { Answered, WireRoute } from '#contract/wire/wire-route.ts'
import type { VaultApi } from '#vault/session/api.ts'
import type { Finding, Setting } from '../../../workers/grammar/check-english.ts'
import type { GrammarWorker } from '../../../workers/grammar.worker.ts'
import { startWorkerAfter } from '../../remote/trusted-worker.ts'
import { callRoute, fetchFile } from '../call-route.ts'
import { asPreface } from './grammar-preface.ts'

export type Dictionary = Answered<typeof readRoute>
export type { Finding, Setting } from '../../../workers/grammar/check-english.ts'

/** Checks texts in this browser. */
export type GrammarEngine = {
  configure: (setting: Setting) => Promise<void>
  check: (text: string) => Promise<Finding[]>
  looksEnglish: (text: string) => Promise<boolean>
  stop: () => void
}

export const readDictionary = (api: VaultApi): Promise<Dictionary> => callRoute(api, readRoute, {})

/** @throws {VaultError} where the dictionary is full */
export const addWord = async (api: VaultApi, word: string): Promise<void> =>
  void (await callRoute(api, addRoute, { body: { word } }))

export const removeWord = (api: VaultApi, id: string): Promise<void> => callRoute(api, removeRoute, { id })

export const chooseDialect = (api: VaultApi, dialect: Dialect): Promise<void> =>
  callRoute(api, dialectRoute, { body: { dialect } })

/**
 * Fetches the engine, which a browser keeps, and starts it in a worker. After that, nothing is asked of the server.
 * @throws {VaultError}, and {TypeError} where the server delivers another engine than the one that was tried
 */
export async function startEngine(api: VaultApi, setting: Setting): Promise<GrammarEngine> {
  const [glue, program] = await Promise.all([fetchEngine(api, 'glue'), fetchEngine(api, 'program')])
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

const ROUTES = { glue: glueRoute, program: programRoute } satisfies Record<EngineFile, WireRoute>

/** The bytes of a file of the engine, which are compared: they run in this page. */
async function fetchEngine(api: VaultApi, file: EngineFile): Promise<ArrayBuffer> {
  const content = await (await fetchFile(api, ROUTES[file], {})).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (sha256 !== GRAMMAR_ENGINE.files[file].sha256) throw new TypeError('the server delivers another engine')
  return content
}
