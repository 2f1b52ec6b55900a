import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

const STATE_MS = 5 * 60_000
/** The thread of the embeddings takes a moment to start. */
const PREPARING_MS = 2000
/** An engine that does not come by then is asked less often. */
const MAX_QUICK_LOOKS = 30
const SLOW_MS = 60_000

/** Whether questions are answered. A failure is no answer: the badge is not shown then. */
export function copilotStateQuery(badges: VaultClient['badges']) {
  return queryOptions({
    queryKey: ['copilot', 'state'],
    queryFn: () => badges.copilot(),
    staleTime: STATE_MS,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (!data || data.isActive || data.problem !== null) return STATE_MS
      return dataUpdateCount < MAX_QUICK_LOOKS ? PREPARING_MS : SLOW_MS
    },
  })
}

export function copilotAnswerQuery(copilot: VaultClient['copilot'], question: string) {
  return queryOptions({
    queryKey: ['copilot', 'answer', question],
    queryFn: () => copilot.ask(question),
    enabled: question !== '',
    staleTime: STATE_MS,
    retry: false,
  })
}
