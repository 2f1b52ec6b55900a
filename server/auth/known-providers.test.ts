import { expect, test } from 'vitest'
import { knownProviders } from './known-providers.ts'
import { readProviders } from './oauth/provider-settings.ts'

const known = (settings: Parameters<typeof readProviders>[0], saml = false) =>
  knownProviders({ externalProviders: readProviders(settings), saml })
const oidc = (url: string) => known({ AUTH_OIDC_CLIENT_ID: 'a', AUTH_OIDC_SECRET: 'b', AUTH_OIDC_URL: url })

test('a provider is known by its issuer, without a slash at its end', () => {
  expect(oidc('https://id.example/realms/one/')).toEqual({ oidc: 'https://id.example/realms/one' })
  expect(known({ AUTH_GITHUB_CLIENT_ID: 'a', AUTH_GITHUB_SECRET: 'b' })).toEqual({ github: 'https://api.github.com' })
})

test.each([
  'https://login.microsoftonline.com/common/v2.0',
  'https://one.b2clogin.com/one.onmicrosoft.com/v2.0',
  'https://id.example/.well-known/openid-configuration',
  'https://ID.example:443/realms/one',
  'https://id.example/realms/A B',
])('%s is the address of a provider whose issuer is another, or written in another way', (url) =>
  expect(oidc(url)).toEqual({ oidc: null }),
)

test('Google and Apple go by their names, and SAML counts where it is on', () => {
  const settings = { AUTH_GOOGLE_CLIENT_ID: 'a', AUTH_GOOGLE_SECRET: 'b' }
  expect(known(settings)).toEqual({ google: null })
  expect(known(settings, true)).toEqual({ google: null, saml: '' })
})
