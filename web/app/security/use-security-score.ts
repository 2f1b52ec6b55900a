import { useQuery } from '@tanstack/react-query'
import { useNow } from '#web/lib/clock.ts'
import { useVault } from '../vault-context.ts'
import { scoreOf, type SecurityScore } from './security-score.ts'
import { securityFactsQuery } from './security.queries.ts'

/** The one score that the dashboard and the security page show; undefined while it is not known. */
export function useSecurityScore(): SecurityScore | undefined {
  const now = useNow()
  const { data } = useQuery(securityFactsQuery(useVault().security))
  return data && scoreOf(data, now)
}
