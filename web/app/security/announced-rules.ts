import type { OrganisationPolicies } from '#contract/organisation/policies.ts'
import { dateLocale } from '#web/lib/format.ts'
import type { SecurityFacts } from '#web/lib/remote/vault-client.ts'
import { policies } from '#web/messages/threats/policies.ts'

type Own = Pick<SecurityFacts, 'secondFactors' | 'passkeys' | 'hasProvider' | 'fitsWays'>
type Rules = Pick<OrganisationPolicies, 'secondFactorFrom' | 'signInBy' | 'signInFrom'>

/** Says what a rule that comes asks of a person. The way to sign in is said first: a passkey may be a second factor as well. */
export function announced(
  facts: Own,
  { secondFactorFrom, signInBy: ways, signInFrom }: Rules,
  now: Date,
): { sentence: string; action?: string } | undefined {
  const comes = (from: string | null): from is string => from !== null && Date.parse(from) > now.getTime()
  const hasPasskey = facts.passkeys > 0
  if (ways !== null && comes(signInFrom) && !facts.fitsWays) {
    const hasWay = (ways !== 'provider' && hasPasskey) || (ways !== 'passkey' && facts.hasProvider)
    const sentence = policies.stripWays[ways](inWords(signInFrom))
    if (hasWay) return { sentence: `${sentence} ${policies.stripSession}` }
    return ways === 'provider' ? { sentence } : { sentence, action: policies.stripWaysAction }
  }
  // A passkey is a second factor until identity providers alone are taken, so what lacks then is an app.
  const from = hasPasskey && ways === 'provider' ? later(secondFactorFrom, signInFrom) : secondFactorFrom
  const hasFactor = facts.secondFactors > 0 || (hasPasskey && ways !== 'provider')
  if (!comes(from) || hasFactor) return undefined
  return { sentence: policies.strip(inWords(from)), action: policies.stripAction }
}

const later = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? one : Date.parse(one) < Date.parse(other) ? other : one

const inWords = (at: string): string => new Date(at).toLocaleDateString(dateLocale(), { dateStyle: 'long' })
