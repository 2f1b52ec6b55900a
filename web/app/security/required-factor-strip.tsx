import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { dateLocale } from '#web/lib/format.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { usePolicies } from '../../parts/people/use-policies.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { securityFactsQuery } from './security.queries.ts'

/** Across pages before the organisation requires a second factor, for who has none. */
export function RequiredFactorStrip() {
  const { data: facts } = useQuery(securityFactsQuery(useVault().security))
  const { secondFactorFrom: from } = usePolicies()
  const now = useNow()
  if (!facts || from === null || Date.parse(from) <= now.getTime()) return null
  if (facts.secondFactors > 0 || facts.passkeys > 0) return null
  return (
    <Strip Icon={KeyRound}>
      <span className="min-w-0">
        {policies.strip(new Date(from).toLocaleDateString(dateLocale(), { dateStyle: 'long' }))}
      </span>
      <TextLink to="/dashboard/security">{policies.stripAction}</TextLink>
    </Strip>
  )
}
