import '#web/messages/panel-errors.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { CheckCategory } from '#contract/checks/checks.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { checks as text } from '#web/messages/checks/checks.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { sayEnd } from './say-end.ts'

/**
 * Starts the comprehensive test, in which this browser takes part, and says that it began, and how it ended, in a toast. The overview loads it when somebody asks for a run.
 * @param categories none: all
 */
export async function startRun(
  client: VaultClient,
  queries: QueryClient,
  categories: readonly CheckCategory[] = [],
): Promise<void> {
  try {
    const { id } = await client.checks.start(categories)
    toastDone(text.toasts.started, text.toasts.startedText)
    // On whichever page the person is by then. Where no page of theirs hears of it, the server notifies them.
    client.checks.follow(id, ({ run }) => sayEnd(client.checks, run)).catch(() => undefined)
    // Where it cannot be loaded, no browser takes part.
    import('./browser/take-part.ts').then(({ takePart }) => takePart(client, id, categories)).catch(() => undefined)
  } catch (error) {
    toastError(text.failedAct, sentenceFor(error))
  }
  await queries.invalidateQueries({ queryKey: ['checks'] })
}
