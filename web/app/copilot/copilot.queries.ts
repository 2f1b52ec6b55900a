import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

const STATE_MS = 5 * 60_000
/** The thread of the embeddings takes a moment to start. */
const PREPARING_MS = 2000

/** Whether questions are answered. A failure is no answer: the badge is not shown then. */
export function copilotStateQuery(badges: VaultClient['badges']) {
  return queryOptions({
    queryKey: ['copilot', 'state'],
    queryFn: () => badges.copilot(),
    staleTime: STATE_MS,
    retry: false,
    refetchInterval: ({ state: { data } }) => (data && !data.isActive && data.problem === null ? PREPARING_MS : false),
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
