import { useQueryClient } from '@tanstack/react-query'
import type { VaultFile } from '#web/lib/vault-client.ts'
import { useAskConflicts } from './conflicts.tsx'
import { type Arrival, sortArrivals } from './name-conflicts.ts'

export type Accepted<A extends Arrival> = { arrival: A; name: string }

/**
 * Lets files into folders: `free` may go on at once, `rest` when the person has said how. `onReplace` gets the stored files
 * whose place is taken.
 */
export function useArrivals() {
  const queries = useQueryClient()
  const ask = useAskConflicts()
  return <A extends Arrival>(arrivals: readonly A[], onReplace: (replaced: VaultFile[]) => void) => {
    const stored = queries.getQueryData<VaultFile[]>(['files']) ?? []
    const { free, conflicts } = sortArrivals(arrivals, stored)
    const decide = async (): Promise<Accepted<A>[]> => {
      const [first] = conflicts
      if (!first) return []
      const names = conflicts.map(({ existing }) => existing.name)
      const choice = await ask({ names, freeName: first.freeName, goingOn: free.length })
      if (choice === 'skip') return []
      if (choice === 'keep-both') return conflicts.map(({ arrival, freeName }) => ({ arrival, name: freeName }))
      onReplace(conflicts.map(({ existing }) => existing))
      return conflicts.map(({ arrival }) => ({ arrival, name: arrival.name }))
    }
    return { free, rest: decide() }
  }
}
