import { z } from 'zod'
import { line } from '../wire/wire-fields.ts'
import { wireRoute } from '../wire/wire-route.ts'
import { DIALECTS, type EngineFile, GRAMMAR_ENGINE, GRAMMAR_LIMITS } from './grammar.ts'

const permission = 'manage_growth'
const NO_KEYS = 'business of the organisation: no right, no key and no file'

export const readDictionary = wireRoute({
  line: 'GET /grammar/v1/dictionary',
  permission,
  summary: 'Lists the words of the organisation, its English, and whether texts can be checked in the browser.',
  answer: z.object({
    words: z.array(z.object({ id: z.string(), word: z.string() })),
    dialect: z.enum(DIALECTS),
    is_installed: z.boolean(),
  }),
})

export const addWord = wireRoute({
  line: 'POST /grammar/v1/words',
  permission,
  summary: 'Adds a word to the dictionary of the organisation; one that is in it stays as it is.',
  body: z.strictObject({
    word: line(GRAMMAR_LIMITS.wordCharacters).regex(/^\S+$/u).regex(/\p{L}/u),
  }),
  answer: z.object({ id: z.string() }),
  makes: true,
  example: { word: 'QuantumShield' },
  proof: NO_KEYS,
})

export const removeWord = wireRoute({
  line: 'DELETE /grammar/v1/words/:id',
  permission,
  summary: 'Takes a word out of the dictionary of the organisation.',
  proof: NO_KEYS,
})

export const chooseDialect = wireRoute({
  line: 'PUT /grammar/v1/dialect',
  permission,
  summary: 'Chooses the English that texts of the organisation are checked in.',
  body: z.strictObject({ dialect: z.enum(DIALECTS) }),
  example: { dialect: 'British' },
  proof: NO_KEYS,
})

/** The address names the version: what is at it never changes. */
const engine = <const File extends EngineFile>(file: File, summary: string) =>
  wireRoute({
    line: `GET /grammar/v1/engine/${GRAMMAR_ENGINE.version}/${file}` as const,
    permission,
    summary,
    file: [GRAMMAR_ENGINE.files[file].type],
  })

export const readGlue = engine('glue', 'Sends the script of the engine that checks texts in the browser, if installed.')
export const readProgram = engine('program', 'Sends the WebAssembly of the engine that checks texts in the browser.')
