import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TestRun, VaultClient } from '#web/lib/remote/vault-client.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { runQuery, runsQuery } from './checks.queries.ts'
import { withNews } from './results.ts'
import { sayEnd } from './say-end.ts'

/** Follows a run that is under way: what each check finds appears as it is found, and its end is said in a toast. */
export function useLiveRun(run: TestRun | undefined): void {
  const { checks } = useVault()
  const queries = useQueryClient()
  const id = run?.id
  const isRunning = run?.status === 'running'
  useEffect(() => {
    if (id === undefined || !isRunning) return undefined
    let isWatched = true
    // The queries ask by themselves where this ends early.
    checks
      .follow(id, (news) => {
        if (!isWatched) return
        queries.setQueryData(runQuery(checks, id).queryKey, (known) => withNews(known, news))
        if (news.run.status !== 'running') void queries.invalidateQueries({ queryKey: runsQuery(checks).queryKey })
      })
      .catch(() => undefined)
    return () => {
      isWatched = false
    }
  }, [checks, id, isRunning, queries])
  useSaidEnd(checks, run)
}

/** Says the end of a run that was seen under way, once: the list may learn of it before the run that is followed says so. */
function useSaidEnd(checks: VaultClient['checks'], run: TestRun | undefined): void {
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (run?.status === 'running') seen.current = run.id
    else if (run && run.id === seen.current) {
      seen.current = undefined
      sayEnd(checks, run)
    }
  }, [checks, run])
}
