import { queryOptions } from '@tanstack/react-query'
import type { FilesClient, OrderClient, VaultFile, VaultFolder } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'

/** Every file of the vault with its decrypted name, newest first; those in the trash as well. */
export function filesQuery(files: FilesClient) {
  return queryOptions({
    queryKey: keyOf('files', files.spaceId),
    queryFn: ({ client, signal }) =>
      files.list((part) => {
        // A reading that was cancelled must not bring back what a change has just rewritten.
        if (!signal.aborted) client.setQueryData<VaultFile[]>(keyOf('files', files.spaceId), part)
      }),
    // Files that did not change are the same objects already; comparing a hundred thousand would stop the page.
    structuralSharing: false,
    meta: { failed: m.files.failed },
    ...newsOf(files.spaceId),
  })
}

/** Every folder of the vault, once for all places that show one. */
export function foldersQuery(folders: OrderClient['folders']) {
  const queryKey = keyOf('folders', folders.spaceId)
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => {
      const isKnown = client.getQueryData(queryKey) !== undefined
      return isKnown
        ? folders.list()
        : folders.list((held) => {
            if (!signal.aborted) client.setQueryData<VaultFolder[]>(queryKey, held)
          })
    },
    meta: { failed: m.items.fetchFailed },
    ...newsOf(folders.spaceId),
  })
}

/** A space has lists of its own; what is invalidated by the first word alone is invalidated in all of them. */
const keyOf = (list: 'files' | 'folders', spaceId: string | null) => (spaceId === null ? [list] : [list, spaceId])

/** What others do in a space shows without a reload. */
const newsOf = (spaceId: string | null) => (spaceId === null ? {} : { refetchInterval: 20_000 })
