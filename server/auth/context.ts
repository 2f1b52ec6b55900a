import { type Clock, systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Callers } from '#server/http/caller.ts'
import type { Mail } from '#server/mail/mail.ts'
import { BreachedPasswords } from './password/breached-passwords.ts'
import { Captcha } from './password/captcha.ts'
import { Devices } from './session/device.ts'
import { Installation } from './account/installation.ts'
import type { Sms } from '#server/sms/sms.ts'
import type { Threats } from '#server/threats/threats.ts'
import type { Outbound } from '#server/outbound/outbound.ts'
import type { Secrets } from '#server/secrets.ts'
import { ProviderTokens } from './external/provider-tokens.ts'
import { type KnownProviders, knownProviders } from './known-providers.ts'
import { Providers } from './oauth/providers.ts'
import { PasswordPolicy } from './password/password-policy.ts'
import { type PasswordCosts, Passwords } from './password/passwords.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { allowedRedirect } from './mail/redirect.ts'

export type AuthServices = {
  config: Pick<
    Config,
    | 'anonymousSignIns'
    | 'externalProviders'
    | 'manualLinking'
    | 'web3'
    | 'saml'
    | 'captcha'
    | 'passwords'
    | 'publicUrl'
    | 'redirectAllowList'
    | 'accessTokenSeconds'
    | 'autoconfirm'
    | 'signupDisabled'
  >
  database: Database
  secrets: Secrets
  mail: Mail
  sms: Sms
  callers: Callers
  limits: RateLimits
  threats: Threats
  /** For addresses that an administrator typed. */
  outbound: Outbound
  clock?: Clock
  passwordCosts?: PasswordCosts
}

/** Everything the rules of auth/v1 need; made once per process. */
export type AuthContext = AuthServices & {
  clock: Clock
  passwords: Passwords
  policy: PasswordPolicy
  /** External ones that the operator has configured. */
  providers: Providers
  /** By which of them, and of SAML, somebody can sign in at this server. */
  knownProviders: KnownProviders
  providerTokens: ProviderTokens
  captcha: Captcha
  devices: Devices
  installation: Installation
  /** The target of a mail link, or the site's own address when that target is not allowed. */
  redirectTo: (wanted: string | undefined) => string
}

export function createAuthContext(services: AuthServices): AuthContext {
  const { config, database, secrets, clock = systemClock } = services
  const rule = { siteUrl: config.publicUrl, allowList: config.redirectAllowList }
  return {
    ...services,
    clock,
    passwords: new Passwords(services.passwordCosts),
    policy: new PasswordPolicy({
      ...config.passwords,
      breached: config.passwords.breachedFile ? new BreachedPasswords(config.passwords.breachedFile) : undefined,
    }),
    captcha: new Captcha(database, secrets.serverSecret, clock),
    devices: new Devices(config.publicUrl, secrets.serverSecret),
    installation: new Installation(config.publicUrl),
    knownProviders: knownProviders(config),
    providers: new Providers(config.externalProviders, config.publicUrl),
    providerTokens: new ProviderTokens(clock),
    redirectTo: (wanted) => allowedRedirect(wanted, rule),
  }
}
