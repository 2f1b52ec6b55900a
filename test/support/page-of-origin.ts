/** What any page may send and read without being asked about: https://fetch.spec.whatwg.org/#cors-safelisted-request-header and below. */
const SENT_UNASKED = new Set(['accept', 'accept-language', 'content-language', 'range'])
const METHODS_UNASKED = new Set(['GET', 'HEAD', 'POST'])
const TYPES_UNASKED = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)/
const READ_UNASKED = new Set([
  'cache-control',
  'content-language',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
])

/**
 * `fetch` as a browser does it for a page of `origin`: asks before what is not simple, refuses what was not allowed, and shows only the headers
 * that the answer exposes.
 * @throws {TypeError} as the browser does
 */
export function pageOf(origin: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('origin', origin)
    const asked = [...request.headers.keys()]
      .filter((name) => name !== 'origin' && !isUnasked(name, request))
      .toSorted()
    if (asked.length > 0 || !METHODS_UNASKED.has(request.method)) await askBefore(request, origin, asked)
    const answer = await fetch(request)
    requireOrigin(answer, origin)
    const exposed = listOf(answer, 'access-control-expose-headers')
    const headers = [...answer.headers].filter(([name]) => READ_UNASKED.has(name) || exposed.includes(name))
    const hasBody = ![204, 205, 304].includes(answer.status)
    return new Response(hasBody ? answer.body : null, { status: answer.status, headers })
  }
}

const isUnasked = (name: string, { headers }: Request): boolean =>
  SENT_UNASKED.has(name) || (name === 'content-type' && TYPES_UNASKED.test(headers.get(name) ?? ''))

async function askBefore({ url, method }: Request, origin: string, headers: readonly string[]): Promise<void> {
  const asking = { origin, 'access-control-request-method': method }
  const answer = await fetch(url, {
    method: 'OPTIONS',
    headers: headers.length > 0 ? { ...asking, 'access-control-request-headers': headers.join(',') } : asking,
  })
  requireOrigin(answer, origin)
  const allowed = listOf(answer, 'access-control-allow-headers')
  const mayMethod =
    METHODS_UNASKED.has(method) || listOf(answer, 'access-control-allow-methods').includes(method.toLowerCase())
  if (!answer.ok || !mayMethod || headers.some((name) => !allowed.includes(name)))
    throw new TypeError('Failed to fetch')
}

function requireOrigin({ headers }: Response, origin: string): void {
  if (![origin, '*'].includes(headers.get('access-control-allow-origin') ?? '')) throw new TypeError('Failed to fetch')
}

const listOf = ({ headers }: Response, name: string): string[] =>
  (headers.get(name) ?? '').split(',').map((one) => one.trim().toLowerCase())
