import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GitHubCounterpart, startGitHub } from '../../support/counterparts/github-counterpart.ts'
import { newEmail } from '../../support/people/people.ts'
import { TestBrowser } from '../../support/test-browser.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

let github: GitHubCounterpart
let server: TestServer
beforeAll(async () => {
  github = await startGitHub({ id: 'client', secret: 'secret' })
  server = await startServer({
    AUTH_GITHUB_CLIENT_ID: 'client',
    AUTH_GITHUB_SECRET: 'secret',
    AUTH_GITHUB_URL: github.url,
  })
})
afterAll(async () => {
  await server.stop()
  github.stop()
})

async function signIn(): Promise<URLSearchParams> {
  const { data } = await server.client().auth.signInWithOAuth({
    provider: 'github',
    options: { redirectTo: `${server.url}/after`, skipBrowserRedirect: true },
  })
  const landed = await new TestBrowser().walk(data.url ?? '', (url) => url.pathname === '/after')
  return new URLSearchParams(landed.hash.slice(1))
}

test('signs in without an ID token, by the primary address that is verified there', async () => {
  const [primary, other] = [newEmail(), newEmail()]
  const id = randomInt(1_000_000)
  github.user = {
    id,
    login: 'octocat',
    name: 'Mona',
    emails: [
      { email: other, primary: false, verified: true },
      { email: primary, primary: true, verified: true },
    ],
  }
  const tokens = await signIn()
  expect(tokens.get('provider_token')).toMatch(/^gho_/)
  const { data } = await server.client().auth.getUser(tokens.get('access_token') ?? '')
  expect(data.user).toMatchObject({
    email: primary,
    app_metadata: { provider: 'github', providers: ['github'] },
    user_metadata: { user_name: 'octocat', full_name: 'Mona', avatar_url: `${github.url}/u/${id}` },
    identities: [{ provider: 'github', id: String(id) }],
  })
  const again = await server.client().auth.getUser((await signIn()).get('access_token') ?? '')
  expect(again.data.user?.id).toBe(data.user?.id)
})

test('a primary address that is not verified makes no account', async () => {
  github.user = {
    id: randomInt(1_000_000),
    login: 'someone',
    name: null,
    emails: [{ email: newEmail(), primary: true, verified: false }],
  }
  expect((await signIn()).get('error_code')).toBe('provider_email_needs_verification')
})

test('gives no ID tokens to sign in with', async () => {
  const { error } = await server.client().auth.signInWithIdToken({ provider: 'github', token: 'a.b.c' })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})
