import { z } from 'zod'
import { FunctionError } from './function-error.ts'

/** Reads a body that must be JSON of this shape. @throws {FunctionError} 400 that names the field. */
export function parseBody<T>(schema: z.ZodType<T>, body: string): T {
  const parsed = schema.safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  throw new FunctionError(400, field ? `${field}: ${issue?.message}` : (issue?.message ?? 'Invalid body'))
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FunctionError(400, 'The body is not JSON', {}, { cause })
  }
}
