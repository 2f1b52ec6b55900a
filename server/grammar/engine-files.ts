import fs from 'node:fs'
import path from 'node:path'
import { type EngineFile, GRAMMAR_ENGINE } from '#contract/grammar/grammar.ts'

/** Where `npm run studio -- grammar` puts the engine. */
const ENGINE_FOLDER = path.join(import.meta.dirname, 'engine/node_modules/harper.js/dist')

/** Path of a file of the engine; undefined where it is not installed. Browsers compare its content themselves. */
export function engineFile(file: EngineFile): string | undefined {
  const found = path.join(ENGINE_FOLDER, GRAMMAR_ENGINE.files[file].name)
  return fs.existsSync(found) ? found : undefined
}

/** Returns whether texts can be checked: asked each time, so that a server that runs finds what was installed meanwhile. */
export const isInstalled = (): boolean => engineFile('glue') !== undefined && engineFile('program') !== undefined
