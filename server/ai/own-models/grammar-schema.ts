import { keptSchema } from '../provider/object-form.ts'

/** Longer limits make a grammar that llama.cpp refuses; the answer is checked by the whole schema in any case. */
const MAX_LENGTH = 400
const KEPT: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'required',
  'additionalProperties',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
])

/** Returns what a grammar can hold of a JSON schema: forms, names and short limits. */
export const schemaForGrammar = (given: unknown): object =>
  keptSchema(given, {
    keeps: (key, value) => KEPT.has(key) && !(typeof value === 'number' && value > MAX_LENGTH),
    either: 'oneOf',
  })
