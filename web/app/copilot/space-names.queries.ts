import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { VaultError, type VaultClient } from '#web/lib/remote/vault-client.ts'
import type { Named } from './find-by-name.ts'

/** Maximum number of names of all spaces together: the page waits while they are compared. */
export const MAX_NAMES = 20_000
/** Time for which the names of a space are not read again. */
const KEPT_MS = 5 * 60_000
/** A key of its own: what others do in a space does not read the names again. */
const KEY = 'copilot-names'

/** @property isWhole false where the space has more files than were read */
type SpaceNames = { spaceId: string; names: readonly Named[]; isWhole: boolean }
/** `left`: spaces that were not looked in, or not in all of them. */
export type ReadNames = { spaces: readonly SpaceNames[]; left: number }

/**
 * Names of files in these spaces, read one space after another and each with what is left of the names. A space that cannot be read is left
 * out without a toast, and tried when the panel is opened again.
 */
export function spaceNamesQuery(spaces: Pick<VaultClient['spaces'], 'names'>, ids: readonly string[]) {
  const queryKey = [KEY, 'all', ...ids]
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<ReadNames> => {
      const isFirst = client.getQueryData(queryKey) === undefined
      const read: SpaceNames[] = []
      let room = MAX_NAMES
      let isHeldUp = false
      for (const id of ids) {
        if (room === 0 || isHeldUp) break
        const of = await namesOf(client, { spaces, id, room })
        signal.throwIfAborted()
        isHeldUp = of === 'rate_limited'
        if (typeof of === 'string') continue
        read.push({ ...of, names: of.names.slice(0, room), isWhole: of.isWhole && of.names.length <= room })
        room = Math.max(0, room - of.names.length)
        if (isFirst) client.setQueryData<ReadNames>(queryKey, { spaces: [...read], left: 0 })
      }
      return { spaces: read, left: ids.length - read.filter(({ isWhole }) => isWhole).length }
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
    retry: false,
  })
}

type Wanted = { spaces: Pick<VaultClient['spaces'], 'names'>; id: string; room: number }

/** Names of one space, or why there are none. The server is not asked for more where it takes no more requests for now. */
async function namesOf(
  client: QueryClient,
  { spaces, id, room }: Wanted,
): Promise<SpaceNames | 'failed' | 'rate_limited'> {
  try {
    return await client.fetchQuery({
      queryKey: [KEY, id],
      queryFn: async () => ({ spaceId: id, ...(await spaces.names(id, room)) }),
      staleTime: KEPT_MS,
      gcTime: KEPT_MS,
      structuralSharing: false,
      retry: false,
    })
  } catch (error) {
    return error instanceof VaultError && error.code === 'rate_limited' ? 'rate_limited' : 'failed'
  }
}
