import { type Check, noneOf } from '../check.ts'

const FOREIGN = 'https://elsewhere.invalid'

/** SEC-04 */
export const otherOriginsGetNothing: Check = async ({ site, services: { config } }) => {
  const open: string[] = []
  for (const origin of [FOREIGN, 'null', `${site.origin}.elsewhere.invalid`]) {
    for (const path of ['/auth/v1/settings', '/rest/v1/profiles?limit=1', '/storage/v1/bucket', '/config.json']) {
      for (const method of ['GET', 'OPTIONS']) {
        const headers = {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        }
        const { headers: answered } = await site.ask(path, { method, headers })
        const allowed = answered['access-control-allow-origin']
        if (allowed !== undefined && !isConfigured(allowed, config.corsOrigins))
          open.push(`${method} ${path} from ${origin}`)
        if (answered['access-control-allow-credentials'] !== undefined) open.push(`${method} ${path} with cookies`)
      }
    }
  }
  return noneOf(open, 'A page of another origin may read an answer', {
    origins: 3,
    configured: config.corsOrigins.length,
  })
}

/** An operator may name origins of their own, and even all of them. */
const isConfigured = (allowed: string, origins: readonly string[]): boolean =>
  allowed !== 'null' && origins.includes(allowed)

/** SEC-05: what a form or a script of another site can send without asking first, with the cookies that the browser has of this one. */
export const pagesElsewhereCannotAct: Check = async ({ site, people, services: { secrets } }) => {
  const { email, password } = await people.add()
  const signIn = await site.ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password } })
  const cookies = (signIn.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '')
  const taken: string[] = []
  const asked = [
    { path: '/auth/v1/logout?scope=global', method: 'POST', body: '{}' },
    { path: '/auth/v1/recover', method: 'POST', body: JSON.stringify({ email }) },
    { path: '/auth/v1/signup', method: 'POST', body: JSON.stringify({ email: people.newEmail(), password }) },
    { path: '/rest/v1/rpc/read_all_notices', method: 'POST', body: '{}' },
    { path: '/rest/v1/folders', method: 'POST', body: '[{"name":"probe"}]' },
    { path: '/functions/v1/create-checkout', method: 'POST', body: '{"tier":"guardian"}' },
    { path: '/storage/v1/object/encrypted-files/probe', method: 'POST', body: 'probe' },
  ]
  const key = encodeURIComponent(secrets.publishableKeys[0])
  for (const { path, ...request } of asked) {
    // A key of the API is public, so it may stand in an address that another site makes.
    for (const address of [path, `${path}${path.includes('?') ? '&' : '?'}apikey=${key}`]) {
      const headers = {
        origin: FOREIGN,
        'sec-fetch-site': 'cross-site',
        'content-type': 'text/plain',
        cookie: ['qs-sign-in=probe', ...cookies].join('; '),
      }
      const { status } = await site.elsewhere().ask(address, { ...request, headers, isWithoutKey: true })
      if (status < 400) taken.push(`${request.method} ${path} answers ${status}`)
    }
  }
  return noneOf(taken, 'A page of another site acts for somebody', { tried: 2 * asked.length, cookies: cookies.length })
}
