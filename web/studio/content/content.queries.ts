import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Drafts of the organisation, and the model that would write now. */
export const draftsQuery = (drafts: VaultClient['drafts']) =>
  queryOptions({ queryKey: ['studio-drafts', 'list'], queryFn: () => drafts.list() })

export const draftQuery = (drafts: VaultClient['drafts'], id: string) =>
  queryOptions({ queryKey: ['studio-drafts', 'open', id], queryFn: () => drafts.read(id) })
