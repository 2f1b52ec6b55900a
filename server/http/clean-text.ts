const MOST_LEVELS = 64
// Half of a surrogate pair is no character: it is neither UTF-8 nor JSON that PostgreSQL takes. NUL it takes in no text at all.
const UNCLEAN = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** A parsed body holds text that cannot be stored, or is nested beyond reason. Fastify's error handlers read `statusCode`. */
export class UncleanTextError extends Error {
  override readonly name = 'UncleanTextError'
  readonly statusCode = 400
}

/** @throws {UncleanTextError} when some text in `value`, keys included, holds NUL or half a surrogate pair */
export function requireCleanText(value: unknown): void {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) throw new UncleanTextError('The body is nested too deeply')
    level = level.flatMap(checkOne)
  }
}

/** Whether `text` can be sent as a value of a header: printable ASCII, and not too much of it. */
export const isHeaderValue = (text: string): boolean => /^[\x20-\x7e]{1,255}$/.test(text)

function checkOne(value: unknown): unknown[] {
  if (typeof value === 'string') {
    if (UNCLEAN.test(value)) throw new UncleanTextError('Text cannot hold NUL or half a surrogate pair')
    return []
  }
  if (Array.isArray(value)) return value as unknown[]
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  return Object.entries(value).flat()
}
