/** What an error may quote that opens something: each with what is left of it. */
const SECRETS: ReadonlyArray<readonly [RegExp, string]> = [
  // Mailed links, signed addresses and links of files carry tokens behind these.
  [/(https?:\/\/[^\s?#'"]*)[?#][^\s'"]*/g, '$1?…'],
  [/(\/[\w./~%-]+)\?[^\s'"]+/g, '$1?…'],
  [/\/\/[^\s/@'"]+@/g, '//…@'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 …'],
  [/\beyJ[\w-]+\.[\w-]*\.?[\w-]*/g, '…'],
  [/\bsb_(secret|publishable)_[\w-]+/g, 'sb_$1_…'],
  [/((?:password|secret|token|apikey|api_key|authorization)["']?\s*[:=]\s*["']?)[^\s"',;}]+/gi, '$1…'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '…@…'],
]

/** A text that comes from anywhere, as a log may hold it: without tokens, passwords, queries and addresses of people. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((left, [pattern, kept]) => left.replace(pattern, kept), text)
}

/** Fields of a line of the log that hold nothing else. */
const SECRET_FIELD = /password|secret|token|api_?key|authorization|cookie/i

/** A line of the log, in JSON, with every text in it as a log may hold it. */
export function lineWithoutSecrets(line: string): string {
  return `${JSON.stringify(clean('', JSON.parse(line)))}\n`
}

function clean(field: string, value: unknown): unknown {
  if (typeof value === 'string') return SECRET_FIELD.test(field) ? '…' : withoutSecrets(value)
  if (Array.isArray(value)) return value.map((one) => clean(field, one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clean(name, one)]))
}
