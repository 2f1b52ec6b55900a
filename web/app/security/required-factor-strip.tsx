import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { OrganisationPolicies } from '#contract/organisation/policies.ts'
import { useNow } from '#web/lib/clock.ts'
import { dateLocale } from '#web/lib/format.ts'
import type { SecurityFacts } from '#web/lib/remote/vault-client.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { usePolicies } from '../../parts/people/use-policies.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { securityFactsQuery } from './security.queries.ts'

/** Across pages before the organisation requires a way to sign in or a second factor, for who has none. */
export function RequiredFactorStrip() {
  const { data: facts } = useQuery(securityFactsQuery(useVault().security))
  const rules = usePolicies()
  const now = useNow()
  const said = facts && announced(facts, rules, now)
  if (!said) return null
  return (
    <Strip Icon={KeyRound}>
      <span className="min-w-0">{said.sentence}</span>
      {said.action !== undefined && <TextLink to="/dashboard/security">{said.action}</TextLink>}
    </Strip>
  )
}

/** The way to sign in comes first: a passkey is a second factor as well. */
function announced(
  facts: SecurityFacts,
  { secondFactorFrom, signInBy: ways, signInFrom }: OrganisationPolicies,
  now: Date,
): { sentence: string; action?: string } | undefined {
  const comes = (from: string | null): from is string => from !== null && Date.parse(from) > now.getTime()
  const hasPasskey = facts.passkeys > 0
  if (ways !== null && comes(signInFrom)) {
    const hasWay = (ways !== 'provider' && hasPasskey) || (ways !== 'passkey' && facts.hasProvider)
    const sentence = policies.stripWays[ways](inWords(signInFrom))
    if (!hasWay) return ways === 'provider' ? { sentence } : { sentence, action: policies.stripWaysAction }
  }
  if (!comes(secondFactorFrom) || facts.secondFactors > 0 || hasPasskey) return undefined
  return { sentence: policies.strip(inWords(secondFactorFrom)), action: policies.stripAction }
}

const inWords = (at: string): string => new Date(at).toLocaleDateString(dateLocale(), { dateStyle: 'long' })
