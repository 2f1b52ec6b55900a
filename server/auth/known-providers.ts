import { gitHubApi, type ProviderSettings } from './oauth/provider-settings.ts'

/**
 * Providers that sign people in here, as `authz.has_way` takes them: by the name that identities carry, with the issuer, null where any counts; `saml` where
 * that is on.
 */
export type KnownProviders = Readonly<Record<string, string | null>>

export function knownProviders(config: { externalProviders: ProviderSettings[]; saml: boolean }): KnownProviders {
  const known = Object.fromEntries(config.externalProviders.map((provider) => [provider.name, issuerOf(provider)]))
  return config.saml ? { ...known, saml: '' } : known
}

/** Issuer as identities of it carry it, without a trailing slash. */
function issuerOf({ name, url }: ProviderSettings): string | null {
  if (name === 'github') return gitHubApi({ url })
  // There is one of each, and identities from elsewhere carry older names of it.
  if (name === 'google' || name === 'apple') return null
  const { hostname, pathname, href } = new URL(url)
  // Their issuer is another one than the address, for instance one of each tenant.
  const isOther = hostname === 'login.microsoftonline.com' || hostname.endsWith('.b2clogin.com')
  // A sign-in compares addresses, `authz.signs_in` their texts: one that a provider writes in another way counts by its name.
  const isPlain = href.replace(/\/+$/, '') === url.replace(/\/+$/, '')
  return isOther || !isPlain || pathname.includes('/.well-known/') ? null : url
}
