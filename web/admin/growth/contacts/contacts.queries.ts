import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ContactRules, VaultClient } from '#web/lib/remote/vault-client.ts'

const KEY = 'contacts'

export function contactsQuery(contacts: VaultClient['contacts'], rules: ContactRules) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'list', rules],
    queryFn: ({ pageParam }) => contacts.list(rules, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after ?? undefined,
  })
}

export function contactQuery(contacts: VaultClient['contacts'], id: string) {
  return queryOptions({ queryKey: [KEY, 'one', id], queryFn: () => contacts.read(id) })
}

/** Whatever shows contacts reads them again. */
export const refreshContacts = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: [KEY] })
