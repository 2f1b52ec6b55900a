/** What a mail server says of a mail that came back, or of one that somebody reported as unwanted. */
export type MailReport = {
  kind: 'bounce' | 'complaint'
  /** As the report names them; of several recipients those that it is about. */
  addresses: string[]
  /** The unsubscribe token in the headers of the mail that it is about: proves which mail that was. */
  token: string | undefined
}

const MOST_PARTS = 20
const TOKEN = /\/growth\/unsubscribe\/([\w-]{1,80}\.[\w-]{10,40})/

/**
 * Reads a delivery status notification (RFC 3464) or an abuse report (RFC 5965).
 * @returns null for any other mail, and for a notification that something is late or was delivered
 */
export function readReport(message: string): MailReport | null {
  const { headers, body } = splitPart(message)
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/report\b/i.test(type)) return null
  const boundary = /boundary=(?:"([^"]{1,100})"|([^\s;"]{1,100}))/i.exec(type)
  const parts = partsOf(body, boundary?.[1] ?? boundary?.[2])
  const about = parts.find((part) =>
    /^(message\/rfc822|text\/rfc822-headers)\b/i.test(part.headers['content-type'] ?? ''),
  )
  const token = TOKEN.exec(unfold(about?.body ?? ''))?.[1]
  const find = (wanted: RegExp) => parts.find((part) => wanted.test(part.headers['content-type'] ?? ''))

  const feedback = find(/^message\/feedback-report\b/i)
  if (feedback) {
    const fields = headersOf(feedback.body)
    if (!/^(abuse|fraud|not-spam|other|virus)$/i.test(fields['feedback-type'] ?? 'abuse')) return null
    if (/^not-spam$/i.test(fields['feedback-type'] ?? '')) return null
    return { kind: 'complaint', addresses: addressesIn([fields['original-rcpt-to']]), token }
  }
  const status = find(/^message\/(global-)?delivery-status\b/i)
  if (!status) return null
  // The first block is about the message, each other one about a recipient.
  const failed = status.body
    .split(/\r?\n[ \t]*\r?\n/)
    .map(headersOf)
    .filter(({ action = '', status: code = '' }) => /^failed\b/i.test(action) && /^5\.\d/.test(code))
  if (failed.length === 0) return null
  const named = failed.map((fields) => fields['original-recipient'] ?? fields['final-recipient'])
  return { kind: 'bounce', addresses: addressesIn(named), token }
}

type Part = { headers: Record<string, string>; body: string }

function partsOf(body: string, boundary: string | undefined): Part[] {
  if (boundary === undefined) return []
  const lines = `\n${body}`.split(`\n--${boundary}`)
  return lines.slice(1, MOST_PARTS + 1).map((part) => splitPart(part.replace(/^[ \t]*\r?\n/, '')))
}

function splitPart(text: string): Part {
  const end = /\r?\n\r?\n/.exec(text)
  const headers = headersOf(end ? text.slice(0, end.index) : text)
  const raw = end ? text.slice(end.index + end[0].length) : ''
  const isBase64 = /^base64\b/i.test(headers['content-transfer-encoding'] ?? '')
  return { headers, body: isBase64 ? Buffer.from(raw, 'base64').toString() : raw }
}

const unfold = (text: string): string => text.replaceAll(/\r?\n[ \t]+/g, ' ')

/** By their names in lower case; of several with one name the first. */
function headersOf(text: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of unfold(text).split(/\r?\n/)) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).toLowerCase()
    if (at > 0 && /^[\w-]+$/.test(name) && !Object.hasOwn(headers, name)) headers[name] = line.slice(at + 1).trim()
  }
  return headers
}

/** `rfc822;ada@example.org` and `<ada@example.org>` as addresses. */
function addressesIn(named: readonly (string | undefined)[]): string[] {
  const found = named.map((text = '') => /(?:^|[;<\s])([^\s;<>@]{1,64}@[^\s;<>@]{1,255})/.exec(text)?.[1])
  return [...new Set(found.filter((address) => address !== undefined))]
}
