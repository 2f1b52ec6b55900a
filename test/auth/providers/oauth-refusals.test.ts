import { describe, expect, onTestFinished, test } from 'vitest'
import { ageRows } from '../../support/server/age-rows.ts'
import { TestBrowser } from '../../support/test-browser.ts'
import { startServer } from '../../support/server/test-server.ts'
import { authorizeUrl, fragment, newcomer, server, walkToCallback, stageProvider } from './oauth-stage.ts'

stageProvider()

describe('refusals', () => {
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

  test('no state, an unknown one, a used one, one of another browser', async () => {
    const browser = new TestBrowser()
    const { name } = newcomer()
    const base = `${server.url}/auth/v1/callback`
    expect(await codeOf(await browser.fetch(`${base}?code=x`))).toEqual([400, 'bad_oauth_callback'])
    expect(await codeOf(await browser.fetch(`${base}?code=x&state=made-up`))).toEqual([400, 'bad_oauth_state'])

    const callback = await walkToCallback(name, browser)
    expect(await codeOf(await new TestBrowser().fetch(callback))).toEqual([400, 'bad_oauth_state'])
    const other = new TestBrowser()
    await other.fetch(await authorizeUrl())
    expect(await codeOf(await other.fetch(callback))).toEqual([400, 'bad_oauth_state'])
    // None of them has spoilt it for the browser that began.
    const good = await browser.fetch(callback)
    expect(fragment(new URL(good.headers.get('location') ?? '')).has('access_token')).toBe(true)
    expect(await codeOf(await browser.fetch(callback))).toEqual([400, 'flow_state_already_used'])
  })

  test('of five callbacks at once one is good', async () => {
    const browser = new TestBrowser()
    const callback = await walkToCallback(newcomer().name, browser)
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.fetch(callback)))
    const good = answers.filter((answer) => answer.headers.get('location')?.includes('access_token='))
    expect(good).toHaveLength(1)
  })

  test('a state that is too old', async () => {
    const browser = new TestBrowser()
    const callback = await walkToCallback(newcomer().name, browser)
    await ageRows(server.database, { table: 'auth.oauth_states', where: 'true', values: [] }, '601 seconds')
    expect(await codeOf(await browser.fetch(callback))).toEqual([400, 'bad_oauth_state'])
  })

  test('a code that is not ours', async () => {
    const browser = new TestBrowser()
    const callback = await walkToCallback(newcomer().name, browser)
    callback.searchParams.set('code', 'made-up')
    const answer = await browser.fetch(callback)
    const target = new URL(answer.headers.get('location') ?? '')
    expect(fragment(target).get('error_code')).toBe('unexpected_failure')
    expect(fragment(target).has('access_token')).toBe(false)
  })

  test('a refusal of the provider is handed on, in the query and behind #', async () => {
    const browser = new TestBrowser()
    const callback = await walkToCallback(newcomer().name, browser)
    const state = callback.searchParams.get('state') ?? ''
    const query = new URLSearchParams({ state, error: 'access_denied', error_description: 'The person said no' })
    const answer = await browser.fetch(`${server.url}/auth/v1/callback?${query.toString()}`)
    const target = new URL(answer.headers.get('location') ?? '')
    for (const place of [fragment(target), target.searchParams]) {
      expect(place.get('error')).toBe('access_denied')
      expect(place.get('error_code')).toBe('bad_oauth_callback')
      expect(place.get('error_description')).toBe('The person said no')
    }
  })

  test('a target that is not allowed is replaced by our own address', async () => {
    const start = await authorizeUrl(server.client(), { redirectTo: 'https://evil.test/after' })
    const browser = new TestBrowser()
    const callback = await walkToCallback(newcomer().name, browser, start)
    const answer = await browser.fetch(callback)
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(server.url)
  })

  test('a callback that is posted from elsewhere continues as a navigation', async () => {
    const answer = await fetch(`${server.url}/auth/v1/callback`, {
      method: 'POST',
      body: new URLSearchParams({ code: 'a', state: 'b' }),
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${server.url}/auth/v1/callback?code=a&state=b`,
    ])
  })

  test('a provider that does not answer: a page goes back with the reason, a program gets the refusal', async () => {
    const own = await startServer({
      AUTH_OIDC_CLIENT_ID: 'any',
      AUTH_OIDC_SECRET: 'any',
      AUTH_OIDC_URL: 'http://127.0.0.1:9',
      AUTH_OIDC_NAME: 'Example Works',
    })
    onTestFinished(() => own.stop())
    const settings: unknown = await (await own.fetch('/auth/v1/settings')).json()
    expect(settings).toMatchObject({ external_names: { oidc: 'Example Works' } })

    const path = `/auth/v1/authorize?provider=oidc&redirect_to=${encodeURIComponent(`${own.url}/after`)}`
    const page = await own.fetch(path, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect(page.status).toBe(302)
    const target = new URL(page.headers.get('location') ?? '')
    expect(target.origin + target.pathname).toBe(`${own.url}/after`)
    expect(target.searchParams.get('error')).toBe('server_error')
    expect((await own.fetch(path, { redirect: 'manual' })).status).toBe(500)
  })

  test('half a challenge', async () => {
    const answer = await server.fetch('/auth/v1/authorize?provider=keycloak&code_challenge_method=s256')
    expect(answer.status).toBe(400)
  })
})
