import { decodeJwt } from 'jose'
import type { Database } from '../../db/database.ts'
import { type Check, expectThat, noneOf, passed, skipped } from '../check.ts'
import { redirectTargets } from '../redirect-targets.ts'

const ELSEWHERE = 'https://elsewhere.invalid/'

/** AUTH-10: no provider is asked anything. */
export const providersAreSafe: Check = async ({ site, services: { config, database } }) => {
  const forged = await site.ask('/auth/v1/callback?code=made-up&state=made-up', { headers: { accept: 'text/html' } })
  const targets = redirectTargets(forged, site.origin)
  expectThat(
    targets.every(({ origin }) => origin === new URL(site.origin).origin),
    'A made-up answer of a provider leads to another site',
  )
  const { location = '' } = forged.headers
  const isRefused = forged.status >= 400 || (location.includes('error=') && !location.includes('access_token'))
  expectThat(isRefused, 'A made-up answer of a provider is taken', { status: forged.status })
  const unknown = await site.ask('/auth/v1/authorize?provider=unknown')
  expectThat(unknown.status >= 400, 'A provider that is not set up is taken', { status: unknown.status })
  const provider = config.externalProviders[0]?.name
  if (provider === undefined) return skipped('no_provider', { callback_answers: forged.status })

  const away = await site.ask(`/auth/v1/authorize?provider=${provider}&redirect_to=${encodeURIComponent(ELSEWHERE)}`)
  const target = new URL(away.headers.location ?? '', site.origin)
  const parameters = target.searchParams
  const evidence = { provider, to: target.origin, callback_answers: forged.status }
  expectThat(away.status === 302, `The way to ${provider} answers ${away.status}`, evidence)
  expectThat((parameters.get('state') ?? '').length >= 20, `The request to ${provider} carries no state`, evidence)
  expectThat(
    parameters.get('code_challenge_method') === 'S256',
    `The request to ${provider} is not bound by PKCE`,
    evidence,
  )
  const back = parameters.get('redirect_uri') ?? ''
  expectThat(
    back.startsWith(`${site.origin}/auth/v1/callback`),
    `${provider} would send people back to ${back}`,
    evidence,
  )
  expectThat(
    !(await remembersElsewhere(database)),
    'Somebody who signs in with a provider can be sent to another site',
    evidence,
  )
  return passed(evidence)
}

/** Where the browser is to be sent after the provider has answered is kept here. */
async function remembersElsewhere(database: Database): Promise<boolean> {
  const { rowCount } = await database.owner('select from auth.oauth_states where redirect_to like $1', [
    `${ELSEWHERE}%`,
  ])
  return rowCount !== 0
}

/** AUTH-12 */
export const cookiesAreLockedDown: Check = async ({ site, people, services: { config } }) => {
  const person = await people.add()
  const [one, two] = [await people.signIn(site, person), await people.signIn(site, person)]
  const [first, second] = [one, two].map(({ accessToken }) => decodeJwt(accessToken)['session_id'])
  expectThat(first !== undefined && first !== second, 'Signing in again continues the session that was there')
  const answers = [await site.ask('/'), await site.ask('/login'), await site.ask('/auth/v1/settings')]
  const { email, password } = person
  answers.push(await site.ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password } }))
  const provider = config.externalProviders[0]?.name
  if (provider !== undefined) answers.push(await site.ask(`/auth/v1/authorize?provider=${provider}`))
  const cookies = answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])
  const isHttps = site.origin.startsWith('https:')
  const open = cookies.filter(
    (cookie) =>
      !/httponly/i.test(cookie) || !/samesite=(lax|strict)/i.test(cookie) || (isHttps && !/;\s*secure/i.test(cookie)),
  )
  const names = open.map((cookie) => cookie.split('=', 1)[0] ?? cookie)
  return noneOf(names, 'A cookie can be read by scripts, or is sent from other sites or without TLS', {
    cookies: cookies.length,
  })
}
