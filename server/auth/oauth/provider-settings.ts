import { z } from 'zod'

export const PROVIDER_NAMES = ['google', 'github', 'apple', 'keycloak', 'oidc'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

export type ProviderSettings = {
  name: ProviderName
  /** The first one signs people in here; ID tokens that name another are accepted as well. */
  clientIds: [string, ...string[]]
  secret: string
  /** Issuer, or the address of a GitHub of one's own. Without a trailing slash. */
  url: string
  /** What people read on the button; only for a provider of one's own. */
  label?: string
}

const KNOWN_URLS: Partial<Record<ProviderName, string>> = {
  google: 'https://accounts.google.com',
  github: 'https://github.com',
  apple: 'https://appleid.apple.com',
}

const text = z.string().trim().min(1).optional()
const label = z.string().trim().min(1).max(40).optional()
const url = z.url({ protocol: /^https?$/ }).optional()

/** The settings of every provider, as part of the server's. */
export const providerSettings = {
  /** Several, comma separated, when apps of their own send ID tokens. */
  AUTH_GOOGLE_CLIENT_ID: text,
  AUTH_GOOGLE_SECRET: text,
  AUTH_GOOGLE_URL: url,
  AUTH_GITHUB_CLIENT_ID: text,
  AUTH_GITHUB_SECRET: text,
  AUTH_GITHUB_URL: url,
  AUTH_APPLE_CLIENT_ID: text,
  /** The JSON Web Token that Apple takes as client secret; it expires after at most six months. */
  AUTH_APPLE_SECRET: text,
  AUTH_APPLE_URL: url,
  AUTH_KEYCLOAK_CLIENT_ID: text,
  AUTH_KEYCLOAK_SECRET: text,
  /** Address of the realm. */
  AUTH_KEYCLOAK_URL: url,
  /** What people read on the button. */
  AUTH_KEYCLOAK_NAME: label,
  AUTH_OIDC_CLIENT_ID: text,
  AUTH_OIDC_SECRET: text,
  AUTH_OIDC_URL: url,
  AUTH_OIDC_NAME: label,
}

type Settings = { [Name in keyof typeof providerSettings]?: string | undefined }

/**
 * The providers that the operator has configured.
 * @throws {Error} when a part is missing, or a provider that is not on this machine would be reached without TLS.
 */
export function readProviders(settings: Settings): ProviderSettings[] {
  return PROVIDER_NAMES.flatMap((name) => {
    const prefix = `AUTH_${name.toUpperCase() as Uppercase<ProviderName>}` as const
    const clientIds = settings[`${prefix}_CLIENT_ID`]
    const secret = settings[`${prefix}_SECRET`]
    const url = settings[`${prefix}_URL`] ?? KNOWN_URLS[name]
    if (!clientIds && !secret) return []
    if (!clientIds || !secret || !url) {
      const parts = `${prefix}_CLIENT_ID, ${prefix}_SECRET${url ? '' : ` and ${prefix}_URL`}`
      throw new Error(`Bad configuration: ${parts} belong together`)
    }
    if (!isSafe(url)) throw new Error(`Bad configuration: ${prefix}_URL must be https:, except on this machine`)
    const [first = '', ...others] = clientIds.split(',').map((id) => id.trim())
    const provider = { name, clientIds: [first, ...others] as [string, ...string[]], secret }
    return [{ ...provider, url: url.replace(/\/+$/, ''), ...labelOf(settings, name) }]
  })
}

const DEFAULT_LABELS = { keycloak: 'Keycloak', oidc: 'OpenID Connect' }

function labelOf(settings: Settings, name: ProviderName): { label?: string } {
  if (name === 'keycloak') return { label: settings.AUTH_KEYCLOAK_NAME ?? DEFAULT_LABELS.keycloak }
  if (name === 'oidc') return { label: settings.AUTH_OIDC_NAME ?? DEFAULT_LABELS.oidc }
  return {}
}

/** Where GitHub answers who somebody is. */
export function gitHubApi({ url }: Pick<ProviderSettings, 'url'>): string {
  return url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`
}

/** True for https:, and for http: to this machine. */
export function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

export const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
