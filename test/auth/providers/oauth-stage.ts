import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import {
  type IdentityProvider,
  settingsFor,
  startIdentityProvider,
} from '../../support/counterparts/identity-provider.ts'
import { newEmail } from '../../support/people/people.ts'
import { TestBrowser } from '../../support/test-browser.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

export let server: TestServer
export let provider: IdentityProvider

/** A server that knows one identity provider. */
export function stageProvider(): void {
  beforeAll(async () => {
    provider = await startIdentityProvider(() => `${server.url}/auth/v1/callback`)
    server = await startServer(settingsFor(provider))
  })
  afterAll(async () => {
    await server.stop()
    provider.stop()
  })
}

export const after = (url: URL) => url.pathname === '/after'

export const fragment = (url: URL) => new URLSearchParams(url.hash.slice(1))

/** Somebody with an account at the provider. */
export function newcomer(account: { email?: string; email_verified?: boolean } = {}): { name: string; email: string } {
  const name = randomUUID().slice(0, 13)
  const email = account.email ?? newEmail()
  provider.accounts.set(name, { email, email_verified: true, name: 'Ada Lovelace', ...account })
  return { name, email }
}

/** Where `signInWithOAuth` would send the browser. */
export async function authorizeUrl(
  client = server.client(),
  options: { queryParams?: Record<string, string>; scopes?: string; redirectTo?: string } = {},
): Promise<string> {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: 'keycloak',
    options: { redirectTo: `${server.url}/after`, skipBrowserRedirect: true, ...options },
  })
  if (error) throw error
  return data.url
}

/** Walks to the provider and back, and stops in front of our callback. */
export async function walkToCallback(name: string, browser: TestBrowser, start?: string): Promise<URL> {
  const isCallback = (url: URL) => url.pathname === '/auth/v1/callback'
  return browser.walk(start ?? (await authorizeUrl()), isCallback, provider.login(name))
}
