import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { FilesClient, VaultClient } from '#web/lib/remote/vault-client.ts'
import { filesQuery } from '../drive/files.queries.ts'

/** Who and what can open a file of mine, or all of them. */
export function accessQuery(sharing: VaultClient['sharing'], fileId?: string) {
  return queryOptions({ queryKey: ['sharing', 'by-me', fileId ?? 'all'], queryFn: () => sharing.byMe(fileId) })
}

export function sharedWithMeQuery(sharing: VaultClient['sharing']) {
  return queryOptions({ queryKey: ['sharing', 'with-me'], queryFn: () => sharing.withMe() })
}

/** After sharing changed: the lists of it, and the marks on files. */
export function refreshSharing(queries: QueryClient, files: FilesClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ['sharing'] }),
    queries.invalidateQueries(filesQuery(files)),
  ])
}
