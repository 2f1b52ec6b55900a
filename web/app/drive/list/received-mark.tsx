import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { requests as requestWords } from '#web/messages/requests.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { receivedQuery, receivedThroughQuery } from '../../requests/requests.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import type { Item } from '../item.ts'

/**
 * What a list says of a file that came through a request or from a device; undefined for any other. The server says where to look, and what the owner sealed with the file
 * decides.
 */
export function useReceivedThrough({ id, spaceId }: Pick<Item, 'id' | 'spaceId'>): string | undefined {
  const { requests, files } = useVault()
  const { data: isReceived = false } = useQuery({
    ...receivedQuery(requests),
    select: (ids: ReadonlySet<string>) => ids.has(id),
  })
  const { data: received } = useQuery({ ...receivedThroughQuery(files, { id, spaceId }), enabled: isReceived })
  const { through, fromDevice } = requestWords.origin
  return received ? (received.isFromDevice ? fromDevice : through)(received.title) : undefined
}

/** Says that somebody else, or a device, sent this file. */
export function ReceivedMark({ item, showsWord }: { item: Item; showsWord: boolean }) {
  const through = useReceivedThrough(item)
  if (through === undefined) return null
  const { mark } = requestWords.origin
  return (
    <span className="shrink-0" title={through}>
      <Badge tone="copper">
        <Inbox size={12} aria-hidden="true" />
        <span className={showsWord ? undefined : 'sr-only'}>{mark}</span>
        <span className="sr-only">{through}</span>
      </Badge>
    </span>
  )
}
