import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** That a file is the one that was signed, and what its author sealed with it: read again when it is shown, never taken from a list. */
export function proofQuery(files: VaultClient['files'], fileId: string) {
  return queryOptions({
    queryKey: ['details', fileId, 'proof'],
    queryFn: () => files.proof(fileId),
    staleTime: 0,
    gcTime: 0,
  })
}
