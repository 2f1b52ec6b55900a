import { queryOptions } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Every tag of the vault. */
export function tagsQuery(tags: VaultClient['tags']) {
  return queryOptions({
    queryKey: ['tags'],
    queryFn: () => tags.list(),
    meta: { failed: m.documents.toast.fetchFailed },
  })
}

/** Which tag is on which file, for the whole vault at once. */
export function fileTagsQuery(tags: VaultClient['tags']) {
  return queryOptions({ queryKey: ['file-tags'], queryFn: () => tags.pairs() })
}
