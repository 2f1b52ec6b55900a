import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Hint } from '#web/lib/remote/live-client.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { NEW_EVENTS } from '../audit/audit.queries.ts'
import { gatherLists } from './gather-lists.ts'

const LISTS: Record<Exclude<Hint, 'all'>, readonly string[]> = {
  files: ['files', 'folders', 'activity', 'details'],
  sharing: ['sharing', 'activity'],
  spaces: ['spaces'],
  // What is noticed of a person, and what follows from it, comes with a notice.
  notices: ['notices', 'threats'],
  requests: ['requests', 'devices'],
}

/** What changes elsewhere, in another window or by somebody else, shows here within a moment. Lists are still read at times without it. */
export function useLiveLists(): void {
  const { live, account } = useVault()
  const queries = useQueryClient()
  useEffect(() => {
    const gathered = gatherLists(
      (lists) => readAgain(queries, lists),
      () => document.visibilityState === 'hidden',
    )
    const stop = live.listen({
      onHint: (hint) => gathered.add([...(hint === 'all' ? Object.values(LISTS).flat() : LISTS[hint]), NEW_EVENTS]),
      // A session that was ended elsewhere leaves at once, not with the next click. Without an answer it stays.
      onRefused: () => void account.leaveIfEnded().catch(() => undefined),
    })
    document.addEventListener('visibilitychange', gathered.look)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', gathered.look)
      gathered.stop()
    }
  }, [live, account, queries])
}

/** @returns the lists that were being read or changed already: what they bring may be older than the hint */
function readAgain(queries: QueryClient, lists: readonly string[]): readonly string[] {
  // What the person is changing shows its end already; the state before would come back for a moment.
  if (queries.isMutating() > 0) return lists
  const busy = lists.filter((list) => queries.isFetching({ queryKey: [list] }) > 0)
  for (const list of lists) {
    // A reading of a hundred thousand files is not begun again and again: it ends first.
    if (!busy.includes(list)) void queries.invalidateQueries({ queryKey: [list] })
  }
  return busy
}
