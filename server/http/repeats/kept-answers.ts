/** Maximum size of an answer that is kept: ids and versions; files are not. */
export const MAX_ANSWER_BYTES = 8 * 1024

/**
 * Requests whose answer is shown once, because its holder may do something with it (secrets, tickets, an address to pay at) or because it was promised
 * to be kept nowhere (which answers of a course were right). A repeat is told that it was done, and not what was answered.
 */
export const ANSWERED_ONCE: ReadonlySet<string> = new Set([
  'POST /checks/v1/runs/:id/frames',
  'POST /growth/v1/newsletters/report-token',
  'POST /invoicing/v1/invoices/:id/checkout',
  'POST /streams/v1',
  'POST /streams/v1/:id/secret',
  'POST /tenants/v1/demo',
  'POST /tenants/v1/organisations/:id/exports',
  'POST /training/v1/courses/:course/answers',
])

/** A member that is a secret by its name: for a request that the list above lacks. */
const NAMES_SECRET = /"\w*(?:secret|token|password|ticket|passphrase|credential|private_?key|api_?key)"\s*:/i

/** Whether the answer of a request may be stored for those who send it again. @param route method and address, as the server prints them */
export function isKept(route: string, type: string | undefined, answer: string): boolean {
  if (ANSWERED_ONCE.has(route)) return false
  if (answer === '') return true
  const isShort = Buffer.byteLength(answer) <= MAX_ANSWER_BYTES
  return isShort && /^application\/json\b/.test(type ?? '') && !NAMES_SECRET.test(answer)
}
