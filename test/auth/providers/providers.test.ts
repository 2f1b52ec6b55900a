import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type GitHubCounterpart, startGitHub } from '../../support/counterparts/github-counterpart.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

let github: GitHubCounterpart
let server: TestServer
beforeAll(async () => {
  github = await startGitHub({ id: 'client', secret: 'secret' })
  server = await startServer({
    AUTH_GITHUB_CLIENT_ID: 'client',
    AUTH_GITHUB_SECRET: 'secret',
    AUTH_GITHUB_URL: github.url,
    AUTH_OIDC_CLIENT_ID: 'client',
    AUTH_OIDC_SECRET: 'secret',
    // Nobody listens there.
    AUTH_OIDC_URL: 'http://127.0.0.1:65533',
    PUBLIC_URL: 'https://vault.example.test',
    LOG_LEVEL: 'silent',
  })
})
afterAll(async () => {
  await server.stop()
  github.stop()
})

const get = (target: string) => fetch(`http://127.0.0.1:${server.config.port}${target}`, { redirect: 'manual' })

test('settings list what is on', async () => {
  expect(await (await get('/auth/v1/settings')).json()).toMatchObject({
    external: { github: true, oidc: true, google: false, apple: false, keycloak: false, web3: false, email: true },
  })
})

test('with https the cookie is Secure and bound to the host', async () => {
  const answer = await get('/auth/v1/authorize?provider=github')
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-qs-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/),
  ])
})

test.each([
  ['google', 'Unsupported provider: provider is not enabled'],
  ['myspace', 'Unsupported provider: Provider myspace could not be found'],
])('provider %s is refused', async (name, message) => {
  const answer = await get(`/auth/v1/authorize?provider=${name}`)
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'validation_failed', message }),
  ])
})

test('a provider that cannot be reached is a failure of the server, every time', async () => {
  for (const attempt of [1, 2])
    expect([attempt, (await get('/auth/v1/authorize?provider=oidc')).status]).toEqual([attempt, 500])
})

describe('settings', () => {
  test.each<[string, Record<string, string>, string]>([
    ['half of them', { AUTH_GOOGLE_CLIENT_ID: 'a' }, 'AUTH_GOOGLE_CLIENT_ID, AUTH_GOOGLE_SECRET belong together'],
    [
      'no address where one is needed',
      { AUTH_KEYCLOAK_CLIENT_ID: 'a', AUTH_KEYCLOAK_SECRET: 'b' },
      'AUTH_KEYCLOAK_CLIENT_ID, AUTH_KEYCLOAK_SECRET and AUTH_KEYCLOAK_URL belong together',
    ],
    [
      'a foreign address without TLS',
      { AUTH_OIDC_CLIENT_ID: 'a', AUTH_OIDC_SECRET: 'b', AUTH_OIDC_URL: 'http://idp.example.test' },
      'AUTH_OIDC_URL must be https:, except on this machine',
    ],
  ])('%s', (_name, environment, text) => {
    expect(() => readConfig(environment)).toThrow(text)
  })

  test('several client ids, and an address with a slash at its end', () => {
    const { externalProviders } = readConfig({
      AUTH_OIDC_CLIENT_ID: 'web, phone',
      AUTH_OIDC_SECRET: 'b',
      AUTH_OIDC_URL: 'https://idp.example.test/realm/',
    })
    expect(externalProviders).toEqual([
      {
        name: 'oidc',
        label: 'OpenID Connect',
        clientIds: ['web', 'phone'],
        secret: 'b',
        url: 'https://idp.example.test/realm',
      },
    ])
  })
})
