import { queryOptions } from '@tanstack/react-query'
import type { Shown, VaultClient } from '#web/lib/remote/vault-client.ts'

/** That a file is the one that was signed, and what its author sealed with it: read again when it is shown, never taken from a list. */
export function proofQuery(files: VaultClient['files'], shown: Shown) {
  const { id, folderId, name, version } = shown
  return queryOptions({
    queryKey: ['details', id, 'proof', version, folderId, name],
    queryFn: () => files.proof(shown),
    staleTime: 0,
    gcTime: 0,
  })
}
