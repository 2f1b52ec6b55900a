import type { Config } from '../config.ts'
import { isLocalAddress } from '../http/own-machine.ts'
import { hasLooseLimits, LOOPBACK, takesAnyAddress } from '../settings/unsafe.ts'
import type { Check } from './check.ts'
import { type Finding, ok, problem, type Result, warning } from './finding.ts'

/** `scheme:/`, so that `localhost:3000` does not count as an address. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/?[^/]/i
/** A host that is all star, or holds the one that crosses segments: any host fits. */
const ANY_HOST = /^([a-z*][a-z0-9+.*-]*:\/\/)?([^/]*\*\*|\*(?=$|[:/]))/i

const LOOKS: Readonly<Record<string, (config: Config) => Finding>> = {
  'public-url': lookAtAddress,
  'redirect-list': lookAtRedirects,
  'rate-limits': lookAtLimits,
  confirmation: lookAtConfirmation,
  billing: lookAtBilling,
}

/** Settings that the server accepts and that do harm. */
export const settingChecks: readonly Check[] = Object.entries(LOOKS).map(([name, look]) => ({
  name,
  look: ({ config }) => look(config),
}))

/** The same, where there is nothing but settings to look at. */
export const lookAtSettings = (config: Config): Result[] =>
  Object.entries(LOOKS).map(([check, look]) => ({ check, ...look(config) }))

function lookAtAddress({ publicUrl, host }: Config): Finding {
  const isLocal = isLocalAddress(publicUrl)
  if (!isLocal && new URL(publicUrl).protocol === 'http:')
    return problem(
      `PUBLIC_URL is ${publicUrl}, and browsers encrypt on https and localhost only: nobody can open a vault there.`,
      'Set TLS_CERT_FILE and TLS_KEY_FILE, or put a proxy in front that ends TLS, and let PUBLIC_URL begin with https.',
    )
  if (isLocal && !LOOPBACK.test(host))
    return warning(
      `The server listens on ${host}, but PUBLIC_URL is ${publicUrl}: links in mails lead readers to their own machines.`,
      'Set PUBLIC_URL to the address that people use, or HOST to 127.0.0.1.',
    )
  return ok(`People use ${publicUrl}.`)
}

function lookAtRedirects({ redirectAllowList }: Config): Finding {
  const open = redirectAllowList.filter((entry) => ANY_HOST.test(entry))
  if (open.length > 0)
    return problem(
      `REDIRECT_ALLOW_LIST allows any site with ${open.join(', ')}: a mailed link can hand a session to a stranger.`,
      'Name each site, such as https://app.example.org/**; in a host, use a single star for one part of the name.',
    )
  const broken = redirectAllowList.filter((entry) => !ADDRESS.test(entry))
  if (broken.length > 0)
    return warning(
      `REDIRECT_ALLOW_LIST holds ${broken.join(', ')}, which is no address and never matches.`,
      'Write addresses with their scheme, such as https://app.example.org/callback, with commas between.',
    )
  return ok(
    redirectAllowList.length === 0
      ? 'Mailed links lead to this server only.'
      : `Mailed links may lead to ${redirectAllowList.length} further targets.`,
  )
}

function lookAtLimits(config: Config): Finding {
  if (hasLooseLimits(config))
    return warning(
      `RATE_LIMIT_FACTOR is ${config.rateLimitFactor}: passwords and codes can be guessed so many times faster.`,
      'Take RATE_LIMIT_FACTOR out of the settings; it is for tests and load generators.',
    )
  return ok('Rate limits are in force, or nobody else can reach this server.')
}

function lookAtConfirmation(config: Config): Finding {
  if (takesAnyAddress(config))
    return problem(
      'MAILER_AUTOCONFIRM is on and others reach this server: anybody can sign up with an address of somebody else.',
      'Take MAILER_AUTOCONFIRM out of the settings, or set DISABLE_SIGNUP=true.',
    )
  return ok(
    config.autoconfirm
      ? 'Addresses are not confirmed, and no stranger can sign up.'
      : 'Addresses are confirmed by a mailed link.',
  )
}

function lookAtBilling({ billing, publicUrl }: Config): Finding {
  if (billing.provider === 'sandbox' && !isLocalAddress(publicUrl))
    return warning(
      'Subscriptions are sold by a sandbox that takes no money, and people reach it.',
      'Set BILLING=off, or STRIPE_SECRET_KEY and its neighbours.',
    )
  return ok(billing.provider === 'off' ? 'Nothing is sold.' : `Subscriptions are those of ${billing.provider}.`)
}
