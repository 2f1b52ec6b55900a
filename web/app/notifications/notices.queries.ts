import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import type { Notice, VaultClient } from '#web/lib/remote/vault-client.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

const PAGE_ROWS = 30
/** Often enough for news that can wait half a minute; coming back to the window asks at once. */
const LOOK_EVERY_MS = 30_000

export function unreadQuery(badges: VaultClient['badges']) {
  return queryOptions({
    queryKey: ['notices', 'unread'],
    queryFn: () => badges.unread(),
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: 'always',
  })
}

export function noticesQuery(notices: VaultClient['notices']) {
  return infiniteQueryOptions({
    queryKey: ['notices', 'list'],
    queryFn: ({ pageParam }) => notices.list(PAGE_ROWS, pageParam),
    initialPageParam: undefined as Notice | undefined,
    getNextPageParam: (page) => (page.length < PAGE_ROWS ? undefined : page.at(-1)),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  })
}

export function noticeSettingsQuery(notices: VaultClient['notices']) {
  return queryOptions({ queryKey: ['notices', 'settings'], queryFn: () => notices.settings() })
}

/** How many notifications nobody has marked as read; undefined while that is not known. */
export function useUnreadCount(): number | undefined {
  return useQuery(unreadQuery(useVault().badges)).data
}
