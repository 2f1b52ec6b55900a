import { expose } from 'comlink'
import { EnglishChecker, type Setting } from './grammar/check-english.ts'
import type { Harper } from './grammar/harper.ts'

let checker: EnglishChecker | undefined

/** Checks English off the main thread. No network, no keys: what is checked stays here. */
const api = {
  /** @param program WebAssembly of harper.js, which the page compared */
  async start(program: ArrayBuffer, setting: Setting): Promise<void> {
    // The page puts harper.js before this script; while `npm run dev` runs, it comes after it.
    const { harper } = globalThis as unknown as { harper: Harper }
    await harper.default({ module_or_path: program })
    harper.setup()
    checker = new EnglishChecker(harper, setting)
  },
  configure: (setting: Setting) => started().configure(setting),
  check: (text: string) => started().check(text),
  looksEnglish: (text: string) => started().looksEnglish(text),
}
export type GrammarWorker = typeof api
expose(api)

function started(): EnglishChecker {
  if (!checker) throw new Error('the engine was not started')
  return checker
}
