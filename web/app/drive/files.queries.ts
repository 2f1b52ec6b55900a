import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FilesClient, VaultClient, VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { isChanging } from './take-turn.ts'

/** Every file of the vault with its decrypted name, newest first; those in the trash as well. */
export function filesQuery(files: FilesClient) {
  const queryKey = keyOf('files', files.spaceId)
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const list = await files.list((part) => {
        // A reading that was cancelled must not bring back what a change has just rewritten.
        if (!signal.aborted && !isChanging(client)) client.setQueryData<VaultFile[]>(queryKey, part)
      })
      return unlessChanging<VaultFile[]>(client, queryKey, list)
    },
    // Files that did not change are the same objects already; comparing a hundred thousand would stop the page.
    structuralSharing: false,
    meta: { failed: m.files.failed },
    ...newsOf(files.spaceId),
  })
}

/** Every folder of the vault, once for all places that show one. */
export function foldersQuery(folders: VaultClient['folders']) {
  const queryKey = keyOf('folders', folders.spaceId)
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const isKnown = client.getQueryData(queryKey) !== undefined
      const list = await (isKnown
        ? folders.list()
        : folders.list((held) => {
            if (!signal.aborted) client.setQueryData<VaultFolder[]>(queryKey, held)
          }))
      return unlessChanging<VaultFolder[]>(client, queryKey, list)
    },
    meta: { failed: m.items.fetchFailed },
    ...newsOf(folders.spaceId),
  })
}

/**
 * News from elsewhere may ask for the lists while a change is on its way: the answer may be from before it, and would take back for a
 * moment what the person has just seen. The change reads the lists itself when it has ended.
 */
function unlessChanging<List>(client: QueryClient, queryKey: readonly unknown[], list: List): List {
  return isChanging(client) ? (client.getQueryData<List>(queryKey) ?? list) : list
}

/** A space has lists of its own; what is invalidated by the first word alone is invalidated in all of them. */
const keyOf = (list: 'files' | 'folders', spaceId: string | null) => (spaceId === null ? [list] : [list, spaceId])

/** What others do in a space shows without a reload. */
const newsOf = (spaceId: string | null) => (spaceId === null ? {} : { refetchInterval: 20_000 })
