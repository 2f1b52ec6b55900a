import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { usePolicies } from '../../parts/people/use-policies.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { announced } from './announced-rules.ts'
import { securityFactsQuery } from './security.queries.ts'

/** Across pages before the organisation requires a way to sign in or a second factor, for who has none or signed in without. */
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
