import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** While one runs, the page hears of it; asking finds its end where the connection was lost meanwhile. */
const WHILE_RUNNING_MS = 5000

/** The newest runs of the comprehensive test. */
export function runsQuery(checks: VaultClient['checks']) {
  return queryOptions({
    queryKey: ['checks', 'runs'],
    queryFn: () => checks.list(),
    refetchInterval: ({ state: { data } }) => (data?.runs[0]?.status === 'running' ? WHILE_RUNNING_MS : false),
  })
}

/** One run with what each of its checks found. */
export function runQuery(checks: VaultClient['checks'], id: string) {
  return queryOptions({
    queryKey: ['checks', 'run', id],
    queryFn: () => checks.read(id),
    refetchInterval: ({ state: { data } }) => (data?.run.status === 'running' ? WHILE_RUNNING_MS : false),
  })
}
