import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { SecurityFacts } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { securityFactsQuery } from './security.queries.ts'

/** Across pages, until there are codes: a setup that was left half way, or codes that were used up. */
export function NoCodesStrip() {
  const { data } = useQuery(securityFactsQuery(useVault().security))
  return data ? <NoCodesNotice {...data} /> : null
}

export function NoCodesNotice({
  secondFactors,
  recoveryCodes,
}: Pick<SecurityFacts, 'secondFactors' | 'recoveryCodes'>) {
  if (secondFactors === 0 || recoveryCodes > 0) return null
  const { lacking, make } = m.protection.codes
  return (
    <Strip Icon={KeyRound}>
      <span className="min-w-0">{lacking}</span>
      <TextLink to="/dashboard/security">{make}</TextLink>
    </Strip>
  )
}
