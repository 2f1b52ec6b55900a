import { useQuery } from '@tanstack/react-query'
import { useVault } from '../vault-context.ts'
import { unreadQuery } from './notices.queries.ts'

/** How many notifications nobody has marked as read; undefined while that is not known. */
export function useUnreadCount(): number | undefined {
  return useQuery(unreadQuery(useVault().notices)).data
}
