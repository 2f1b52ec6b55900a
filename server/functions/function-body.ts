import { z } from 'zod'
import { requireCleanText, UncleanTextError } from '#server/http/clean-text.ts'
import { FunctionError } from './registry.ts'

/** Sentences of the specification begin so, and stand alone: nothing is put before them. */
const SENTENCE = /^Please /

/** Reads a body that must be JSON of this shape. @throws {FunctionError} 400 that names the field. */
export function parseBody<T>(schema: z.ZodType<T>, body: string): T {
  const parsed = schema.safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  const message = issue?.message ?? 'Invalid body'
  throw new FunctionError(400, field && !SENTENCE.test(message) ? `${field}: ${message}` : message)
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    requireCleanText(body)
    return body
  } catch (cause) {
    if (cause instanceof UncleanTextError) throw new FunctionError(400, cause.message, {}, { cause })
    throw new FunctionError(400, 'The body is not JSON', {}, { cause })
  }
}
