import { infiniteQueryOptions } from '@tanstack/react-query'
import type { VaultClient, AuditPlace } from '#web/lib/remote/vault-client.ts'
import { typesOf, type ActivityGroup } from './activity-words.ts'

const PAGE_ROWS = 50

/** What the person did and who read their files, newest first, page by page. */
export function activityQuery(audit: VaultClient['audit'], userId: string, group: ActivityGroup) {
  return infiniteQueryOptions({
    queryKey: ['activity', userId, group],
    queryFn: ({ pageParam }) => audit.activity({ userId, types: typesOf(group), limit: PAGE_ROWS, older: pageParam }),
    initialPageParam: undefined as AuditPlace | undefined,
    getNextPageParam: (page) => {
      const last = page.length < PAGE_ROWS ? undefined : page.at(-1)
      return last && { createdAt: last.created_at, id: last.id }
    },
    // Each visit shows what happened until then.
    staleTime: 0,
  })
}
