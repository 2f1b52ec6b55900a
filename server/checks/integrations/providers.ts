import { gitHubApi, type ProviderSettings } from '../../auth/oauth/provider-settings.ts'
import { Providers } from '../../auth/oauth/providers.ts'
import { withoutSecrets } from '../../process/without-secrets.ts'
import { type Check, noneOf, skipped } from '../check.ts'

/** INT-03 */
export const providersAnswer: Check = async ({ services: { config }, signal }) => {
  const settings = config.externalProviders
  if (settings.length === 0) return skipped('no_provider')
  // None that remembers an answer of the last hour.
  const providers = new Providers([...settings], config.publicUrl)
  const problems = await Promise.all(settings.map((one) => problemOf(one, providers, signal)))
  return noneOf(
    problems.flatMap((problem) => problem ?? []),
    'Nobody can sign in with a provider',
    { providers: settings.map(({ name }) => name) },
  )
}

async function problemOf(
  settings: ProviderSettings,
  providers: Providers,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { name } = settings
  try {
    const provider = providers.require(name)
    if (!provider.isOpenId) return await silence(settings, signal)
    const {
      issuer,
      authorization_endpoint: login,
      token_endpoint: token,
      jwks_uri: keys,
    } = (await provider.configuration()).serverMetadata()
    if (!login || !token || !keys) return `${name} (${issuer} does not say where people sign in)`
    return (await hasKeys(keys, signal))
      ? undefined
      : `${name} (${issuer} has no keys that its tokens could be checked with)`
  } catch (error) {
    return `${name} (${withoutSecrets(error instanceof Error ? error.message : String(error))})`
  }
}

/** GitHub has no document to discover: whatever it answers, it is there. */
async function silence(settings: ProviderSettings, signal: AbortSignal): Promise<string | undefined> {
  const { status } = await fetch(gitHubApi(settings), { redirect: 'manual', signal })
  return status >= 500 ? `${settings.name} (answers ${status})` : undefined
}

async function hasKeys(address: string, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(address, { signal })
  if (!answer.ok) return false
  const found: unknown = await answer.json()
  return (
    typeof found === 'object' && found !== null && 'keys' in found && Array.isArray(found.keys) && found.keys.length > 0
  )
}
