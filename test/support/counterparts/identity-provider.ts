import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

const CLIENT_ID = 'quantumshield'
const CLIENT_SECRET = 'a secret of the client'
const KEY_ID = 'test-key'

type Account = { email?: string; email_verified?: boolean; name?: string; picture?: string }

export type IdentityProvider = {
  issuer: string
  /** Who exists there, by login name, which is also `sub`. */
  accounts: Map<string, Account>
  /** What a person answers on its pages. */
  login: (name: string) => (page: string) => Record<string, string>
  /** An ID token signed by its key, with whatever claims. */
  mint: (claims: Record<string, unknown>, key?: KeyObject) => Promise<string>
  stop: () => void
}

/** A real OpenID provider in this process: `oidc-provider` with its development pages. */
export async function startIdentityProvider(callbackUrl: () => string): Promise<IdentityProvider> {
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, Account>()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' }

  const provider = () =>
    new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [callbackUrl()],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          id_token_signed_response_alg: 'ES256',
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [jwk] },
      findAccount: async (_context: unknown, id: string) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...accounts.get(id) }),
      }),
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
      cookies: { keys: ['a key of the test'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: true } },
    })
  // Made at the first request: the server under test has to know this address before its own is known here.
  let listener: http.RequestListener | undefined
  server.on('request', (request, response) => (listener ??= provider().callback())(request, response))

  return {
    issuer,
    accounts,
    login: (name) => (page) =>
      page.includes('name="login"') ? { prompt: 'login', login: name, password: 'any' } : { prompt: 'consent' },
    mint: (claims, key = privateKey) =>
      new SignJWT({ iss: issuer, aud: CLIENT_ID, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: KEY_ID })
        .setIssuedAt()
        .setExpirationTime((claims.exp as number | undefined) ?? '5m')
        .sign(key),
    stop: () => server.close(),
  }
}

/** Its settings for `startServer`, as Keycloak. */
export const settingsFor = ({ issuer }: Pick<IdentityProvider, 'issuer'>): Record<string, string> => ({
  AUTH_KEYCLOAK_CLIENT_ID: CLIENT_ID,
  AUTH_KEYCLOAK_SECRET: CLIENT_SECRET,
  AUTH_KEYCLOAK_URL: issuer,
})
