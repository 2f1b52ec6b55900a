import type { Configuration } from 'openid-client'
import { invalid } from '../auth-error.ts'
import { isSafe, PROVIDER_NAMES, type ProviderName, type ProviderSettings } from './provider-settings.ts'

/** Metadata of a provider is read again after this time. Its keys are renewed by the library when an unknown one appears. */
const TRUST_MS = 3_600_000
const TIMEOUT_SECONDS = 10

const SCOPES: Record<ProviderName, readonly string[]> = {
  google: ['openid', 'email', 'profile'],
  github: ['read:user', 'user:email'],
  apple: ['openid', 'email', 'name'],
  keycloak: ['openid', 'email', 'profile'],
  oidc: ['openid', 'email', 'profile'],
}

export type Provider = ProviderSettings & {
  scopes: readonly string[]
  /** False for GitHub, which speaks OAuth without OpenID Connect. */
  isOpenId: boolean
  /** Parameters that every request to it carries. */
  parameters: Readonly<Record<string, string>>
  /** @throws when its metadata cannot be read. */
  configuration: () => Promise<Configuration>
}

/** The external providers of this installation. */
export class Providers {
  readonly #known: ReadonlyMap<string, Provider>
  /** Where providers send people back to. */
  readonly callbackUrl: string

  constructor(settings: ProviderSettings[], publicUrl: string) {
    this.callbackUrl = `${publicUrl}/auth/v1/callback`
    this.#known = new Map(settings.map((entry) => [entry.name, createProvider(entry)]))
  }

  /** @throws {AuthError} `validation_failed` */
  require(name: string): Provider {
    const known = this.#known.get(name)
    if (known) return known
    const isKnown = PROVIDER_NAMES.some((other) => other === name)
    throw invalid(
      isKnown
        ? 'Unsupported provider: provider is not enabled'
        : `Unsupported provider: Provider ${name.slice(0, 64)} could not be found`,
    )
  }

  /** The provider by its name or its issuer, for ID tokens. @throws {AuthError} `validation_failed` */
  requireOpenId(nameOrIssuer: string): Provider {
    const byIssuer = [...this.#known.values()].find(({ url, isOpenId }) => isOpenId && url === trimmed(nameOrIssuer))
    const found = byIssuer ?? this.require(nameOrIssuer)
    if (!found.isOpenId) throw invalid(`Unsupported provider: ${found.name} gives no ID tokens`)
    return found
  }

  /** Which ones are on, as `/settings` lists them. */
  switches(): Record<ProviderName, boolean> {
    const entries = PROVIDER_NAMES.map((name) => [name, this.#known.has(name)])
    return Object.fromEntries(entries) as Record<ProviderName, boolean>
  }

  /** What people read on the buttons of providers that have no name of their own. */
  labels(): Partial<Record<ProviderName, string>> {
    return Object.fromEntries([...this.#known.values()].flatMap(({ name, label }) => (label ? [[name, label]] : [])))
  }
}

const trimmed = (address: string) => address.replace(/\/+$/, '')

function createProvider(settings: ProviderSettings): Provider {
  const isOpenId = settings.name !== 'github'
  let known: { configuration: Promise<Configuration>; untilMs: number } | undefined
  return {
    ...settings,
    isOpenId,
    scopes: SCOPES[settings.name],
    // Apple gives the email address only this way.
    parameters: settings.name === 'apple' ? { response_mode: 'form_post' } : {},
    configuration: () => {
      if (known && known.untilMs > Date.now()) return known.configuration
      const configuration = isOpenId ? discover(settings) : configureGitHub(settings)
      known = { configuration, untilMs: Date.now() + TRUST_MS }
      // A failure must not be remembered for an hour.
      configuration.catch(() => (known = undefined))
      return configuration
    },
  }
}

async function discover({ url, clientIds: [clientId], secret }: ProviderSettings): Promise<Configuration> {
  const oidc = await import('openid-client')
  const execute = allowance(url, oidc.allowInsecureRequests)
  const options = { execute, timeout: TIMEOUT_SECONDS }
  const found = await oidc.discovery(new URL(url), clientId, undefined, oidc.ClientSecretPost(secret), options)
  const metadata = found.serverMetadata()
  if (metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')) return found
  // The default of OpenID Connect Discovery 1.0 §3.
  const basic = new oidc.Configuration(metadata, clientId, undefined, oidc.ClientSecretBasic(secret))
  basic.timeout = TIMEOUT_SECONDS
  for (const allow of execute) allow(basic)
  return basic
}

async function configureGitHub({ url, clientIds: [clientId], secret }: ProviderSettings): Promise<Configuration> {
  const oidc = await import('openid-client')
  const endpoint = `${url}/login/oauth`
  const metadata = {
    issuer: endpoint,
    authorization_endpoint: `${endpoint}/authorize`,
    token_endpoint: `${endpoint}/access_token`,
  }
  const configuration = new oidc.Configuration(metadata, clientId, undefined, oidc.ClientSecretPost(secret))
  configuration.timeout = TIMEOUT_SECONDS
  for (const allow of allowance(url, oidc.allowInsecureRequests)) allow(configuration)
  return configuration
}

// Settings allow http: on this machine only.
function allowance<Allow>(url: string, allow: Allow): Allow[] {
  return url.startsWith('http:') && isSafe(url) ? [allow] : []
}
