import { useQueryClient } from '@tanstack/react-query'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { useVault } from '../../vault-context.ts'
import { filesQuery } from '../files.queries.ts'
import { useAskConflicts } from './conflicts.tsx'
import { type Arrival, sortArrivals } from './name-conflicts.ts'

export type Accepted<A extends Arrival> = {
  arrival: A
  name: string
  /** The stored file whose content it becomes. */
  replaces?: VaultFile
}

/**
 * Lets files into folders: `free` may go on at once, `rest` when the person has said how. A new file becomes the content of the
 * stored one that it replaces, unless `onReplace` clears the stored ones away.
 *
 * @param files where they go; otherwise the place of this page.
 */
export function useArrivals() {
  const { files: here } = useVault()
  const queries = useQueryClient()
  const ask = useAskConflicts()
  return <A extends Arrival>(arrivals: readonly A[], onReplace?: (replaced: VaultFile[]) => void, files = here) => {
    const stored = queries.getQueryData(filesQuery(files).queryKey) ?? []
    const { free, conflicts } = sortArrivals(arrivals, stored)
    const decide = async (): Promise<Accepted<A>[]> => {
      const [first] = conflicts
      if (!first) return []
      const names = conflicts.map(({ existing }) => existing.name)
      const choice = await ask({ names, freeName: first.freeName, goingOn: free.length, keepsVersion: !onReplace })
      if (choice === 'skip') return []
      if (choice === 'keep-both') return conflicts.map(({ arrival, freeName }) => ({ arrival, name: freeName }))
      if (!onReplace) {
        return conflicts.map(({ arrival, existing }) => ({ arrival, name: arrival.name, replaces: existing }))
      }
      onReplace(conflicts.map(({ existing }) => existing))
      return conflicts.map(({ arrival }) => ({ arrival, name: arrival.name }))
    }
    return { free, rest: decide() }
  }
}
