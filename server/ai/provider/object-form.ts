import { z } from 'zod'

type Keeps = (key: string, value: unknown) => boolean

/** Keywords of a schema that every provider takes; some refuse a request with others, such as limits of length. */
const COMMON: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'required',
  'additionalProperties',
  'description',
])

/** Returns the part of a JSON schema that `keeps` lets through. @param either what "one of these" is called */
export function keptSchema(given: unknown, { keeps, either }: { keeps: Keeps; either: 'anyOf' | 'oneOf' }): object {
  if (typeof given !== 'object' || given === null) return {}
  const inner = (value: unknown): object => keptSchema(value, { keeps, either })
  const made: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    if (key === 'properties' && typeof value === 'object' && value !== null)
      made[key] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]))
    else if (key === 'items') made[key] = inner(value)
    else if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value)) made[either] = value.map(inner)
    else if (keeps(key, value)) made[key] = value
  }
  return made
}

/** The form of an object as a provider is asked for it. @param isOwn an engine of this server, which holds limits as well */
export function formOf(schema: z.ZodType, isOwn: boolean): object {
  const whole = z.toJSONSchema(schema, { target: 'draft-7', reused: 'inline', unrepresentable: 'any' })
  return isOwn ? whole : keptSchema(whole, { keeps: (key) => COMMON.has(key), either: 'anyOf' })
}

/** Says the form of an object, with its limits, to a model that takes no schema. */
export const formInWords = (schema: z.ZodType): string =>
  `Answer with one JSON object and nothing else. Its form, as a JSON schema:\n${JSON.stringify(formOf(schema, true))}`

type Read<Value> = { value: Value } | { problem: string }

/** Reads an object that may have words or a fence around it. */
export function readObject<Schema extends z.ZodType>(text: string, schema: Schema): Read<z.output<Schema>> {
  const inner = text.slice(Math.max(0, text.indexOf('{')), text.lastIndexOf('}') + 1)
  let given: unknown
  try {
    given = JSON.parse(inner)
  } catch {
    return { problem: 'It is no JSON object.' }
  }
  const parsed = schema.safeParse(given)
  return parsed.success ? { value: parsed.data } : { problem: parsed.error.message }
}
