import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { FilesClient, OrderClient, VaultFile, VaultFolder } from '#web/lib/vault-client.ts'

import { m } from '#web/messages/app.ts'

/** Every file of the vault with its decrypted name, newest first; those in the trash as well. */
export function filesQuery(files: FilesClient) {
  return queryOptions({ queryKey: ['files'], queryFn: files.list, meta: { failed: m.files.failed } })
}

/** Every folder of the vault, once for all places that show one. */
export function foldersQuery(folders: OrderClient['folders']) {
  return queryOptions({ queryKey: ['folders'], queryFn: folders.list, meta: { failed: m.items.fetchFailed } })
}

/** Rewrites the cached list ahead of the server's answer. */
export function patchFiles(queries: QueryClient, change: (files: readonly VaultFile[]) => VaultFile[]) {
  queries.setQueryData<VaultFile[]>(['files'], (current) => current && change(current))
}

export function patchFolders(queries: QueryClient, change: (folders: readonly VaultFolder[]) => VaultFolder[]) {
  queries.setQueryData<VaultFolder[]>(['folders'], (current) => current && change(current))
}
