import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Hint } from '#web/lib/live-client.ts'
import { useVault } from '../vault-context.ts'

/** Several changes in a row, such as the files of one upload, are one reading. */
const GATHER_MS = 400
/** And so many readings at most while changes do not end. */
const REST_MS = 3_000

const LISTS: Record<Exclude<Hint, 'all'>, readonly string[]> = {
  files: ['files', 'folders', 'activity', 'details'],
  sharing: ['sharing', 'activity'],
  spaces: ['spaces'],
  notices: ['notices'],
  requests: ['requests'],
}

/** What changes elsewhere, in another window or by somebody else, shows here within a moment. Lists are still read at times without it. */
export function useLiveLists(): void {
  const { live } = useVault()
  const queries = useQueryClient()
  useEffect(() => {
    const gathered = gatherer((lists) => readAgain(queries, lists))
    const stop = live.listen((hint) => gathered.add(hint === 'all' ? Object.values(LISTS).flat() : LISTS[hint]))
    return () => {
      stop()
      gathered.stop()
    }
  }, [live, queries])
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

function gatherer(read: (lists: readonly string[]) => readonly string[]) {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let restsUntilMs = 0
  const flush = (): void => {
    timer = undefined
    // A window that nobody looks at reads when somebody does.
    if (document.visibilityState === 'hidden') return
    const lists = [...waiting]
    waiting.clear()
    restsUntilMs = performance.now() + REST_MS
    add(read(lists))
  }
  const schedule = (): void => {
    if (waiting.size > 0) timer ??= setTimeout(flush, Math.max(GATHER_MS, restsUntilMs - performance.now()))
  }
  const add = (lists: readonly string[]): void => {
    for (const list of lists) waiting.add(list)
    schedule()
  }
  document.addEventListener('visibilitychange', schedule)
  return {
    add,
    stop: () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', schedule)
    },
  }
}
