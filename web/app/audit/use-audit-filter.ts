import { useQuery } from '@tanstack/react-query'
import type { AuditFilter } from '#web/lib/remote/vault-client.ts'
import { typeTitles } from '#web/messages/audit/event-words.ts'
import { useVault } from '../vault-context.ts'
import { auditFilterOf, type FilterValues, matchesSearch } from './audit-filters.ts'
import { typesQuery } from './audit.queries.ts'

/** The filter for list, count and export alike; undefined while it is not known which kinds of events a search means. */
export function useAuditFilter(values: FilterValues): AuditFilter | undefined {
  const search = values.search.trim()
  const { data: types } = useQuery({ ...typesQuery(useVault().audit), enabled: search !== '' })
  if (!search) return auditFilterOf(values)
  return (
    types &&
    auditFilterOf(
      values,
      types.filter((type) => matchesSearch([...typeTitles(type), type], search)),
    )
  )
}
