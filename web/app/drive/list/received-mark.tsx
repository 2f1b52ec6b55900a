import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { m } from '#web/messages/app.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { receivedQuery, receivedThroughQuery } from '../../requests/requests.queries.ts'
import { useVault } from '../../vault-context.ts'
import type { Item } from '../item.ts'

/**
 * Through which request a file came; undefined for any other. The server says where to look, and what the owner sealed with the file
 * decides.
 */
export function useReceivedThrough({ id }: Pick<Item, 'id'>): string | undefined {
  const { requests, files } = useVault()
  const { data: isReceived = false } = useQuery({
    ...receivedQuery(requests),
    select: (ids: ReadonlySet<string>) => ids.has(id),
  })
  const { data: title } = useQuery({ ...receivedThroughQuery(files, id), enabled: isReceived })
  return title ?? undefined
}

/** Says that somebody else sent this file, and for which request. */
export function ReceivedMark({ item, showsWord }: { item: Item; showsWord: boolean }) {
  const title = useReceivedThrough(item)
  if (title === undefined) return null
  const { mark, through } = m.requests.origin
  return (
    <span className="shrink-0" title={through(title)}>
      <Badge tone="copper">
        <Inbox size={12} aria-hidden="true" />
        <span className={showsWord ? undefined : 'sr-only'}>{mark}</span>
        <span className="sr-only">{through(title)}</span>
      </Badge>
    </span>
  )
}
