import { queryOptions } from '@tanstack/react-query'
import type { ComplianceClient } from '#web/lib/vault-client.ts'

/** Colleagues change records too; coming back to the window asks again. */
export function certificationsQuery(compliance: ComplianceClient) {
  return queryOptions({
    queryKey: ['certifications'],
    queryFn: compliance.list,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
}
