import { useQueryClient } from '@tanstack/react-query'
import type { IncomingName } from '#vault/files/taken-names.ts'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { filesQuery } from '../files.queries.ts'
import { useAskConflicts } from './conflicts.tsx'
import { sortIncoming } from './name-conflicts.ts'

export type Accepted<A extends IncomingName> = {
  incoming: A
  name: string
  /** The stored file whose content it becomes. */
  replaces?: VaultFile
}

/**
 * Places files into folders: `free` may continue at once, `rest` once the person has chosen how. A new file becomes the content of the
 * stored one that it replaces, unless `onReplace` clears the stored ones away.
 *
 * @param files where they go; otherwise the place of this page.
 */
export function useResolveConflicts() {
  const { files: here } = useVault()
  const queries = useQueryClient()
  const ask = useAskConflicts()
  return <A extends IncomingName>(
    incomingFiles: readonly A[],
    onReplace?: (replaced: VaultFile[]) => void,
    files = here,
  ) => {
    const stored = queries.getQueryData(filesQuery(files).queryKey) ?? []
    const { free, conflicts } = sortIncoming(incomingFiles, stored)
    const decide = async (): Promise<Accepted<A>[]> => {
      const [first] = conflicts
      if (!first) return []
      const names = conflicts.map(({ existing }) => existing.name)
      const choice = await ask({
        names,
        freeName: first.freeName,
        remainingCount: free.length,
        keepsVersion: !onReplace,
      })
      if (choice === 'skip') return []
      if (choice === 'keep-both') return conflicts.map(({ incoming, freeName }) => ({ incoming, name: freeName }))
      if (!onReplace) {
        return conflicts.map(({ incoming, existing }) => ({ incoming, name: incoming.name, replaces: existing }))
      }
      onReplace(conflicts.map(({ existing }) => existing))
      return conflicts.map(({ incoming }) => ({ incoming, name: incoming.name }))
    }
    return { free, rest: decide() }
  }
}
