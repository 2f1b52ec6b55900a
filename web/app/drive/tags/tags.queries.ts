import { queryOptions } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Every tag of the vault; they are the same in every space. */
export function tagsQuery(tags: VaultClient['tags']) {
  return queryOptions({
    queryKey: ['tags'],
    queryFn: () => tags.list(),
    meta: { failed: m.documents.toast.fetchFailed },
  })
}

/** Which tag is on which file: of one's own files, or of those of the team space that is open. */
export function fileTagsQuery({ tags, files }: Pick<VaultClient, 'tags' | 'files'>) {
  return queryOptions({ queryKey: ['file-tags', files.spaceId ?? ''], queryFn: () => tags.pairs() })
}
