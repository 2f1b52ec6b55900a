import { type Check, noneOf } from '../check.ts'
import { newMarker } from '../marker.ts'
import type { Site } from '../site.ts'

const WIDTH = 8

const payloadsWith = (marker: string): string[] => [
  `' or '1'='1' -- ${marker}`,
  `'; select pg_sleep(5); -- ${marker}`,
  `1 union select null, version() -- ${marker}`,
  `\\'; drop table probe; -- ${marker}`,
  `$$${marker}$$`,
  `{"$gt": "${marker}"}`,
  `<script>${marker}</script>`,
  `"><img src=x onerror=${marker}>`,
  `javascript:${marker}`,
  `{{${marker}}}`,
  `\${${marker}}`,
  `<%= ${marker} %>`,
  `../../../../etc/passwd#${marker}`,
  `..%2f..%2f..%2fetc%2fpasswd${marker}`,
  `file:///etc/passwd?${marker}`,
  `${marker}\r\nset-cookie: probe=1`,
  `${marker}%0d%0aset-cookie:%20probe=1`,
  `; cat /etc/passwd ${marker}`,
  `| id ${marker}`,
  `\`id\` ${marker}`,
  `$(id) ${marker}`,
  `${marker}\u0000`,
  `${marker}\ud800`,
  `%${marker}%`,
  `${'('.repeat(200)}${marker}`,
]

const NAMED = '/rest/v1/certifications?select=name&name=eq.'

/** Addresses that read something and change nothing. */
const PLACES: readonly ((payload: string) => string)[] = [
  (p) => NAMED + p,
  (p) => `/rest/v1/profiles?select=${p}`,
  (p) => `/rest/v1/profiles?order=${p}`,
  (p) => `/rest/v1/profiles?or=(${p})`,
  (p) => `/rest/v1/profiles?limit=${p}`,
  (p) => `/rest/v1/${p}`,
  (p) => `/rest/v1/rpc/${p}`,
  (p) => `/rest/v1/certifications?name=ilike.*${p}*`,
  (p) => `/auth/v1/verify?type=recovery&token=${p}`,
  (p) => `/auth/v1/authorize?provider=${p}`,
  (p) => `/auth/v1/callback?error=${p}&error_description=${p}&state=${p}`,
  (p) => `/storage/v1/object/public/${p}/${p}`,
  (p) => `/storage/v1/object/sign/none/none?token=${p}`,
  (p) => `/links/v1/${p}/content`,
  (p) => `/functions/v1/${p}`,
  (p) => `/compliance/documents/${p}`,
  (p) => `/status.json?${p}`,
  (p) => `/blog/${p}`,
  (p) => `/${p}`,
  (p) => `/documentation?q=${p}`,
]

/** SEC-09 */
export const injectionsDoNothing: Check = async ({ site, patience }) => {
  const marker = newMarker()
  const asked = payloadsWith(marker).flatMap((payload) =>
    PLACES.map((place) => ({ payload, path: place(encodeURIComponent(payload.toWellFormed())) })),
  )
  const total = asked.length
  const wrong: string[] = []
  const work = async (at: Site): Promise<void> => {
    for (let next = asked.pop(); next; next = asked.pop()) {
      const problem = await problemOf(at, { ...next, patience })
      if (problem !== undefined) wrong.push(`${next.path.split(/[?%]/, 1)[0]}: ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, () => work(site.elsewhere())))
  return noneOf(wrong, 'An attempt to inject something has an effect', { attempts: total })
}

/** Less than the database is asked to sleep. */
const SLEPT_MS = 4000
type Attempt = { payload: string; path: string; patience: number }

async function problemOf(site: Site, { payload, path, patience }: Attempt): Promise<string | undefined> {
  const begun = performance.now()
  const { status, headers, text } = await site.ask(path, { headers: { accept: 'text/html,application/json' } })
  if (payload.includes('pg_sleep') && performance.now() - begun > SLEPT_MS * patience) return 'the database slept'
  // Rows that everybody may read, none of which is called that.
  if (path.startsWith(NAMED) && status === 200 && text !== '[]') return 'rows were read'
  if (status >= 500 && status !== 503) return `it answers ${status}`
  if (String(headers['set-cookie'] ?? '').includes('probe=')) return 'a header was made'
  const isPage = (headers['content-type'] ?? '').includes('text/html')
  return isPage && /[<>"]/.test(payload) && text.includes(payload) ? 'the page repeats it' : undefined
}
