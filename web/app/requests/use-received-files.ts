import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReceivedFile, VaultClient } from '#web/lib/remote/vault-client.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { filesQuery } from '../drive/files.queries.ts'
import { receivedQuery, REFUSED_KEY, requestsQuery } from './requests.queries.ts'

/** Uploads by others take minutes; half of one later is soon enough. */
const LOOK_EVERY_MS = 30_000

/**
 * While the vault is open, takes what others sent into it, and says so.
 * @returns what did not pass its check; undefined while nobody has looked.
 */
export function useReceivedFiles(): readonly ReceivedFile[] | undefined {
  const { requests, files } = useVault()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: REFUSED_KEY,
    queryFn: () => receive({ requests, files }, queries),
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: true,
    meta: { failed: requestWords.received.failed },
  })
  return data
}

async function receive(
  { requests, files }: Pick<VaultClient, 'requests' | 'files'>,
  queries: QueryClient,
): Promise<readonly ReceivedFile[]> {
  const { accepted, refused } = await requests.receive()
  if (accepted.length > 0) {
    const { done, doneText } = requestWords.received
    const titles = [...new Set(accepted.map(({ title }) => title))]
    toastDone(
      done(accepted.length),
      doneText(titles, accepted.length === 1 ? accepted[0]?.name : undefined),
      'received',
    )
    void queries.invalidateQueries(receivedQuery(requests))
    void queries.invalidateQueries(filesQuery(files))
    void queries.invalidateQueries(requestsQuery(requests))
    void queries.invalidateQueries({ queryKey: ['notices'] })
  }
  return refused
}
