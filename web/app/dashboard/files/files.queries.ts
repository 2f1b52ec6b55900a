import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { FilesClient, VaultFile } from '#web/lib/vault-client.ts'

/** Every file of the vault with its decrypted name, newest first. */
export function filesQuery(files: FilesClient) {
  return queryOptions({ queryKey: ['files'], queryFn: files.list })
}

/** Rewrites the cached list ahead of the server's answer. */
export function patchFiles(queries: QueryClient, change: (files: readonly VaultFile[]) => VaultFile[]) {
  queries.setQueryData<VaultFile[]>(['files'], (current) => current && change(current))
}
