import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

export const VIEWS_KEY = 'saved-views'

/** Views of a list that the person saved. */
export const viewsQuery = (views: VaultClient['views'], list: string) =>
  queryOptions({ queryKey: [VIEWS_KEY, list], queryFn: () => views.list(list), staleTime: 60_000 })
