import { BASELINE_HEADERS } from '#contract/delivery/document-headers.ts'
import { browserPart } from '../browser-answers.ts'
import { type Check, expectThat, noneOf, passed } from '../check.ts'
import { baselineHeaders, isReachedByHttps } from '../../http/security-headers.ts'

const PLACES = [
  { path: '/', kind: 'a page' },
  { path: '/login', kind: 'the app' },
  { path: '/auth/v1/settings', kind: 'an API' },
  { path: '/rest/v1/profiles?limit=1', kind: 'a refused or empty answer' },
  { path: '/theme.js', kind: 'a static file' },
  { path: '/no-such-address', kind: 'an error' },
  { path: '/storage/v1/object/none/none', kind: 'an error of storage' },
] as const

/** SEC-01 */
export const headersAreOnEveryAnswer: Check = async ({ site, services: { config } }) => {
  const expected = Object.entries(baselineHeaders({ isHttps: isReachedByHttps(config) })).filter(
    ([name]) => name !== 'content-security-policy',
  )
  const wrong: string[] = []
  for (const { path, kind } of PLACES) {
    const { headers } = await site.ask(path, { headers: { accept: 'text/html,*/*' } })
    for (const [name, value] of expected) if (headers[name] !== value) wrong.push(`${name} on ${kind} (${path})`)
    if (headers['content-security-policy'] === undefined) wrong.push(`content-security-policy on ${kind} (${path})`)
    if (headers['x-powered-by'] !== undefined || headers['server'] !== undefined)
      wrong.push(`${kind} names its program`)
  }
  return noneOf(wrong, 'A header is missing or says something else', {
    answers: PLACES.length,
    headers: expected.length + 1,
  })
}

/** What no document may allow, as parts of a policy. */
const FORBIDDEN = [/'unsafe-inline'/, /'unsafe-eval'/, /script-src[^;]*\s(?:https?:|\*|data:)/, /default-src[^;]*\s\*/]
const REQUIRED = Object.values(BASELINE_HEADERS['content-security-policy'].split('; ')).filter(
  (part) => !part.startsWith('script-src'),
)

/** SEC-02 */
export const policyIsStrict: Check = async (context) => {
  const { site } = context
  const wrong: string[] = []
  for (const path of ['/', '/login', '/status', '/blog']) {
    const { headers, text } = await site.ask(path, { headers: { accept: 'text/html' } })
    const policy = String(headers['content-security-policy'] ?? '')
    wrong.push(...FORBIDDEN.filter((part) => part.test(policy)).map((part) => `${path} allows ${part.source}`))
    wrong.push(
      ...REQUIRED.filter((part) => !policy.includes(part)).map((part) => `${path} lacks "${part.slice(0, 40)}"`),
    )
    const inline = [...text.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)].filter(
      ([, kind = '']) => !/type="(importmap|application\/ld\+json)"/.test(kind),
    )
    if (inline.length > 0) wrong.push(`${path} has a script in its text`)
  }
  expectThat(wrong.length === 0, `The content policy is not strict: ${wrong.slice(0, 3).join(', ')}`, { found: wrong })
  const seen = await browserPart(context, 'SEC-02')
  return seen?.status === 'failed' ? seen : passed({ documents: 4, browser: seen?.status === 'passed' })
}
