import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ContactRules, VaultClient } from '#web/lib/remote/vault-client.ts'
import { pagesQuery } from '#web/parts/query/pages-query.ts'

const KEY = 'contacts'

export function contactsQuery(contacts: VaultClient['contacts'], rules: ContactRules) {
  return pagesQuery([KEY, 'list', rules], (after) => contacts.list(rules, after))
}

export function contactQuery(contacts: VaultClient['contacts'], id: string) {
  return queryOptions({ queryKey: [KEY, 'one', id], queryFn: () => contacts.read(id) })
}

/** Whatever shows contacts reads them again. */
export const refreshContacts = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: [KEY] })
