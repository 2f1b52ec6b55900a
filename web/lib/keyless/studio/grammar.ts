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
import { callRoute, fetchFile } from '../call-route.ts'

export type Dictionary = Answered<typeof readRoute>

export const readDictionary = (api: VaultApi): Promise<Dictionary> => callRoute(api, readRoute, {})

/** @throws {VaultError} where the dictionary is full */
export const addWord = async (api: VaultApi, word: string): Promise<void> =>
  void (await callRoute(api, addRoute, { body: { word } }))

export const removeWord = (api: VaultApi, id: string): Promise<void> => callRoute(api, removeRoute, { id })

export const chooseDialect = (api: VaultApi, dialect: Dialect): Promise<void> =>
  callRoute(api, dialectRoute, { body: { dialect } })

const ROUTES = { glue: glueRoute, program: programRoute } satisfies Record<EngineFile, WireRoute>

/**
 * The bytes of a file of the engine, compared with those that were tried: they run in this page.
 * @throws {VaultError}, and {TypeError} where the server delivers others
 */
export async function readEngineFile(api: VaultApi, file: EngineFile): Promise<ArrayBuffer> {
  const content = await (await fetchFile(api, ROUTES[file], {})).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (sha256 !== GRAMMAR_ENGINE.files[file].sha256) throw new TypeError('the server delivers another engine')
  return content
}
