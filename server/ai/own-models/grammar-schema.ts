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
export function schemaForGrammar(given: unknown): object {
  if (typeof given !== 'object' || given === null) return {}
  const made: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    if (key === 'properties') made[key] = everyOne(value)
    else if (key === 'items') made[key] = schemaForGrammar(value)
    else if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value)) made['oneOf'] = value.map(schemaForGrammar)
    else if (KEPT.has(key) && !(typeof value === 'number' && value > MAX_LENGTH)) made[key] = value
  }
  return made
}

function everyOne(properties: unknown): object {
  if (typeof properties !== 'object' || properties === null) return {}
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, schemaForGrammar(one)]))
}
