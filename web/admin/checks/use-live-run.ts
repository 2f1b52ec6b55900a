import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TestNews } from '#web/lib/remote/vault-client.ts'
import { checks as text } from '#web/messages/checks/checks.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { runQuery, runsQuery } from './checks.queries.ts'
import { withNews } from './results.ts'

/** Follows a run that is under way: what each check finds appears as it is found. */
export function useLiveRun(id: string | undefined, isRunning: boolean): void {
  const { checks } = useVault()
  const queries = useQueryClient()
  useEffect(() => {
    if (id === undefined || !isRunning) return undefined
    let isWatched = true
    const hear = (news: TestNews): void => {
      if (!isWatched) return
      queries.setQueryData(runQuery(checks, id).queryKey, (known) => withNews(known, news))
      if (news.run.status === 'running') return
      if (news.run.status === 'completed') {
        const { passedTests, failedTests, skippedTests } = news.run
        const say = failedTests > 0 ? toastError : toastDone
        say(text.toasts.completed, text.summary.bar(passedTests, failedTests, skippedTests))
      }
      void queries.invalidateQueries({ queryKey: runsQuery(checks).queryKey })
    }
    // The queries ask by themselves where this ends early.
    checks.follow(id, hear).catch(() => undefined)
    return () => {
      isWatched = false
    }
  }, [checks, id, isRunning, queries])
}
